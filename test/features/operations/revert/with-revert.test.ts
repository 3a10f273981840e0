import { expect, it } from 'vitest';
import type { RevertRequest } from '../../../../src/features/operations/revert/check-revert.ts';
import type { Address } from '../../../../src/model/address.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import type { AccountPlan } from '../../../../src/model/plan/plan.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReasons,
  openQuickstart,
  readLive,
} from '../../../worlds/quickstart.ts';

const running = 'Contacts to files';
const cycle = 'northwind/cycles/contacts-to-files';

/** The quickstart, applied, and a hand inside northwind. */
async function openApplied() {
  const fixture = await openQuickstart();
  expect((await applyAll(fixture)).every(isSuccess)).toBe(true);
  const { caller } = await openConsoleUser(fixture.emulator);
  const account = () => readLive(fixture, 'northwind');
  const own = caller.inside(account().id);
  const find = () => {
    const found = account().cycles.find(
      ({ name, status }) => name.startsWith(running) && status !== 'DeleteScheduled',
    );
    if (found === undefined) throw new Error(`There is no ${running}`);
    return found;
  };
  return { fixture, caller, own, account, find };
}

function all(...addresses: readonly string[]): RevertRequest {
  return { addresses: addresses as readonly Address[], isNew: true };
}

function listFields({ changes }: AccountPlan): readonly string[] {
  return changes.flatMap((change) =>
    change.verb === 'update'
      ? change.fields.map(({ path }) => `${change.address}/${path}`)
      : [`${change.verb} ${change.address}`],
  );
}

/** Plans a revert and applies it; gives what it wrote. */
async function revert(fixture: TestFixture, ...addresses: readonly string[]) {
  const planned = await fixture.plan({ revert: all(...addresses) });
  const outcomes = await fixture.apply({ revert: { ...all(...addresses), isNew: false }, planned });
  expect(outcomes.every(isSuccess)).toBe(true);
  return planned.flatMap((each) => (each.kind === 'planned' ? listFields(each.plan) : []));
}

async function listDrift(fixture: TestFixture): Promise<readonly string[]> {
  return (await fixture.drift()).flatMap((each) =>
    each.kind === 'read' ? each.items.map(({ address, path }) => `${address}/${path}`) : [],
  );
}

it('brings back what moved in the service, and leaves what only Git moved', async () => {
  const { fixture, caller, account } = await openApplied();
  await put(caller, `/accounts/${account().id}`, { Timezone: 'Asia/Tokyo', Name: 'Northwind!' });
  editManifest(fixture, 'northwind', { from: 'Northwind Traders', to: 'Northwind Ltd' });
  editManifest(fixture, 'northwind', { from: 'successHours: 120', to: 'successHours: 96' });
  expect(await revert(fixture)).toEqual(['northwind/displayName', 'northwind/timezone']);
  expect(account()).toMatchObject({ name: 'Northwind Ltd', timezone: 'Europe/Berlin' });
  expect(await listDrift(fixture)).toEqual([]);
  expect(listFields(planOf(await fixture.plan(), 'northwind'))).toEqual([
    'northwind/retention/successHours',
  ]);
});

it('releases no object whose map left the manifest, because only an apply does', async () => {
  const { fixture, caller, account } = await openApplied();
  await put(caller, `/accounts/${account().id}`, { Timezone: 'Asia/Tokyo' });
  editManifest(fixture, 'northwind', { from: /\n {2}connectors:[\s\S]*$/, to: '\n' });
  const { objects } = await fixture.store.readState('northwind');
  expect(await revert(fixture)).toEqual(['northwind/timezone']);
  const kept = (await fixture.store.readState('northwind')).objects;
  expect([...kept.keys()]).toEqual([...objects.keys()]);
});

it('plans and records nothing without drift', async () => {
  const { fixture } = await openApplied();
  editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Kolkata' });
  editManifest(fixture, 'northwind', {
    from: /\n {4}mailer:[\s\S]*?\n {2}cycles/,
    to: '\n  cycles',
  });
  editManifest(fixture, 'northwind', { from: /\n {4}contacts-to-mailer:[\s\S]*$/, to: '\n' });
  const state = await fixture.store.readState('northwind');
  const planned = await fixture.plan({ revert: all() });
  for (const each of planned) {
    expect(each).toMatchObject({ plan: { changes: [], operations: [], hasNews: false } });
  }
  await fixture.apply({ revert: { ...all(), isNew: false }, planned });
  expect(await fixture.store.readState('northwind')).toEqual(state);
});

it('makes no account that is new in Git, while it brings back what moved in another', async () => {
  const fixture = await openQuickstart();
  const select = ['account=contoso'];
  await fixture.apply({ select, planned: await fixture.plan({ select }) });
  const { caller } = await openConsoleUser(fixture.emulator);
  await put(caller, `/accounts/${readLive(fixture, 'contoso').id}`, { Name: 'By hand' });
  const planned = await fixture.plan({ revert: all() });
  expect(planOf(planned, 'contoso').operations.map(({ does }) => does)).toEqual([
    'writes displayName',
  ]);
  expect(planOf(planned, 'northwind')).toMatchObject({ isNew: false, operations: [], changes: [] });
  await fixture.apply({ revert: { ...all(), isNew: false }, planned });
  expect(fixture.emulator.control.dump().accounts.map(({ name }) => name)).toEqual(['Contoso']);
});

it('edits a running cycle in a window, and starts it again as it ran where Git has another schedule', async () => {
  const { fixture, own, find } = await openApplied();
  const before = find().activation;
  const variable = find().variables.find(({ displayName }) => displayName === 'region');
  const path = `/cycles/${find().id}`;
  await put(own, `${path}/deactivate?finishQueuedTransactions=true`);
  await put(own, `${path}/variables/${variable?.systemName}`, { Value: 'apac' });
  await put(own, `${path}/activate`, { StartTime: '2026-12-01T06:00:00.000Z', Interval: 15 });
  editManifest(fixture, 'northwind', { from: 'every: 15m', to: 'every: 30m' });
  editManifest(fixture, 'northwind', { from: '{option: Customers}', to: '{option: Leads}' });
  expect(await revert(fixture)).toEqual([`${cycle}/variables/region`]);
  expect(find()).toMatchObject({ status: 'Active', activation: { intervalMinutes: 15 } });
  expect(find().activation?.startAtMs).toBe(before?.startAtMs);
  expect(find().variables).toMatchObject([{ value: 'emea' }]);
  expect(await listDrift(fixture)).toEqual([]);
  expect(listFields(planOf(await fixture.plan(), 'northwind'))).toEqual([
    `${cycle}/steps/Get contact/parameters/list`,
    `${cycle}/schedule`,
  ]);
});

it('leaves a cycle running that only Git wants paused, while it edits it', async () => {
  const { fixture, own, find } = await openApplied();
  await put(own, `/cycles/${find().id}/deactivate?finishQueuedTransactions=true`);
  await put(own, `/cycles/${find().id}`, { Name: `${running} by hand` });
  await put(own, `/cycles/${find().id}/activate`, {
    StartTime: '2026-12-01T06:00:00.000Z',
    Interval: 15,
  });
  editManifest(fixture, 'northwind', {
    from: /state: active\n {6}schedule: \{every: 15m/,
    to: 'state: paused\n      schedule: {every: 15m',
  });
  expect(await revert(fixture)).toEqual([`${cycle}/displayName`]);
  expect(find()).toMatchObject({ name: running, status: 'Active' });
  expect(await listDrift(fixture)).toEqual([]);
});

it('starts a stopped cycle again on what it was sent, where only Git has another schedule', async () => {
  const { fixture, own, find } = await openApplied();
  await put(own, `/cycles/${find().id}/deactivate?finishQueuedTransactions=true`);
  editManifest(fixture, 'northwind', { from: 'every: 15m', to: 'every: 30m' });
  expect(await revert(fixture)).toEqual([`${cycle}/state`]);
  expect(find()).toMatchObject({ status: 'Active', activation: { intervalMinutes: 15 } });
  expect(await listDrift(fixture)).toEqual([]);
  expect(listFields(planOf(await fixture.plan(), 'northwind'))).toEqual([`${cycle}/schedule`]);
});

it('makes again what is gone, with all that Git says of it, and nothing that is new in Git', async () => {
  const { fixture, own, find } = await openApplied();
  const { id } = find();
  await put(own, `/cycles/${id}/deactivate?finishQueuedTransactions=true`);
  await own.call('DELETE', `/v1.0/cycles/${id}`);
  editManifest(fixture, 'northwind', {
    from: '  cycles:\n',
    to: '    second: {connector: {name: Sample Mailer}}\n  cycles:\n',
  });
  expect(await revert(fixture)).toEqual([`create ${cycle}`]);
  expect(find()).toMatchObject({ status: 'Active', activation: { intervalMinutes: 15 } });
  expect(find().id).not.toBe(id);
  expect(await listDrift(fixture)).toEqual([]);
  expect(listFields(planOf(await fixture.plan(), 'northwind'))).toEqual([
    'create northwind/connectors/second',
  ]);
});

it('takes only what was named, and refuses what has no drift', async () => {
  const { fixture, caller, account } = await openApplied();
  const path = `/accounts/${account().id}`;
  await put(caller, path, { Timezone: 'Asia/Tokyo', Name: 'Northwind!' });
  expect(await revert(fixture, 'northwind/timezone')).toEqual(['northwind/timezone']);
  expect(await listDrift(fixture)).toEqual(['northwind/displayName']);
  const [refused] = await fixture.plan({
    revert: all('northwind/timezone', 'northwind/cycles/no'),
  });
  expect(refused).toMatchObject({
    kind: 'unplanned',
    isUnread: false,
    diagnostics: [
      { code: 'no-drift', address: 'northwind/timezone' },
      { code: 'no-drift', address: 'northwind/cycles/no' },
    ],
  });
  // An account stands for all that has moved in it.
  expect(await revert(fixture, 'northwind')).toEqual(['northwind/displayName']);
});

it('refuses to make a cycle again without the connector that it needs', async () => {
  const { fixture, own, find } = await openApplied();
  await put(own, `/cycles/${find().id}/deactivate?finishQueuedTransactions=true`);
  await own.call('DELETE', `/v1.0/cycles/${find().id}`);
  editManifest(fixture, 'northwind', {
    from: 'from: {template: Contacts to Files}\n',
    to: 'from: {template: Contacts to Files}\n      connectors: {Sample CRM: second}\n',
  });
  editManifest(fixture, 'northwind', {
    from: '  cycles:\n',
    to: '    second: {connector: {name: Sample CRM}, auth: {apiKey: {env: northwind_crm_key}}}\n  cycles:\n',
  });
  const planned = await fixture.plan({ revert: all() });
  expect(planned.find(({ kind }) => kind === 'unplanned')).toMatchObject({
    diagnostics: [
      {
        code: 'revert-refused',
        summary: `${cycle} needs northwind/connectors/second, which does not exist`,
      },
    ],
  });
});

it('leaves a lost sign-in to a person', async () => {
  const { fixture, own, account } = await openApplied();
  const mailer = account().connectors.find(({ name }) => name === 'mailer');
  fixture.emulator.control.grantConsent({ account: account().id, connector: 'mailer' });
  await applyAll(fixture);
  await put(own, `/account/connectors/${mailer?.id}/deauthenticate`);
  expect(await listDrift(fixture)).toContain('northwind/connectors/mailer/auth');
  const planned = await fixture.plan({ revert: all('northwind/connectors/mailer') });
  expect(planOf(planned, 'northwind')).toMatchObject({
    operations: [],
    changes: [],
    notices: expect.arrayContaining([
      expect.objectContaining({ kind: 'waits', address: 'northwind/connectors/mailer' }),
    ]),
  });
});

it('refuses a cycle that an apply of ours has left paused, and one whose key has changed in Git', async () => {
  const { fixture, own, find } = await openApplied();
  const variable = find().variables.find(({ displayName }) => displayName === 'region');
  await put(own, `/cycles/${find().id}/deactivate?finishQueuedTransactions=true`);
  await put(own, `/cycles/${find().id}/variables/${variable?.systemName}`, { Value: 'apac' });
  const pause = {
    address: cycle as Address,
    cycleId: find().id,
    schedule: { kind: 'every', every: '15m' } as const,
    sent: null,
    pausedAt: '2026-12-01T05:00:00Z',
    reason: 'writes variables/region',
  };
  await fixture.store.update({ account: 'northwind', openPauses: [pause] });
  const refused = async () => {
    const planned = await fixture.plan({ revert: all() });
    return listReasons(planned);
  };
  expect(await refused()).toMatchObject([
    { code: 'revert-refused', summary: expect.stringContaining('that was interrupted') },
  ]);
  await fixture.store.update({ account: 'northwind', closePauses: [cycle as Address] });
  expect(await refused()).toEqual([]);
  editManifest(fixture, 'northwind', {
    from: '    contacts-to-files:\n',
    to: '    to-files:\n      renamedFrom: contacts-to-files\n',
  });
  expect(await refused()).toMatchObject([
    { code: 'revert-refused', summary: expect.stringContaining('entries with other keys') },
  ]);
});
