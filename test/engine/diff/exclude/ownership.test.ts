import { describe, expect, it } from 'vitest';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { exportAccounts } from '../../../worlds/features/export-accounts.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  openQuickstart,
  planOne,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

const account = quickstartIds.northwind;
const files = 'northwind/cycles/contacts-to-files';

/** The quickstart with lines about who owns what in the account `northwind`. */
async function openOwned(...lines: readonly string[]): Promise<TestFixture> {
  const place = await openQuickstart({ choices: { scheduleReadable: 'yes' } });
  own(place, ...lines);
  return place;
}

function own(place: TestFixture, ...lines: readonly string[]): void {
  const text = place.manifests.get('accounts/northwind.yaml')?.replace(/ {2}ownership:.*\n/, '');
  place.manifests.set(
    'accounts/northwind.yaml',
    `${text?.replace(/^ {2}connectors:/m, `  ownership: {${lines.join(', ')}}\n  connectors:`)}`,
  );
}

const isNamed =
  (wanted: string) =>
  ({ name }: { readonly name: string }) =>
    name === wanted;

function findCycle(place: TestFixture, name = 'Contacts to files') {
  const found = readLive(place, 'northwind').cycles.find(isNamed(name));
  if (found === undefined) throw new Error(`There is no cycle ${name}`);
  return found;
}

function say(place: TestFixture, path: string, body: unknown = {}): Promise<unknown> {
  return consoleRequest(place.emulator, { method: 'PUT', path: `/v1.0${path}`, account, body });
}

async function stop(place: TestFixture): Promise<void> {
  await say(place, `/cycles/${findCycle(place).id}/deactivate`);
}

async function startEvery(place: TestFixture, minutes: number): Promise<void> {
  const body = { StartTime: '2026-12-02T00:00:00Z', Interval: minutes, RunOnce: false };
  await say(place, `/cycles/${findCycle(place).id}/activate`, body);
}

async function driftOf(place: TestFixture) {
  const found = (await place.drift()).find((each) => each.account === 'northwind');
  if (found?.kind !== 'read') throw new Error('northwind was not read');
  return found;
}

const minutesOf = (place: TestFixture) => findCycle(place).activation?.intervalMinutes;

describe('a seeded schedule', () => {
  it('starts a cycle once, and an edit later starts it again as somebody else has set it', async () => {
    const place = await openOwned('schedule: seeded');
    await applyAll(place);
    expect(minutesOf(place)).toBe(15);
    await stop(place);
    await startEvery(place, 60);
    expect(await driftOf(place)).toMatchObject({ items: [], manifestMoved: 0 });
    editManifest(place, 'northwind', { from: 'region: emea', to: 'region: apac' });
    const { operations } = await planOne(place, 'northwind');
    expect(operations.map(({ action }) => action.kind)).toEqual([
      'pause-cycle',
      'set-variables',
      'activate-cycle',
    ]);
    expect(listReported(await applyAll(place))).toEqual([]);
    expect(findCycle(place)).toMatchObject({ status: 'Active' });
    expect(minutesOf(place)).toBe(60);
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('is Git’s word again in a line of its own that is more exact, or of the account', async () => {
    const place = await openOwned('schedule: seeded', `cycles/contacts-to-files/schedule: managed`);
    await applyAll(place);
    await stop(place);
    await startEvery(place, 60);
    expect((await driftOf(place)).items).toMatchObject([{ address: files, path: 'schedule' }]);
    own(place, 'schedule: managed');
    const project = place.manifests.get('cyclectl.yaml') ?? '';
    const all = 'ownership: {cycles/contacts-to-files/schedule: observed}';
    place.manifests.set('cyclectl.yaml', `${project}      ${all}\n`);
    expect((await driftOf(place)).items).toMatchObject([{ address: files, path: 'schedule' }]);
    own(place);
    expect(await driftOf(place)).toMatchObject({
      items: [],
      notices: expect.arrayContaining([
        {
          kind: 'observed',
          address: files,
          path: 'schedule',
          wants: {
            kind: 'plain',
            value: { kind: 'every', every: '15m', startAt: expect.any(String) },
          },
          is: { kind: 'plain', value: expect.objectContaining({ every: '1h' }) },
          at: expect.objectContaining({ file: 'accounts/northwind.yaml' }),
        },
      ]),
    });
  });
});

it('refuses an edit of what runs on a schedule that nobody knows and others have the say over, and says what to do', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  place.loseStore();
  own(place, 'schedule: seeded');
  editManifest(place, 'northwind', { from: 'region: emea', to: 'region: apac' });
  const planned = (await place.plan()).find(({ kind }) => kind === 'unplanned');
  expect(planned).toMatchObject({
    diagnostics: [
      {
        code: 'schedule-unknown',
        remedy: expect.stringContaining('Stop the cycle in the console'),
      },
    ],
  });
  await stop(place);
  expect(listReported(await applyAll(place))).toEqual([]);
  expect(JSON.stringify(findCycle(place).variables)).toContain('apac');
  expect(findCycle(place)).toMatchObject({ status: 'Paused' });
  expect(listLeft(await place.plan())).toEqual([]);
});

describe('a seeded state', () => {
  it('is started once, also where a person has to sign in first, and never again', async () => {
    const place = await openOwned('state: seeded');
    await applyAll(place);
    const mailer = () => findCycle(place, 'Contacts to mailer');
    expect(mailer()).toMatchObject({ status: 'Paused' });
    place.emulator.control.grantConsent({ account, connector: 'mailer' });
    await applyAll(place);
    expect(mailer()).toMatchObject({ status: 'Active' });
    await say(place, `/cycles/${mailer().id}/deactivate`);
    expect((await driftOf(place)).items).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
    editManifest(place, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
    await applyAll(place);
    expect(mailer()).toMatchObject({ status: 'Paused' });
  });
});

describe('a seeded field', () => {
  it('is still written by the next apply where making its object was cut short', async () => {
    const place = await openOwned('variables: seeded', '"cycles/*/steps": seeded');
    await applyAll(place, {
      select: ['account=northwind'],
      isStopping: () =>
        findDumped(place.emulator, account)?.cycles.some(isNamed('Contacts to files')) === true,
    });
    const before = findCycle(place).variables;
    expect(JSON.stringify(before)).not.toContain('emea');
    await applyAll(place);
    expect(JSON.stringify(findCycle(place).variables)).toContain('emea');
    expect(findCycle(place)).toMatchObject({ status: 'Active' });
    own(place);
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('is written to no object of which nothing is remembered, nor to one that Git had without it', async () => {
    const place = await openOwned('timezone: seeded', 'description: seeded');
    await applyAll(place);
    editManifest(place, 'northwind', { from: 'Europe/Berlin', to: 'UTC\n  description: new' });
    expect(listLeft(await place.plan())).toEqual([]);
    place.loseStore();
    expect((await planOne(place, 'northwind')).operations).toEqual([]);
    await applyAll(place);
    expect(readLive(place, 'northwind')).toMatchObject({ timezone: 'Europe/Berlin' });
    expect((await driftOf(place)).items).toEqual([]);
  });

  it('is refused where the service keeps another value than it is made with', async () => {
    const place = await openQuickstart({ choices: { retentionMaximumHours: 168 } });
    own(place, 'retention: seeded');
    const diagnostics = (await applyAll(place)).flatMap((each) => each.diagnostics);
    expect(diagnostics).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ code: 'kept-another-value' })]),
    );
  });
});

/** Makes Git name a second mailer for a slot, which nobody has signed in. */
function nameSecondMailer(place: TestFixture): void {
  editManifest(place, 'northwind', {
    from: '    mailer:',
    to: '    mailer-two:\n      connector: {name: Sample Mailer}\n      auth: {oauth: {user: hq@northwind.example}}\n    mailer:',
  });
  editManifest(place, 'northwind', {
    from: 'from: {template: Contacts to Mailer}',
    to: 'from: {template: Contacts to Mailer}\n      connectors: {Sample Mailer: mailer-two}',
  });
}

describe('an observed slot', () => {
  it('keeps a new cycle from starting for no connector but the one that it is bound to', async () => {
    const place = await openOwned('cycles/*/connectors: observed');
    const file = 'accounts/northwind.yaml';
    const whole = place.manifests.get(file) ?? '';
    place.manifests.set(file, whole.replace(/\n {4}contacts-to-mailer:[\s\S]*$/, '\n'));
    await applyAll(place);
    place.emulator.control.grantConsent({ account, connector: 'mailer' });
    place.manifests.set(file, whole);
    nameSecondMailer(place);
    expect(listReported(await applyAll(place))).toEqual([]);
    expect(findCycle(place, 'Contacts to mailer')).toMatchObject({ status: 'Active' });
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('holds no edit back for a connector that nobody has bound to it', async () => {
    const place = await openOwned();
    await applyAll(place);
    place.emulator.control.grantConsent({ account, connector: 'mailer' });
    await applyAll(place);
    const mailer = () => findCycle(place, 'Contacts to mailer');
    expect(mailer()).toMatchObject({ status: 'Active' });
    own(place, 'cycles/*/connectors: observed');
    nameSecondMailer(place);
    editManifest(place, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
    const bound = mailer().bindings;
    expect(listReported(await applyAll(place))).toEqual([]);
    expect(mailer()).toMatchObject({ status: 'Active', bindings: bound });
    const { notices } = await planOne(place, 'northwind');
    expect(notices.map(({ kind }) => kind).sort()).toEqual(['observed', 'waits']);
    expect((await driftOf(place)).items).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
  });
});

describe('an observed schedule', () => {
  it('starts no new cycle, and leaves one alone that a person has started', async () => {
    const place = await openOwned('schedule: observed');
    expect((await applyAll(place)).every(isSuccess)).toBe(true);
    expect(findCycle(place)).toMatchObject({ status: 'Paused' });
    expect(await driftOf(place)).toMatchObject({ items: [], manifestMoved: 0 });
    await startEvery(place, 60);
    expect(await driftOf(place)).toMatchObject({ items: [], manifestMoved: 0 });
    expect((await planOne(place, 'northwind')).operations).toEqual([]);
    editManifest(place, 'northwind', { from: 'region: emea', to: 'region: apac' });
    expect(listReported(await applyAll(place))).toEqual([]);
    expect(findCycle(place)).toMatchObject({ status: 'Active' });
    expect(minutesOf(place)).toBe(60);
  });

  it('is nobody’s guess where a person has stopped what nobody knows the schedule of', async () => {
    const place = await openQuickstart();
    own(place, 'schedule: observed');
    await applyAll(place);
    await startEvery(place, 60);
    await applyAll(place);
    await stop(place);
    const { operations, notices } = await planOne(place, 'northwind');
    expect(operations).toEqual([]);
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'not-started', address: files, isLeft: true }),
    );
    expect((await driftOf(place)).items).toMatchObject([{ address: files, kind: 'stopped' }]);
  });
});

it('takes over into the manifest nothing that others have the say over', async () => {
  const place = await openOwned('timezone: observed', 'schedule: seeded');
  await applyAll(place);
  await say(place, `/accounts/${readLive(place, 'northwind').id}`, { Timezone: 'UTC' });
  await stop(place);
  await startEvery(place, 60);
  const [merged] = await exportAccounts(place, { merge: 'moved', select: ['account=northwind'] });
  expect(merged).toMatchObject({ kind: 'unchanged', diagnostics: [] });
});

it('makes a plan stale that was made with another owner', async () => {
  const place = await openOwned('timezone: managed');
  await applyAll(place);
  editManifest(place, 'northwind', { from: 'Europe/Berlin', to: 'UTC' });
  const planned = await place.plan();
  own(place, 'timezone: seeded');
  expect(listReported(await place.apply({ planned }))).toMatchObject([{ code: 'plan-stale' }]);
});
