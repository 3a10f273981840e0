import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { adoptDriftInto, textAfter } from '../../../worlds/features/adopt-drift-in.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';

const base = 'blueprints/crm-base.yaml';
const blueprint = 'blueprints/crm-sync.yaml';
const table = 'fleets/customers.csv';
const fleet = 'fleets/customers.yaml';
const example = new URL('../../../../examples/fleet/', import.meta.url);
const rows = [
  'name,id,labels.tier,title,region,interval',
  'north-016,n-16,standard,North 16,eu,',
  'north-017,n-17,standard,North 17,eu,',
  'north-018,n-18,standard,North 18,eu,',
  'north-029,n-29,trial,North 29,eu,',
];

async function readExample(path: string): Promise<string> {
  const text = await readFile(new URL(path, example), 'utf8');
  return text.replaceAll(/\{file: secrets[^}]*\}/g, '{env: SECRET}');
}

/** The fleet of the example with four rows, applied: one has an override and one a segment. */
async function openFleet(): Promise<TestFixture> {
  const paths = [base, blueprint, fleet];
  const texts = await Promise.all(paths.map(readExample));
  const fixture = await openFixture({
    world: await readExample('world.yaml'),
    manifests: {
      ...Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ''])),
      [table]: `${rows.join('\n')}\n`,
    },
    secrets: { SECRET: 'CANARY-of-fleet' },
    choices: { scheduleReadable: 'yes' },
  });
  await fixture.apply();
  expect(await listDrift(fixture)).toEqual([]);
  return fixture;
}

async function listDrift(fixture: TestFixture) {
  return (await fixture.drift()).filter((each) => !('items' in each) || each.items.length > 0);
}

async function setInterval(fixture: TestFixture, id: string, minutes: number): Promise<void> {
  const { caller } = await openConsoleUser(fixture.emulator);
  const account = findDumped(fixture.emulator, id);
  const cycle = account?.cycles.find(({ name }) => name === 'Contacts to files');
  const body = { StartTime: '2026-12-01T07:00:00Z', Interval: minutes, RunOnce: false };
  const own = caller.inside(account?.id ?? '');
  expect(await put(own, `/cycles/${cycle?.id}/activate`, body)).toMatchObject({ status: 200 });
}

async function setErroredHours(fixture: TestFixture, id: string, hours: number): Promise<void> {
  const { caller } = await openConsoleUser(fixture.emulator);
  const path = `/accounts/${findDumped(fixture.emulator, id)?.id}`;
  const body = { StepDataErroredRetentionHours: hours };
  expect(await put(caller, path, body)).toMatchObject({ status: 200 });
}

it('writes the default of the input in a schedule, a segment, and an override beside it', async () => {
  const fixture = await openFleet();
  for (const id of ['n-16', 'n-18']) await setInterval(fixture, id, 60);
  await setInterval(fixture, 'n-29', 30);
  await setErroredHours(fixture, 'n-29', 600);
  const adoption = await adoptDriftInto(fixture, 'shared');
  expect(adoption.incomplete).toBe(0);
  expect(adoption.diagnostics.map(({ code }) => code)).toEqual(['value-not-shared']);
  expect(adoption.files.map(({ path }) => path)).toEqual([blueprint, fleet]);
  const places = adoption.values.map(({ address, into }) => [address, into?.layer, into?.at.file]);
  const schedule = 'cycles/contacts-to-files/schedule';
  expect(places).toEqual([
    [`north-016/${schedule}`, 'default', blueprint],
    [`north-018/${schedule}`, 'default', blueprint],
    ['north-029/retention/erroredHours', 'override', fleet],
    [`north-029/${schedule}`, 'segment', fleet],
  ]);
  const before = fixture.manifests.get(blueprint);
  const after = textAfter(fixture, adoption, blueprint);
  expect(after).toBe(before?.replace('default: 15m', 'default: 1h'));
  const text = textAfter(fixture, adoption, fleet);
  expect(text).toContain('inputs: {interval: 30m}');
  expect(text).toContain('set: {retention: {erroredHours: 600}}');
  for (const { path, after: now } of adoption.files) fixture.manifests.set(path, now);
  expect(await listDrift(fixture)).toEqual([]);
});

it('writes the schedule of one account into its cell', async () => {
  const fixture = await openFleet();
  await setInterval(fixture, 'n-16', 60);
  const adoption = await adoptDriftInto(fixture, null);
  expect(adoption.values).toMatchObject([{ file: table, into: { layer: 'row', at: { line: 2 } } }]);
  expect(textAfter(fixture, adoption, table)).toBe(
    `${rows.join('\n').replace('16,eu,', '16,eu,1h')}\n`,
  );
});
