import { expect, it } from 'vitest';
import { resolveObject } from '../../../../../src/features/operations/state/settle/resolve-object.ts';
import {
  toAccountAddress,
  toConnectorAddress,
  toFieldPath,
} from '../../../../../src/model/address.ts';
import {
  type CreateIntent,
  makeEmptyState,
  type ObjectRecord,
} from '../../../../../src/model/state/account-state.ts';

const crm = { address: toConnectorAddress('northwind', 'crm'), kind: 'connector' } as const;
const files = toConnectorAddress('northwind', 'files');
const bound: ObjectRecord = { ...crm, remoteId: '7', applied: {}, run: null };
const open: CreateIntent = {
  ...crm,
  idsBefore: [],
  connectorIdsBefore: [],
  begunAt: '2026-12-01T06:00:00Z',
};
const none = makeEmptyState('northwind');

it('binds what exists, with nothing applied, and closes the create that was open', () => {
  const state = { ...none, creates: new Map([[crm.address, open]]) };
  expect(resolveObject(state, crm, { kind: 'exists', id: '7' })).toEqual({
    change: { account: 'northwind', saveObjects: [bound], closeCreates: [crm.address] },
  });
});

it('keeps in mind where a secret may have been written by the create', () => {
  const secrets = [toFieldPath('properties', 'region')];
  const state = { ...none, creates: new Map([[crm.address, { ...open, secrets }]]) };
  expect(resolveObject(state, crm, { kind: 'exists', id: '7' })).toMatchObject({
    change: { saveObjects: [{ secretPlaces: secrets }] },
  });
});

it('binds an account with the id that its manifest names', () => {
  const at = { address: toAccountAddress('northwind'), kind: 'account', externalId: 'nw' } as const;
  const settled = resolveObject(none, at, { kind: 'exists', id: 'guid' });
  expect('change' in settled && settled.change.saveObjects).toMatchObject([
    { remoteId: 'guid', externalId: 'nw' },
  ]);
});

it('removes an absent one from the state, bound or unfinished', () => {
  const started = { ...none, creates: new Map([[crm.address, open]]) };
  expect(resolveObject(started, crm, { kind: 'absent' })).toEqual({
    change: { account: 'northwind', closeCreates: [crm.address] },
  });
  const kept = { ...none, objects: new Map([[crm.address, bound]]) };
  expect(resolveObject(kept, crm, { kind: 'absent' })).toMatchObject({
    change: { deleteObjects: [crm.address] },
  });
});

it('refuses to bind what is bound, or an id that another object has, and to settle what is not open', () => {
  const kept = { ...none, objects: new Map([[crm.address, bound]]) };
  const tries = [
    resolveObject(kept, crm, { kind: 'exists', id: '8' }),
    resolveObject(kept, { address: files, kind: 'connector' }, { kind: 'exists', id: '7' }),
    resolveObject(none, crm, { kind: 'absent' }),
  ];
  expect(tries.map((each) => ('refused' in each ? each.refused.summary : 'settled'))).toEqual([
    'northwind/connectors/crm is bound to 7 already',
    'northwind/connectors/crm is bound to 7 already',
    'State has no binding or unfinished create of northwind/connectors/crm',
  ]);
});
