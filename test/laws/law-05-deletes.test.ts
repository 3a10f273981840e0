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
  const fixture = await openQuickstart(options);
  await applyAll(fixture);
  return fixture;
}

function listDeletes(fixture: TestFixture): readonly string[] {
  return listWrites(fixture).filter((write) => write.startsWith('DELETE'));
}

async function planDeletes(fixture: TestFixture): Promise<string[]> {
  const { changes } = await planOne(fixture, 'northwind');
  return changes.filter(({ verb }) => verb === 'delete').map(({ address }) => address);
}

describe('what is deleted', () => {
  it('is what is ours, whose entry is gone under a map that is there, in the number that was allowed', async () => {
    const fixture = await openApplied();
    editManifest(fixture, 'northwind', { from: mailer, to: '' });
    expect(await planDeletes(fixture)).toEqual(['northwind/cycles/contacts-to-mailer']);
    await fixture.apply({ allowDeletes: 1 });
    expect(listDeletes(fixture).length).toBe(1);
    const { cycles } = readLive(fixture, 'northwind');
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
      const fixture = await openApplied();
      editManifest(fixture, 'northwind', { from: mailer, to: '' });
      const apply = fixture.apply(allowed === undefined ? {} : { allowDeletes: allowed });
      await expect(apply).rejects.toThrow(PolicyRefusal);
      expect(listDeletes(fixture)).toEqual([]);
    },
  );

  it('where the whole map is gone: it is forgotten, and comes back as adopted', async () => {
    const fixture = await openApplied();
    const before = fixture.manifests.get('accounts/northwind.yaml') ?? '';
    editManifest(fixture, 'northwind', { from: / {2}connectors:[\s\S]*$/, to: '' });
    expect(await planDeletes(fixture)).toEqual([]);
    const live = readLive(fixture, 'northwind');
    await applyAll(fixture);
    expect(readLive(fixture, 'northwind')).toEqual(live);
    editManifest(fixture, 'northwind', { from: /$/, to: '  connectors: {}\n  cycles: {}\n' });
    expect(await planDeletes(fixture)).toEqual([]);
    fixture.manifests.set('accounts/northwind.yaml', before);
    const { changes } = await planOne(fixture, 'northwind');
    expect(new Set(changes.map(({ verb }) => verb))).toEqual(new Set(['adopt']));
  });

  it('where the file is gone', async () => {
    const fixture = await openApplied();
    const live = readLive(fixture, 'northwind');
    fixture.manifests.delete('accounts/northwind.yaml');
    await applyAll(fixture);
    expect(readLive(fixture, 'northwind')).toEqual(live);
  });

  it('of what others made', async () => {
    const fixture = await openApplied();
    const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
    const { Id } = await installTemplate(caller, 'Order Backfill');
    editManifest(fixture, 'northwind', {
      from: /connectors:[\s\S]*$/,
      to: 'connectors: {}\n  cycles: {}',
    });
    expect((await planDeletes(fixture)).length).toBe(4);
    await applyAll(fixture);
    const { cycles, connectors } = readLive(fixture, 'northwind');
    const [left, ...others] = cycles.filter(({ status }) => status !== 'DeleteScheduled');
    expect([left?.id, others]).toEqual([Id, []]);
    // The install brought one that the account lacked, and uses one of ours.
    const used = new Set(left?.bindings.map(({ accountConnectorId }) => accountConnectorId));
    expect(new Set(connectors.map(({ id }) => id))).toEqual(used);
    expect(connectors.map(({ name }) => name)).toContain('Our App');
    expect(connectors).toHaveLength(2);
  });

  it('where a list is incomplete: what it lacks answers on its own, and the account is unread', async () => {
    const fixture = await openApplied({
      world: makeCrowdedWorld(),
      choices: { maximumPageSize: 100 },
    });
    editManifest(fixture, 'northwind', { from: mailer, to: '' });
    const whole = await planOne(fixture, 'northwind');
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/account/connectors', do: 'shift' },
    ]);
    const planned = await fixture.plan();
    const observed = planned.find(
      (each) => each.kind === 'unplanned' || each.plan.account === 'northwind',
    );
    // The first of the list is one of the crowd; either nothing is concluded, or the same as before.
    if (observed?.kind === 'planned') expect(observed.plan.changes).toEqual(whole.changes);
    else expect(observed?.isUnread).toBe(true);
    expect(fixture.emulator.control.readFaults()[0]?.hit).toBeGreaterThan(0);
  });

  it('where a list shows late what was made: its id is asked too', async () => {
    const fixture = await openQuickstart();
    fixture.emulator.control.plantFaults([
      { method: 'POST', path: '/v1.0/templates/*/install', do: 'lag', requests: 100_000 },
    ]);
    await applyAll(fixture);
    fixture.emulator.control.plantFaults([]);
    const planned = await fixture.plan();
    expect(planned.map((each) => each.kind === 'unplanned' && each.isUnread)).toEqual([true, true]);
    await applyAll(fixture);
    expect(listDeletes(fixture)).toEqual([]);
    expect(readLive(fixture, 'northwind').cycles.length).toBe(2);
  });

  it('where the share of changed accounts is beyond what the environment allows', async () => {
    const fixture = await openQuickstart();
    for (let index = 0; index < 10; index += 1) addAccount(fixture, index, 'before');
    await applyAll(fixture);
    for (let index = 0; index < 10; index += 1) addAccount(fixture, index, 'after');
    editManifestOf(fixture, 'maxChangedPercent: 100', 'maxChangedPercent: 30');
    const since = listWrites(fixture).length;
    await expect(fixture.apply()).rejects.toThrow('10 of 12 accounts');
    expect(listWrites(fixture).slice(since)).toEqual([]);
  });
});

function addAccount(fixture: TestFixture, index: number, description: string): void {
  const name = `fabrikam-${index}`;
  const text = `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: ${name}}\nspec: {id: ${name}, description: ${description}}\n`;
  fixture.manifests.set(`accounts/${name}.yaml`, text);
}

function editManifestOf(fixture: TestFixture, from: string, to: string): void {
  const text = fixture.manifests.get('cyclectl.yaml') ?? '';
  expect(text).toContain(from);
  fixture.manifests.set('cyclectl.yaml', text.replace(from, to));
}

// More connectors than a page holds, so that a list is read in several requests.
function makeCrowdedWorld(): string {
  const connectors = Array.from(
    { length: 150 },
    (_, index) => `      - {connector: Our App, name: crowd ${index}}`,
  );
  return `${quickstartWorldText}\naccounts:\n  - id: northwind-8812\n    connectors:\n${connectors.join('\n')}\n`;
}
