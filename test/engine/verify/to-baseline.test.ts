import { expect, it } from 'vitest';
import { nextState } from '../../../src/engine/verify/next-state.ts';
import type { ObjectRecord } from '../../../src/model/state/account-state.ts';
import {
  connectorDiff,
  fingerprint,
  makeDiff,
  makeFieldDiff,
  plain,
} from '../../support/values/make-field-diff.ts';

function storeNext(record: ObjectRecord | null): readonly ObjectRecord[] {
  const path = 'properties/port';
  const wanted = makeFieldDiff(path, 'same', { live: plain(null) });
  const port = { ...wanted, desired: { ...wanted.desired, value: plain(null) } };
  const diff = makeDiff({ connectors: [connectorDiff('crm', [port], { record })] });
  const change = nextState(diff, { refused: [], fingerprint, now: null });
  return change?.saveObjects?.filter(({ kind }) => kind === 'connector') ?? [];
}

it('does not change once it is stored, where a managed property has no value', () => {
  const [stored = null] = storeNext(null);
  expect(stored).toMatchObject({ applied: { 'properties/port': { value: null } } });
  expect(stored).toHaveProperty('baseline');
  expect(storeNext(stored)).toEqual([]);
});
