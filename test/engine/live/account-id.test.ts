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
  const fixture = await openQuickstart(choices);
  await applyAll(fixture);
  return fixture;
}

async function tellRefusals(fixture: TestFixture): Promise<readonly string[]> {
  return (await fixture.plan()).flatMap((each) =>
    each.kind === 'unplanned' ? each.diagnostics.map(({ code }) => code) : [],
  );
}

it.each(['another-customer', 'contoso.example', 'nobody'])(
  'refuses to write to the account that a key was bound to when its manifest says %s',
  async (id) => {
    const fixture = await openApplied();
    fixture.emulator.control.seed([{ id: 'another-customer' }]);
    if (id === quickstartIds.contoso) fixture.manifests.delete('accounts/contoso.yaml');
    editManifest(fixture, 'northwind', { from: own, to: id });
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Tokyo' });
    expect(await tellRefusals(fixture)).toEqual(['account-id-changed']);
    const since = fixture.emulator.requests().length;
    await applyAll(fixture);
    expect(listWrites(fixture, since)).toEqual([]);
  },
);

it.each(['id: ', 'ids:\n    local: '])(
  'reports an id that changed at its value below %j',
  async (key) => {
    const fixture = await openApplied();
    editManifest(fixture, 'northwind', { from: `id: ${own}`, to: `${key}another-customer` });
    const lines = (fixture.manifests.get('accounts/northwind.yaml') ?? '').split('\n');
    const line = lines.findIndex((text) => text.includes('another-customer'));
    const column = lines[line]?.indexOf('another-customer') ?? 0;
    const place = { code: 'account-id-changed', at: { line: line + 1, column: column + 1 } };
    expect(await fixture.plan()).toContainEqual(
      expect.objectContaining({
        kind: 'unplanned',
        diagnostics: [expect.objectContaining({ ...place, at: expect.objectContaining(place.at) })],
      }),
    );
  },
);

it('refuses two accounts whose ids were swapped', async () => {
  const fixture = await openApplied();
  editManifest(fixture, 'northwind', { from: own, to: quickstartIds.contoso });
  editManifest(fixture, 'contoso', { from: quickstartIds.contoso, to: own });
  expect(await tellRefusals(fixture)).toEqual(['account-id-changed', 'account-id-changed']);
});

it('lets the account go to another one when it was forgotten first', async () => {
  const fixture = await openApplied();
  editManifest(fixture, 'northwind', { from: own, to: 'another-customer' });
  fixture.emulator.control.seed([{ id: 'another-customer' }]);
  const { objects } = await fixture.store.readState('northwind');
  await fixture.store.update({ account: 'northwind', deleteObjects: [...objects.keys()] });
  expect(await tellRefusals(fixture)).toEqual([]);
});

it('costs no request where the account has an id of its own beside the one of the manifest', async () => {
  const fixture = await openApplied({ choices: { accountIds: 'guid' } });
  await fixture.plan();
  const since = fixture.emulator.requests().length;
  expect(listLeft(await fixture.plan())).toEqual([]);
  const accounts = fixture.emulator
    .requests()
    .slice(since)
    .filter(({ path }) => path.startsWith('/v1.0/accounts/'));
  expect(accounts).toEqual([]);
});
