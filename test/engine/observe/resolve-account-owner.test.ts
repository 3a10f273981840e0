import { expect, it } from 'vitest';
import { toCycleAddress } from '../../../src/model/address.ts';
import { makePause } from '../../support/values/make-field-diff.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listWrites,
  openQuickstart,
  planOne,
} from '../../worlds/quickstart.ts';

const renamed = { from: 'name: northwind', to: 'name: northwind-ag' };

async function openApplied(): Promise<TestFixture> {
  const place = await openQuickstart();
  await applyAll(place);
  return place;
}

/** What the store knows, without the keys that it stands under. */
async function readKept(place: TestFixture, key: string) {
  const { objects, creates, pauses } = await place.store.readState(key);
  const kept = [...objects.values(), ...creates.values(), ...pauses.values()];
  return kept.map(({ address, ...rest }) => ({ ...rest, address: address.slice(key.length) }));
}

it('moves what is remembered of an account whose key was changed in Git, and sends nothing', async () => {
  const place = await openApplied();
  const before = await readKept(place, 'northwind');
  editManifest(place, 'northwind', renamed);
  const plan = await planOne(place, 'northwind-ag');
  expect(plan).toMatchObject({ operations: [], changes: [], hasNews: true });
  expect(plan.notices).toContainEqual({
    kind: 'renamed',
    address: 'northwind-ag',
    was: 'northwind',
  });
  expect(await place.store.listAccounts()).toEqual(['contoso', 'northwind']);
  const since = place.emulator.requests().length;
  await applyAll(place);
  expect(listWrites(place, since)).toEqual([]);
  expect(await place.store.listAccounts()).toEqual(['contoso', 'northwind-ag']);
  expect(await readKept(place, 'northwind-ag')).toEqual(before);
  expect(listLeft(await place.plan())).toEqual([]);
});

it('still deletes what a renamed manifest no longer has, and tells who moved what', async () => {
  const place = await openApplied();
  editManifest(place, 'northwind', renamed);
  editManifest(place, 'northwind', { from: / {3}contacts-to-mailer:[\s\S]*$/, to: '' });
  editManifest(place, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Tokyo' });
  const { changes } = await planOne(place, 'northwind-ag');
  expect(changes).toMatchObject([
    { verb: 'update', address: 'northwind-ag', fields: [{ path: 'timezone', moved: 'manifest' }] },
    { verb: 'delete', address: 'northwind-ag/cycles/contacts-to-mailer' },
  ]);
  await applyAll(place);
  expect(listLeft(await place.plan())).toEqual([]);
});

it('starts again under its new key a cycle that was paused under the old one', async () => {
  const place = await openApplied();
  const address = toCycleAddress('northwind', 'contacts-to-files');
  const cycle = (await place.store.readState('northwind')).objects.get(address);
  const pause = { ...makePause(address), cycleId: cycle?.remoteId ?? '' };
  await place.store.update({ account: 'northwind', openPauses: [pause] });
  editManifest(place, 'northwind', renamed);
  const { notices } = await planOne(place, 'northwind-ag');
  expect(notices).toContainEqual(expect.objectContaining({ kind: 'paused-by-us', isNamed: true }));
  await applyAll(place);
  expect((await place.store.readState('northwind-ag')).pauses.size).toBe(0);
});

it('refuses an account that another key is bound to and has a manifest for, until that is forgotten', async () => {
  const place = await openApplied();
  const text = place.manifests.get('accounts/northwind.yaml') ?? '';
  place.manifests.set('accounts/other.yaml', text.replace('name: northwind', 'name: other'));
  editManifest(place, 'northwind', { from: 'northwind-8812', to: 'another-customer' });
  const planned = await place.plan();
  const refused = planned.flatMap((each) => (each.kind === 'unplanned' ? each.diagnostics : []));
  expect(refused).toMatchObject([
    { code: 'account-id-changed' },
    {
      code: 'account-bound-elsewhere',
      at: { file: 'accounts/other.yaml' },
      remedy: expect.stringMatching(/cyclectl state forget -e local northwind$/),
    },
  ]);
  const { objects } = await place.store.readState('northwind');
  await place.store.update({ account: 'northwind', deleteObjects: [...objects.keys()] });
  expect(await planOne(place, 'other')).toMatchObject({ operations: [], hasNews: true });
});

it('refuses to choose between two keys that are bound to one account and have no manifest', async () => {
  const place = await openApplied();
  const { objects } = await place.store.readState('northwind');
  const [record] = objects.values();
  if (record === undefined) throw new Error('nothing was remembered');
  await place.store.update({
    account: 'older',
    saveObjects: [{ ...record, address: record.address.replace('northwind', 'older') as never }],
  });
  editManifest(place, 'northwind', renamed);
  const [, second] = await place.plan();
  expect(second).toMatchObject({
    kind: 'unplanned',
    diagnostics: [{ code: 'account-bound-elsewhere', remedy: expect.stringContaining('older') }],
  });
});
