import { describe, expect, it } from 'vitest';
import {
  type FieldPath,
  toAccountAddress,
  toConnectorAddress,
} from '../../../src/model/address.ts';
import type { Fingerprint } from '../../../src/model/secret/secret.ts';
import { listReleased, listSecretPlaces } from '../../../src/model/secret/secret-places.ts';
import type { ObjectRecord, Released } from '../../../src/model/state/account-state.ts';
import { makeAccountState, makeRecord } from '../../support/values/make-field-diff.ts';

const auth = 'auth' as FieldPath;
const region = 'properties/region' as FieldPath;
const own = toAccountAddress('northwind');
const [crm, files] = [
  toConnectorAddress('northwind', 'crm'),
  toConnectorAddress('northwind', 'files'),
];
const there = { kind: 'connector', id: '7' } as const;

function remember(released: readonly Released[], ...connectors: readonly ObjectRecord[]) {
  const account = { ...makeRecord({ address: own, kind: 'account' }), letGo: released };
  return makeAccountState({ objects: [account, ...connectors] });
}

const withSecret: ObjectRecord = {
  ...makeRecord({ address: crm, kind: 'connector' }, { remoteId: '7' }),
  secretPlaces: [region],
};

describe('An object that is removed from Git', () => {
  const [released] =
    listReleased(remember([], withSecret), { dropped: [crm], bound: [] }).letGo ?? [];

  it('is noted with the places of its secrets, and where it has none it is not', () => {
    expect(released).toEqual({ kind: 'connector', remoteId: '7', secretPlaces: [region] });
    const plain = makeRecord({ address: files, kind: 'connector' });
    expect(listReleased(remember([], plain), { dropped: [files], bound: [] })).toEqual({});
  });

  it('is noted with what its baseline alone knows as a secret', () => {
    const record: ObjectRecord = {
      ...makeRecord({ address: files, kind: 'connector' }, { remoteId: '7' }),
      baseline: {
        [region]: { kind: 'secret', read: 'test:1' as Fingerprint },
        [auth]: { kind: 'plain', value: true },
      },
    };
    const { letGo } = listReleased(remember([], record), { dropped: [files], bound: [] });
    expect(letGo).toEqual([{ kind: 'connector', remoteId: '7', secretPlaces: [region] }]);
  });

  it('is known again by its id, under whatever key it comes back', () => {
    const state = remember(released === undefined ? [] : [released]);
    expect([...listSecretPlaces(state, files, there)]).toEqual([region]);
    expect([...listSecretPlaces(state, files, { ...there, id: '8' })]).toEqual([]);
    expect([...listSecretPlaces(state, files, { ...there, kind: 'cycle' })]).toEqual([]);
    expect([...listSecretPlaces(state, files, null)]).toEqual([]);
  });

  it('is recorded once, with all paths, until its own record has them', () => {
    const before = released === undefined ? [] : [{ ...released, secretPlaces: [auth] }];
    const state = remember(before, withSecret);
    const dropped = listReleased(state, { dropped: [crm], bound: [] });
    expect(dropped).toEqual({ letGo: [{ ...released, secretPlaces: [auth, region] }] });
    expect(listReleased(state, { dropped: [], bound: [] })).toEqual({ letGo: before });
    expect(listReleased(state, { dropped: [], bound: [there] })).toEqual({});
  });
});
