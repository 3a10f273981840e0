import { describe, expect, it } from 'vitest';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReasons,
  listReported,
  listWrites,
  openQuickstart,
  planOne,
  quickstartIds,
  readLive,
} from '../../worlds/quickstart.ts';

const renameCycle = {
  from: '    contacts-to-files:\n',
  to: '    contacts-out:\n      renamedFrom: contacts-to-files\n',
};
const renameConnector = { from: '    crm:\n', to: '    sales:\n      renamedFrom: crm\n' };

async function openApplied(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  return fixture;
}

function tagsOf(fixture: TestFixture): readonly (readonly string[])[] {
  return readLive(fixture, 'northwind').cycles.map(({ tags }) => tags);
}

describe('an entry with renamedFrom', () => {
  it('is what its earlier key was: the name that follows from the key is written, the tag too, and nothing is made', async () => {
    const fixture = await openApplied();
    const ids = () => readLive(fixture, 'northwind').cycles.map(({ id }) => id);
    const before = ids();
    const since = fixture.emulator.requests().length;
    editManifest(fixture, 'northwind', renameCycle);
    editManifest(fixture, 'northwind', renameConnector);
    const plan = await planOne(fixture, 'northwind');
    expect(plan.changes.map(({ verb, address }) => `${verb} ${address}`)).toEqual([
      'update northwind/connectors/sales',
      'update northwind/cycles/contacts-out',
    ]);
    expect(plan.notices.filter(({ kind }) => kind === 'renamed')).toEqual([
      { kind: 'renamed', address: 'northwind/connectors/sales', was: 'crm' },
      { kind: 'renamed', address: 'northwind/cycles/contacts-out', was: 'contacts-to-files' },
    ]);
    // It runs, so that its tag is written in a pause window.
    expect(
      plan.operations.filter(({ window }) => window !== null).map(({ action }) => action.kind),
    ).toEqual(['pause-cycle', 'update-cycle', 'activate-cycle']);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(ids()).toEqual(before);
    expect(listWrites(fixture, since).filter((write) => /DELETE|install/.test(write))).toEqual([]);
    expect(readLive(fixture, 'northwind').connectors.map(({ name }) => name)).toContain('sales');
    expect(tagsOf(fixture)).toContainEqual(['contacts', 'files', 'cyclectl:contacts-out']);
    expect(tagsOf(fixture).flat()).not.toContain('cyclectl:contacts-to-files');
    expect([...(await fixture.store.readState('northwind')).objects.keys()].sort()).toEqual([
      'northwind',
      'northwind/connectors/files',
      'northwind/connectors/mailer',
      'northwind/connectors/sales',
      'northwind/cycles/contacts-out',
      'northwind/cycles/contacts-to-mailer',
    ]);
  });

  it('may stay, and is found by its earlier tag and name without state', async () => {
    const fixture = await openApplied();
    fixture.loseStore();
    editManifest(fixture, 'northwind', renameCycle);
    editManifest(fixture, 'northwind', renameConnector);
    const plan = await planOne(fixture, 'northwind');
    expect(plan.changes.filter(({ verb }) => verb === 'create' || verb === 'delete')).toEqual([]);
    await applyAll(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
    fixture.loseStore();
    const since = fixture.emulator.requests().length;
    await applyAll(fixture);
    expect(listWrites(fixture, since)).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is refused where both keys are bound to something', async () => {
    const fixture = await openApplied();
    editManifest(fixture, 'northwind', {
      from: / {4}contacts-to-mailer:\n/,
      to: '    contacts-to-mailer:\n      renamedFrom: contacts-to-files\n',
    });
    editManifest(fixture, 'northwind', {
      from: / {4}contacts-to-files:[\s\S]*(?= {4}contacts-to-mailer)/,
      to: '',
    });
    // The object of the earlier key has no entry any more, and is not deleted.
    expect(listReasons(await fixture.plan())).toMatchObject([
      { code: 'renamed-onto', address: 'northwind/cycles/contacts-to-mailer' },
      { code: 'renamed-onto', address: 'northwind/cycles/contacts-to-files' },
    ]);
  });
});

it('moves objects and their account at once', async () => {
  const fixture = await openApplied();
  editManifest(fixture, 'northwind', renameConnector);
  editManifest(fixture, 'northwind', { from: 'name: northwind\n', to: 'name: nordwind\n' });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  expect(listLeft(await fixture.plan())).toEqual([]);
  expect((await fixture.store.readState('northwind')).objects.size).toBe(0);
  expect(
    (await fixture.store.readState('nordwind')).objects.has('nordwind/connectors/sales' as never),
  ).toBe(true);
  expect(fixture.emulator.control.dump().accounts.length).toBe(Object.keys(quickstartIds).length);
});

it('hints at renamedFrom where one goes and one of its kind comes', async () => {
  const fixture = await openApplied();
  editManifest(fixture, 'northwind', {
    from: '    contacts-to-files:\n',
    to: '    contacts-out:\n',
  });
  editManifest(fixture, 'northwind', { from: '    mailer:\n', to: '    letters:\n' });
  const { changes } = await planOne(fixture, 'northwind');
  const reasons = changes.filter(({ verb }) => verb === 'delete').flatMap((each) => each.reasons);
  expect(reasons).toEqual(
    expect.arrayContaining([
      expect.stringContaining('write renamedFrom: contacts-to-files in contacts-out'),
      expect.stringContaining('write renamedFrom: mailer in letters'),
    ]),
  );
});
