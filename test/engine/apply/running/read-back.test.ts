import { expect, it } from 'vitest';
import { readEarlier } from '../../../../src/engine/apply/running/read-back.ts';
import type { Scene } from '../../../../src/engine/apply/scene.ts';
import { cycleDiff, makeDiff, makeVerdict, plain } from '../../../support/values/make-verdict.ts';

/** What is said of tags that were `eu, us` before an edit and are these after they were written back. */
async function look(tags: readonly string[]): Promise<string> {
  const show = (value: readonly string[]) =>
    makeDiff({
      cycles: [cycleDiff('copy', [makeVerdict('tags', 'manifest', { live: plain(value) })])],
    });
  const diff = show(['eu', 'us']);
  const scene = { diff, reread: async () => ({ ok: true, value: show(tags) }) };
  const [cycle] = diff.cycles;
  if (cycle === undefined) return 'none';
  return (await readEarlier(scene as unknown as Scene, cycle.address)).kind;
}

it('takes the earlier values for written back where only their order is another', async () => {
  expect(await look(['us', 'eu'])).toBe('done');
  expect(await look(['us'])).toBe('failed');
});
