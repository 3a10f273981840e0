import { describe, expect, it } from 'vitest';
import { installTemplate, signIn } from '../emulator/support/start-emulator.ts';
import { quickstartWorldText } from '../emulator/support/worlds.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { PolicyRefusal } from '../worlds/policy-refusal.ts';
import {
  applyAll,
  editManifest,
  listWrites,
  openQuickstart,
  planOne,
  readLive,
} from '../worlds/quickstart.ts';

const mailer = / {4}contacts-to-mailer:[\s\S]*$/;

async function openApplied(options: Parameters<typeof openQuickstart>[0] = {}) {
  const place = await openQuickstart(options);
  await applyAll(place);
  return place;
}

function listDeletes(place: TestFixture): readonly string[] {
  return listWrites(place).filter((write) => write.startsWith('DELETE'));
}

async function planDeletes(place: TestFixture): Promise<string[]> {
  const { changes } = await planOne(place, 'northwind');
  return changes.filter(({ verb }) => verb === 'delete').map(({ address }) => address);
}

describe('what is deleted', () => {
  it('is what is ours, whose entry is gone under a map that is there, in the number that was allowed', async () => {
    const place = await openApplied();
    editManifest(place, 'northwind', { from: mailer, to: '' });
    expect(await planDeletes(place)).toEqual(['northwind/cycles/contacts-to-mailer']);
    await place.apply({ allowDeletes: 1 });
    expect(listDeletes(place).length).toBe(1);
    const { cycles } = readLive(place, 'northwind');
    expect(cycles.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      'Contacts to files Active',
      'Contacts to mailer DeleteScheduled',
    ]);
  });
});

describe('nothing is deleted', () => {
  it.each([[undefined], [0], [2]])(
    'where a person allowed %s and the plan has one',
    async (allowed) => {
      const place = await openApplied();
      editManifest(place, 'northwind', { from: mailer, to: '' });
      const apply = place.apply(allowed === undefined ? {} : { allowDeletes: allowed });
      await expect(apply).rejects.toThrow(PolicyRefusal);
      expect(listDeletes(place)).toEqual([]);
    },
  );

  it('where the whole map is gone: it is forgotten, and comes back as adopted', async () => {
    const place = await openApplied();
    const before = place.manifests.get('accounts/northwind.yaml') ?? '';
    editManifest(place, 'northwind', { from: / {2}connectors:[\s\S]*$/, to: '' });
    expect(await planDeletes(place)).toEqual([]);
    const live = readLive(place, 'northwind');
    await applyAll(place);
    expect(readLive(place, 'northwind')).toEqual(live);
    editManifest(place, 'northwind', { from: /$/, to: '  connectors: {}\n  cycles: {}\n' });
    expect(await planDeletes(place)).toEqual([]);
    place.manifests.set('accounts/northwind.yaml', before);
    const { changes } = await planOne(place, 'northwind');
    expect(new Set(changes.map(({ verb }) => verb))).toEqual(new Set(['adopt']));
  });

  it('where the file is gone', async () => {
    const place = await openApplied();
    const live = readLive(place, 'northwind');
    place.manifests.delete('accounts/northwind.yaml');
    await applyAll(place);
    expect(readLive(place, 'northwind')).toEqual(live);
  });

  it('of what others made', async () => {
    const place = await openApplied();
    const caller = (await signIn(place.emulator)).inside('northwind-8812');
    const { Id } = await installTemplate(caller, 'Order Backfill');
    editManifest(place, 'northwind', {
      from: /connectors:[\s\S]*$/,
      to: 'connectors: {}\n  cycles: {}',
    });
    expect((await planDeletes(place)).length).toBe(5);
    await applyAll(place);
    const { cycles, connectors } = readLive(place, 'northwind');
    expect(cycles.filter(({ status }) => status !== 'DeleteScheduled').map(({ id }) => id)).toEqual(
      [Id],
    );
    // The install brought one that the account lacked.
    expect(connectors.map(({ name }) => name)).toEqual(['Our App']);
  });

  it('where a list is incomplete: what it lacks answers on its own, and the account is unread', async () => {
    const place = await openApplied({
      world: makeCrowdedWorld(),
      choices: { maximumPageSize: 100 },
    });
    editManifest(place, 'northwind', { from: mailer, to: '' });
    const whole = await planOne(place, 'northwind');
    place.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/account/connectors', do: 'shift' },
    ]);
    const planned = await place.plan();
    const seen = planned.find(
      (each) => each.kind === 'unplanned' || each.plan.account === 'northwind',
    );
    // The first of the list is one of the crowd; either nothing is concluded, or the same as before.
    if (seen?.kind === 'planned') expect(seen.plan.changes).toEqual(whole.changes);
    else expect(seen?.isUnread).toBe(true);
    expect(place.emulator.control.readFaults()[0]?.hit).toBeGreaterThan(0);
  });

  it('where a list shows late what was made: its id is asked too', async () => {
    const place = await openQuickstart();
    place.emulator.control.plantFaults([
      { method: 'POST', path: '/v1.0/templates/*/install', do: 'lag', requests: 100_000 },
    ]);
    await applyAll(place);
    place.emulator.control.plantFaults([]);
    const planned = await place.plan();
    expect(planned.map((each) => each.kind === 'unplanned' && each.isUnread)).toEqual([true, true]);
    await applyAll(place);
    expect(listDeletes(place)).toEqual([]);
    expect(readLive(place, 'northwind').cycles.length).toBe(2);
  });

  it('where the share of changed accounts is beyond what the environment allows', async () => {
    const place = await openQuickstart();
    for (let index = 0; index < 10; index += 1) addAccount(place, index, 'before');
    await applyAll(place);
    for (let index = 0; index < 10; index += 1) addAccount(place, index, 'after');
    editManifestOf(place, 'maxChangedPercent: 100', 'maxChangedPercent: 30');
    const since = listWrites(place).length;
    await expect(place.apply()).rejects.toThrow('10 of 12 accounts');
    expect(listWrites(place).slice(since)).toEqual([]);
  });
});

function addAccount(place: TestFixture, index: number, description: string): void {
  const name = `fabrikam-${index}`;
  const text = `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: ${name}}\nspec: {id: ${name}, description: ${description}}\n`;
  place.manifests.set(`accounts/${name}.yaml`, text);
}

function editManifestOf(place: TestFixture, from: string, to: string): void {
  const text = place.manifests.get('cyclectl.yaml') ?? '';
  expect(text).toContain(from);
  place.manifests.set('cyclectl.yaml', text.replace(from, to));
}

// More connectors than a page holds, so that a list is read in several requests.
function makeCrowdedWorld(): string {
  const connectors = Array.from(
    { length: 150 },
    (_, index) => `      - {connector: Our App, name: crowd ${index}}`,
  );
  return `${quickstartWorldText}\naccounts:\n  - id: northwind-8812\n    connectors:\n${connectors.join('\n')}\n`;
}
