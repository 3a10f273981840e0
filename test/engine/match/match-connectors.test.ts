import { expect, it } from 'vitest';
import { matchConnectors } from '../../../src/engine/match/match-connectors.ts';
import { bindConnector, makeConnector } from '../../support/values/make-desired.ts';
import { makeAccountState, makeRecord } from '../../support/values/make-field-diff.ts';
import { liveConnector } from '../../support/values/make-live.ts';

const crm = bindConnector(makeConnector('crm', { name: 'CRM of Northwind' }));
const named = liveConnector('1', { name: 'CRM of Northwind' });

it('finds a connector by its name in the service, not by its key', () => {
  const keyed = liveConnector('2', { name: 'crm' });
  const pairs = matchConnectors([crm], [keyed, named], {
    state: makeAccountState(),
    gone: new Set(),
  });
  expect(pairs).toMatchObject([
    { kind: 'both', live: { id: '1' }, record: null },
    { kind: 'live-only', live: { id: '2' } },
  ]);
});

it('takes only records of connectors', () => {
  const record = makeRecord({ address: crm.desired.address, kind: 'cycle' }, { remoteId: '1' });
  const state = makeAccountState({ objects: [record] });
  const pairs = matchConnectors([crm], [named], { state, gone: new Set() });
  expect(pairs).toMatchObject([{ kind: 'both', live: { id: '1' }, record: null }]);
});
