import { expect, it } from 'vitest';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listWrites,
  openQuickstart,
  quickstartIds,
} from '../../worlds/quickstart.ts';

const own = quickstartIds.northwind;

async function openApplied(choices: Parameters<typeof openQuickstart>[0] = {}) {
  const place = await openQuickstart(choices);
  await applyAll(place);
  return place;
}

async function tellRefusals(place: TestFixture): Promise<readonly string[]> {
  return (await place.plan()).flatMap((each) =>
    each.kind === 'unplanned' ? each.diagnostics.map(({ code }) => code) : [],
  );
}

it.each(['another-customer', 'contoso.example', 'nobody'])(
  'refuses to write to the account that a key was bound to when its manifest says %s',
  async (id) => {
    const place = await openApplied();
    place.emulator.control.seed([{ id: 'another-customer' }]);
    if (id === quickstartIds.contoso) place.manifests.delete('accounts/contoso.yaml');
    editManifest(place, 'northwind', { from: own, to: id });
    editManifest(place, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Tokyo' });
    expect(await tellRefusals(place)).toEqual(['account-id-changed']);
    const since = place.emulator.requests().length;
    await applyAll(place);
    expect(listWrites(place, since)).toEqual([]);
  },
);

it('refuses two accounts whose ids were swapped', async () => {
  const place = await openApplied();
  editManifest(place, 'northwind', { from: own, to: quickstartIds.contoso });
  editManifest(place, 'contoso', { from: quickstartIds.contoso, to: own });
  expect(await tellRefusals(place)).toEqual(['account-id-changed', 'account-id-changed']);
});

it('lets the account go to another one when it was forgotten first', async () => {
  const place = await openApplied();
  editManifest(place, 'northwind', { from: own, to: 'another-customer' });
  place.emulator.control.seed([{ id: 'another-customer' }]);
  const { objects } = await place.store.readState('northwind');
  await place.store.update({ account: 'northwind', deleteObjects: [...objects.keys()] });
  expect(await tellRefusals(place)).toEqual([]);
});

it('costs no request where the account has an id of its own beside the one of the manifest', async () => {
  const place = await openApplied({ choices: { accountIds: 'guid' } });
  await place.plan();
  const since = place.emulator.requests().length;
  expect(listLeft(await place.plan())).toEqual([]);
  const accounts = place.emulator
    .requests()
    .slice(since)
    .filter(({ path }) => path.startsWith('/v1.0/accounts/'));
  expect(accounts).toEqual([]);
});
