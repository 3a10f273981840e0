import { expect, it } from 'vitest';
import { listStrayPauses } from '../../src/pipeline/list-stray-pauses.ts';
import { makeCycle } from '../stages/make-desired.ts';
import { makePause } from '../stages/make-verdict.ts';
import { openQuickstart } from '../worlds/quickstart.ts';

it('tells of a pause of ours whose account has no manifest any more, and of no other', async () => {
  const { store } = await openQuickstart();
  const { address } = makeCycle('sync');
  await store.change({ account: 'northwind', openPauses: [makePause(address)] });
  expect(await listStrayPauses(store, new Set(['northwind']))).toEqual([]);
  expect(await listStrayPauses(store, new Set(['contoso']))).toMatchObject([
    { code: 'left-paused', severity: 'warning', address },
  ]);
});
