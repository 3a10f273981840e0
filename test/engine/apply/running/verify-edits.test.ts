import { expect, it } from 'vitest';
import type { ApplyState } from '../../../../src/engine/apply/apply-state.ts';
import { verifyRollback } from '../../../../src/engine/apply/running/verify-edits.ts';
import {
  cycleDiff,
  makeDiff,
  makeFieldDiff,
  plain,
} from '../../../support/values/make-field-diff.ts';

/** What is said of tags that were `eu, us` before an edit and are these after they were written back. */
async function look(tags: readonly string[]): Promise<string> {
  const show = (value: readonly string[]) =>
    makeDiff({
      cycles: [cycleDiff('copy', [makeFieldDiff('tags', 'git', { live: plain(value) })])],
    });
  const diff = show(['eu', 'us']);
  const state = { diff, readBack: async () => ({ ok: true, value: show(tags) }) };
  const [cycle] = diff.cycles;
  if (cycle === undefined) return 'none';
  return (await verifyRollback(state as unknown as ApplyState, cycle.address)).kind;
}

it('takes the earlier values for written back where only their order is another', async () => {
  expect(await look(['us', 'eu'])).toBe('done');
  expect(await look(['us'])).toBe('failed');
});
