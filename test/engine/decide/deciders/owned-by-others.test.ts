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
  listReasons,
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
  const fixture = await openQuickstart({ choices: { scheduleReadable: 'yes' } });
  own(fixture, ...lines);
  return fixture;
}

function own(fixture: TestFixture, ...lines: readonly string[]): void {
  const text = fixture.manifests.get('accounts/northwind.yaml')?.replace(/ {2}ownership:.*\n/, '');
  fixture.manifests.set(
    'accounts/northwind.yaml',
    `${text?.replace(/^ {2}connectors:/m, `  ownership: {${lines.join(', ')}}\n  connectors:`)}`,
  );
}

const isNamed =
  (wanted: string) =>
  ({ name }: { readonly name: string }) =>
    name === wanted;

function findCycle(fixture: TestFixture, name = 'Contacts to files') {
  const found = readLive(fixture, 'northwind').cycles.find(isNamed(name));
  if (found === undefined) throw new Error(`There is no cycle ${name}`);
  return found;
}

function say(fixture: TestFixture, path: string, body: unknown = {}): Promise<unknown> {
  return consoleRequest(fixture.emulator, { method: 'PUT', path: `/v1.0${path}`, account, body });
}

async function stop(fixture: TestFixture): Promise<void> {
  await say(fixture, `/cycles/${findCycle(fixture).id}/deactivate`);
}

async function startEvery(fixture: TestFixture, minutes: number): Promise<void> {
  const body = { StartTime: '2026-12-02T00:00:00Z', Interval: minutes, RunOnce: false };
  await say(fixture, `/cycles/${findCycle(fixture).id}/activate`, body);
}

async function driftOf(fixture: TestFixture) {
  const found = (await fixture.drift()).find((each) => each.account === 'northwind');
  if (found?.kind !== 'read') throw new Error('northwind was not read');
  return found;
}

const minutesOf = (fixture: TestFixture) => findCycle(fixture).activation?.intervalMinutes;

describe('a seeded schedule', () => {
  it('starts a cycle once, and a later edit restarts it as its owner set it', async () => {
    const fixture = await openOwned('schedule: seeded');
    await applyAll(fixture);
    expect(minutesOf(fixture)).toBe(15);
    await stop(fixture);
    await startEvery(fixture, 60);
    expect(await driftOf(fixture)).toMatchObject({ items: [], manifestMoved: 0 });
    editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
    const { operations } = await planOne(fixture, 'northwind');
    expect(operations.map(({ action }) => action.kind)).toEqual([
      'pause-cycle',
      'set-variables',
      'activate-cycle',
    ]);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(findCycle(fixture)).toMatchObject({ status: 'Active' });
    expect(minutesOf(fixture)).toBe(60);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is Git’s word again in a line of its own that is more exact, or of the account', async () => {
    const fixture = await openOwned(
      'schedule: seeded',
      `cycles/contacts-to-files/schedule: managed`,
    );
    await applyAll(fixture);
    await stop(fixture);
    await startEvery(fixture, 60);
    expect((await driftOf(fixture)).items).toMatchObject([{ address: files, path: 'schedule' }]);
    own(fixture, 'schedule: managed');
    const project = fixture.manifests.get('cyclectl.yaml') ?? '';
    const all = 'ownership: {cycles/contacts-to-files/schedule: observed}';
    fixture.manifests.set('cyclectl.yaml', `${project}      ${all}\n`);
    expect((await driftOf(fixture)).items).toMatchObject([{ address: files, path: 'schedule' }]);
    own(fixture);
    expect(await driftOf(fixture)).toMatchObject({
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

it('refuses an edit of a cycle with an unknown schedule that others own, and says what to do', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  fixture.loseStore();
  own(fixture, 'schedule: seeded');
  editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
  expect(listReasons(await fixture.plan())).toMatchObject([
    {
      code: 'schedule-unknown',
      remedy: expect.stringContaining('Stop the cycle in the console'),
    },
  ]);
  await stop(fixture);
  expect(listReported(await applyAll(fixture))).toEqual([]);
  expect(JSON.stringify(findCycle(fixture).variables)).toContain('apac');
  expect(findCycle(fixture)).toMatchObject({ status: 'Paused' });
  expect(listLeft(await fixture.plan())).toEqual([]);
});

describe('a seeded state', () => {
  it('is started once, also where a person has to sign in first, and never again', async () => {
    const fixture = await openOwned('state: seeded');
    await applyAll(fixture);
    const mailer = () => findCycle(fixture, 'Contacts to mailer');
    expect(mailer()).toMatchObject({ status: 'Paused' });
    fixture.emulator.control.grantConsent({ account, connector: 'mailer' });
    await applyAll(fixture);
    expect(mailer()).toMatchObject({ status: 'Active' });
    await say(fixture, `/cycles/${mailer().id}/deactivate`);
    expect((await driftOf(fixture)).items).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    editManifest(fixture, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
    await applyAll(fixture);
    expect(mailer()).toMatchObject({ status: 'Paused' });
  });
});

describe('a seeded field', () => {
  it('is still written by the next apply where making its object was cut short', async () => {
    const fixture = await openOwned('variables: seeded', '"cycles/*/steps": seeded');
    await applyAll(fixture, {
      select: ['account=northwind'],
      isStopping: () =>
        findDumped(fixture.emulator, account)?.cycles.some(isNamed('Contacts to files')) === true,
    });
    const before = findCycle(fixture).variables;
    expect(JSON.stringify(before)).not.toContain('emea');
    await applyAll(fixture);
    expect(JSON.stringify(findCycle(fixture).variables)).toContain('emea');
    expect(findCycle(fixture)).toMatchObject({ status: 'Active' });
    own(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is written to no object without state, and to none that Git had without it', async () => {
    const fixture = await openOwned('timezone: seeded', 'description: seeded');
    await applyAll(fixture);
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'UTC\n  description: new' });
    expect(listLeft(await fixture.plan())).toEqual([]);
    fixture.loseStore();
    expect((await planOne(fixture, 'northwind')).operations).toEqual([]);
    await applyAll(fixture);
    expect(readLive(fixture, 'northwind')).toMatchObject({ timezone: 'Europe/Berlin' });
    expect((await driftOf(fixture)).items).toEqual([]);
  });

  it('is refused where the service keeps another value than it is made with', async () => {
    const fixture = await openQuickstart({ choices: { retentionMaximumHours: 168 } });
    own(fixture, 'retention: seeded');
    const diagnostics = (await applyAll(fixture)).flatMap((each) => each.diagnostics);
    expect(diagnostics).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ code: 'kept-another-value' })]),
    );
  });
});

/** Makes Git name a second mailer for a slot, which nobody has signed in. */
function nameSecondMailer(fixture: TestFixture): void {
  editManifest(fixture, 'northwind', {
    from: '    mailer:',
    to: '    mailer-two:\n      connector: {name: Sample Mailer}\n      auth: {oauth: {user: hq@northwind.example}}\n    mailer:',
  });
  editManifest(fixture, 'northwind', {
    from: 'from: {template: Contacts to Mailer}',
    to: 'from: {template: Contacts to Mailer}\n      connectors: {Sample Mailer: mailer-two}',
  });
}

describe('an observed slot', () => {
  it('keeps a new cycle from starting for no connector but the one that it is bound to', async () => {
    const fixture = await openOwned('cycles/*/connectors: observed');
    const file = 'accounts/northwind.yaml';
    const whole = fixture.manifests.get(file) ?? '';
    fixture.manifests.set(file, whole.replace(/\n {4}contacts-to-mailer:[\s\S]*$/, '\n'));
    await applyAll(fixture);
    fixture.emulator.control.grantConsent({ account, connector: 'mailer' });
    fixture.manifests.set(file, whole);
    nameSecondMailer(fixture);
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(findCycle(fixture, 'Contacts to mailer')).toMatchObject({ status: 'Active' });
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('does not defer an edit for an unbound connector', async () => {
    const fixture = await openOwned();
    await applyAll(fixture);
    fixture.emulator.control.grantConsent({ account, connector: 'mailer' });
    await applyAll(fixture);
    const mailer = () => findCycle(fixture, 'Contacts to mailer');
    expect(mailer()).toMatchObject({ status: 'Active' });
    own(fixture, 'cycles/*/connectors: observed');
    nameSecondMailer(fixture);
    editManifest(fixture, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
    const bound = mailer().bindings;
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(mailer()).toMatchObject({ status: 'Active', bindings: bound });
    const { notices } = await planOne(fixture, 'northwind');
    expect(notices.map(({ kind }) => kind).sort()).toEqual(['observed', 'waits']);
    expect((await driftOf(fixture)).items).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});

describe('an observed schedule', () => {
  it('starts no new cycle, and leaves one alone that a person has started', async () => {
    const fixture = await openOwned('schedule: observed');
    expect((await applyAll(fixture)).every(isSuccess)).toBe(true);
    expect(findCycle(fixture)).toMatchObject({ status: 'Paused' });
    expect(await driftOf(fixture)).toMatchObject({ items: [], manifestMoved: 0 });
    await startEvery(fixture, 60);
    expect(await driftOf(fixture)).toMatchObject({ items: [], manifestMoved: 0 });
    expect((await planOne(fixture, 'northwind')).operations).toEqual([]);
    editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(findCycle(fixture)).toMatchObject({ status: 'Active' });
    expect(minutesOf(fixture)).toBe(60);
  });

  it('is not guessed if a user stopped a cycle with an unknown schedule', async () => {
    const fixture = await openQuickstart();
    own(fixture, 'schedule: observed');
    await applyAll(fixture);
    await startEvery(fixture, 60);
    await applyAll(fixture);
    await stop(fixture);
    const { operations, notices } = await planOne(fixture, 'northwind');
    expect(operations).toEqual([]);
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'not-started', address: files, isLeft: true }),
    );
    expect((await driftOf(fixture)).items).toMatchObject([{ address: files, kind: 'stopped' }]);
  });
});

it('merges nothing into the manifest that others own', async () => {
  const fixture = await openOwned('timezone: observed', 'schedule: seeded');
  await applyAll(fixture);
  await say(fixture, `/accounts/${readLive(fixture, 'northwind').id}`, { Timezone: 'UTC' });
  await stop(fixture);
  await startEvery(fixture, 60);
  const [merged] = await exportAccounts(fixture, { merge: 'moved', select: ['account=northwind'] });
  expect(merged).toMatchObject({ kind: 'unchanged', diagnostics: [] });
});

it('makes a plan stale that was made with another owner', async () => {
  const fixture = await openOwned('timezone: managed');
  await applyAll(fixture);
  editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'UTC' });
  const planned = await fixture.plan();
  own(fixture, 'timezone: seeded');
  expect(listReported(await fixture.apply({ planned }))).toMatchObject([{ code: 'plan-stale' }]);
});
