import { expect, it } from 'vitest';
import { toCycleAddress } from '../../../src/model/address.ts';
import { makePause } from '../../support/values/make-field-diff.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReasons,
  listWrites,
  openQuickstart,
  planOne,
} from '../../worlds/quickstart.ts';

const renamed = { from: 'name: northwind', to: 'name: northwind-ag' };

async function openApplied(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  return fixture;
}

/** What the store knows, without the keys that it stands under. */
async function readKept(fixture: TestFixture, key: string) {
  const { objects, creates, pauses } = await fixture.store.readState(key);
  const kept = [...objects.values(), ...creates.values(), ...pauses.values()];
  return kept.map(({ address, ...rest }) => ({ ...rest, address: address.slice(key.length) }));
}

it('moves the state of an account whose key changed in Git, and sends nothing', async () => {
  const fixture = await openApplied();
  const before = await readKept(fixture, 'northwind');
  editManifest(fixture, 'northwind', renamed);
  const plan = await planOne(fixture, 'northwind-ag');
  expect(plan).toMatchObject({ operations: [], changes: [], hasNews: true });
  expect(plan.notices).toContainEqual({
    kind: 'renamed',
    address: 'northwind-ag',
    was: 'northwind',
  });
  expect(await fixture.store.listAccounts()).toEqual(['contoso', 'northwind']);
  const since = fixture.emulator.requests().length;
  await applyAll(fixture);
  expect(listWrites(fixture, since)).toEqual([]);
  expect(await fixture.store.listAccounts()).toEqual(['contoso', 'northwind-ag']);
  expect(await readKept(fixture, 'northwind-ag')).toEqual(before);
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('still deletes what a renamed manifest no longer has, and reports the direction of each difference', async () => {
  const fixture = await openApplied();
  editManifest(fixture, 'northwind', renamed);
  editManifest(fixture, 'northwind', { from: / {3}contacts-to-mailer:[\s\S]*$/, to: '' });
  editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Tokyo' });
  const { changes } = await planOne(fixture, 'northwind-ag');
  expect(changes).toMatchObject([
    { verb: 'update', address: 'northwind-ag', fields: [{ path: 'timezone', moved: 'manifest' }] },
    { verb: 'delete', address: 'northwind-ag/cycles/contacts-to-mailer' },
  ]);
  await applyAll(fixture);
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('starts again under its new key a cycle that was paused under the old one', async () => {
  const fixture = await openApplied();
  const address = toCycleAddress('northwind', 'contacts-to-files');
  const cycle = (await fixture.store.readState('northwind')).objects.get(address);
  const pause = { ...makePause(address), cycleId: cycle?.remoteId ?? '' };
  await fixture.store.update({ account: 'northwind', openPauses: [pause] });
  editManifest(fixture, 'northwind', renamed);
  const { notices } = await planOne(fixture, 'northwind-ag');
  expect(notices).toContainEqual(expect.objectContaining({ kind: 'paused-by-us', isNamed: true }));
  await applyAll(fixture);
  expect((await fixture.store.readState('northwind-ag')).pauses.size).toBe(0);
});

it('refuses an account that another key is bound to and has a manifest for, until that is forgotten', async () => {
  const fixture = await openApplied();
  const text = fixture.manifests.get('accounts/northwind.yaml') ?? '';
  fixture.manifests.set('accounts/other.yaml', text.replace('name: northwind', 'name: other'));
  editManifest(fixture, 'northwind', { from: 'northwind-8812', to: 'another-customer' });
  const planned = await fixture.plan();
  const refused = listReasons(planned);
  expect(refused).toMatchObject([
    { code: 'account-id-changed' },
    {
      code: 'account-bound-elsewhere',
      at: { file: 'accounts/other.yaml' },
      remedy: expect.stringContaining('put back the one of northwind'),
    },
  ]);
  const { objects } = await fixture.store.readState('northwind');
  await fixture.store.update({ account: 'northwind', deleteObjects: [...objects.keys()] });
  expect(await planOne(fixture, 'other')).toMatchObject({ operations: [], hasNews: true });
});

it('refuses to choose between two keys that are bound to one account and have no manifest', async () => {
  const fixture = await openApplied();
  const { objects } = await fixture.store.readState('northwind');
  const [record] = objects.values();
  if (record === undefined) throw new Error('nothing was remembered');
  await fixture.store.update({
    account: 'older',
    saveObjects: [{ ...record, address: record.address.replace('northwind', 'older') as never }],
  });
  editManifest(fixture, 'northwind', renamed);
  const [, second] = await fixture.plan();
  expect(second).toMatchObject({
    kind: 'unplanned',
    diagnostics: [{ code: 'account-bound-elsewhere', summary: expect.stringContaining('older') }],
  });
});
