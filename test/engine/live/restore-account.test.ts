import { expect, it } from 'vitest';
import { restoreConnectors } from '../../../src/engine/live/restore-account.ts';
import { toConnectorAddress, toFieldPath } from '../../../src/model/address.ts';
import type { LiveCycle } from '../../../src/model/live/live.ts';
import { makeEmptyState, type ObjectRecord } from '../../../src/model/state/account-state.ts';
import { makeAccount, makeConnector } from '../../support/values/make-desired.ts';
import { asApplied, plain } from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';

const crm = makeConnector('crm');
const desired = makeAccount({ connectors: { kind: 'set', value: new Map([['crm', crm]]) } });
const bound: ObjectRecord = {
  address: toConnectorAddress('northwind', 'crm'),
  kind: 'connector',
  remoteId: '7',
  applied: {},
  run: null,
};

function recall(record: ObjectRecord) {
  const state = { ...makeEmptyState('northwind'), objects: new Map([[record.address, record]]) };
  return restoreConnectors(state, [], desired)[0];
}

it('takes a connector that a person said to be there for what the manifest says', () => {
  expect(recall(bound)).toMatchObject({
    id: '7',
    name: crm.name,
    release: { id: null, name: crm.connector.name, version: crm.connector.version },
  });
});

it('takes one of which something was applied for that', () => {
  const applied = {
    [toFieldPath('displayName')]: asApplied(plain('Our CRM')),
    [toFieldPath('connector', 'name')]: asApplied(plain('Other CRM')),
    [toFieldPath('connector', 'version')]: asApplied(plain('9')),
  };
  expect(recall({ ...bound, applied })).toMatchObject({
    name: 'Our CRM',
    release: { name: 'Other CRM', version: '9' },
  });
});

it('takes one without auth in Git for signed in, unless a cycle shows otherwise', () => {
  const state = { ...makeEmptyState('northwind'), objects: new Map([[bound.address, bound]]) };
  const cycle = liveCycle('1', { connectors: [{ id: '7', authenticated: false }] });
  const seen = (cycles: readonly LiveCycle[]) =>
    restoreConnectors(state, cycles, desired).map(({ authenticated }) => authenticated);
  expect([...seen([]), ...seen([cycle])]).toEqual([true, false]);
});
