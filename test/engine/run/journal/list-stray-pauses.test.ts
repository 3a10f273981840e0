import { expect, it } from 'vitest';
import { listStrayPauses } from '../../../../src/engine/run/journal/list-stray-pauses.ts';
import { accountAddress } from '../../../../src/model/address.ts';
import { makeCycle } from '../../../support/values/make-desired.ts';
import { makePause } from '../../../support/values/make-verdict.ts';
import { openQuickstart } from '../../../worlds/quickstart.ts';

it('tells of a pause of ours whose account has no manifest any more, and of no other', async () => {
  const { store } = await openQuickstart();
  const { address } = makeCycle('sync');
  await store.change({ account: 'northwind', openPauses: [makePause(address)] });
  expect(await listStrayPauses(store, { keys: new Set(['northwind']), ids: new Set() })).toEqual(
    [],
  );
  expect(
    await listStrayPauses(store, { keys: new Set(['contoso']), ids: new Set() }),
  ).toMatchObject([{ code: 'left-paused', severity: 'warning', address }]);
});

it('leaves to its new key a pause of an account that was renamed', async () => {
  const { store } = await openQuickstart();
  const { address } = makeCycle('sync');
  const account = { address: accountAddress('northwind'), kind: 'account' } as const;
  const record = {
    ...account,
    remoteId: 'guid',
    externalId: 'northwind-8812',
    applied: {},
    run: null,
  };
  await store.change({
    account: 'northwind',
    keepObjects: [record],
    openPauses: [makePause(address)],
  });
  const keys = new Set(['northwind-ag']);
  expect(await listStrayPauses(store, { keys, ids: new Set(['northwind-8812']) })).toEqual([]);
  expect(await listStrayPauses(store, { keys, ids: new Set(['other']) })).toHaveLength(1);
});
