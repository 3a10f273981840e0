import { expect, it } from 'vitest';
import { listUnfinishedPauses } from '../../../../src/engine/run/journal/list-unfinished-pauses.ts';
import { toAccountAddress } from '../../../../src/model/address.ts';
import { makeCycle } from '../../../support/values/make-desired.ts';
import { makePause } from '../../../support/values/make-field-diff.ts';
import { openQuickstart } from '../../../worlds/quickstart.ts';

it('reports a pause of ours whose account has no manifest any more, and of no other', async () => {
  const { store } = await openQuickstart();
  const { address } = makeCycle('sync');
  await store.update({ account: 'northwind', openPauses: [makePause(address)] });
  expect(
    await listUnfinishedPauses(store, { keys: new Set(['northwind']), ids: new Set() }),
  ).toEqual([]);
  expect(
    await listUnfinishedPauses(store, { keys: new Set(['contoso']), ids: new Set() }),
  ).toMatchObject([{ code: 'left-paused', severity: 'warning', address }]);
});

it('leaves to its new key a pause of an account that was renamed', async () => {
  const { store } = await openQuickstart();
  const { address } = makeCycle('sync');
  const account = { address: toAccountAddress('northwind'), kind: 'account' } as const;
  const record = {
    ...account,
    remoteId: 'guid',
    externalId: 'northwind-8812',
    applied: {},
    run: null,
  };
  await store.update({
    account: 'northwind',
    saveObjects: [record],
    openPauses: [makePause(address)],
  });
  const keys = new Set(['northwind-ag']);
  expect(await listUnfinishedPauses(store, { keys, ids: new Set(['northwind-8812']) })).toEqual([]);
  expect(await listUnfinishedPauses(store, { keys, ids: new Set(['other']) })).toHaveLength(1);
});
