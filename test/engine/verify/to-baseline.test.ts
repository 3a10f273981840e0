import { expect, it } from 'vitest';
import { nextState } from '../../../src/engine/verify/next-state.ts';
import type { FieldPath } from '../../../src/model/address.ts';
import type { ObjectRecord } from '../../../src/model/state/account-state.ts';
import {
  connectorDiff,
  fingerprint,
  makeDiff,
  makeFieldDiff,
  makeRecord,
  plain,
} from '../../support/values/make-field-diff.ts';
import { liveConnector } from '../../support/values/make-live.ts';

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

it('stores a member as a fingerprint again after the key has changed, where only the baseline knew a secret', () => {
  const path = 'properties/region' as FieldPath;
  const object = connectorDiff('crm', [], {
    live: liveConnector('live-crm', {
      name: 'crm',
      properties: [{ id: '1', name: 'region', value: 'a-text' }],
    }),
  });
  const baseline = { [path]: { kind: 'secret', read: fingerprint('a-text', 'former') } } as const;
  const record = makeRecord(object, { remoteId: 'live-crm', baseline });
  const diff = makeDiff({ connectors: [{ ...object, record }] });
  const change = nextState(diff, { refused: [], fingerprint, now: null });
  const stored = change?.saveObjects?.find(({ kind }) => kind === 'connector')?.baseline?.[path];
  expect(stored).toEqual({ kind: 'secret', read: expect.stringMatching(/^k1:/) });
});
