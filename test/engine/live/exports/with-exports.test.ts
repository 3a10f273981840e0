import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import { withExports } from '../../../../src/engine/live/exports/with-exports.ts';
import type { Run } from '../../../../src/engine/run/make-plan.ts';
import { runDrift } from '../../../../src/engine/run/run-drift.ts';
import type { Answer } from '../../../../src/model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../../../src/model/live/live.ts';
import type { DriftAccount } from '../../../../src/model/report/report.ts';
import { put, signIn } from '../../../emulator/support/start-emulator.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { type FixtureOptions, openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { listItemNames } from '../../../worlds/laws/member-edits.ts';
import { noNotes } from '../../../worlds/no-notes.ts';
import { applyAll, listReported } from '../../../worlds/quickstart.ts';
import { countKinds } from '../../run/requests/budget.ts';

// A fleet of one integration: each customer has another name in one field.

const accounts = 12;

function writeManifest(nth: number): string {
  const steps = {
    'Get contact': { parameters: { list: { option: nth % 2 === 0 ? 'Customers' : 'Prospects' } } },
    'Write file': { fields: { 'Contact.Name': `name ${nth}` } },
  };
  return stringify({
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: `a-${nth}` },
    spec: {
      id: toId(nth),
      connectors: {
        crm: { connector: { name: 'Sample CRM' }, auth: { apiKey: { env: 'KEY' } } },
        files: {
          connector: { name: 'Sample File Store' },
          authentication: 'API key',
          auth: { apiKey: { env: 'KEY' } },
        },
      },
      cycles: {
        sync: {
          from: { template: 'Contacts to Files' },
          displayName: 'Sync',
          variables: { region: `region ${nth}` },
          steps,
          state: 'active',
          schedule: { every: '1h' },
        },
      },
    },
  });
}

function toId(nth: number): string {
  return `a-${nth}.example`;
}

async function openFleet(choices: FixtureOptions['choices'] = {}): Promise<TestFixture> {
  const manifests = Object.fromEntries(
    Array.from({ length: accounts }, (_, nth) => [`accounts/a-${nth}.yaml`, writeManifest(nth)]),
  );
  const fixture = await openFixture({ manifests, choices, secrets: { KEY: 'a-key-not-a-secret' } });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  return fixture;
}

async function sweep(run: Run, trust: ExportTrust | null): Promise<readonly DriftAccount[]> {
  const found: DriftAccount[] = [];
  for await (const each of runDrift({ ...run, width: 1 }, noNotes, trust)) found.push(each);
  return found;
}

async function readValue<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}

type Look = {
  readonly items: readonly string[];
  readonly kinds: Readonly<Record<string, number>>;
  readonly whyOff: string | null;
};

/** Looks at the fleet, account by account, and counts what was asked of the service. */
async function look(fixture: TestFixture, isByExport = true): Promise<Look> {
  const { run } = await fixture.open();
  const trust = isByExport ? new ExportTrust() : null;
  const from = fixture.emulator.requests().length;
  const found = await sweep(run, trust);
  expect(found.map(({ kind }) => kind)).toEqual(found.map(() => 'read'));
  return {
    items: found
      .flatMap((each) => (each.kind === 'read' ? each.items : []))
      .flatMap(listItemNames)
      .sort(),
    kinds: countKinds(fixture.emulator.requests().slice(from)),
    whyOff: trust?.whyOff ?? null,
  };
}

/** Changes a mapping that its manifest manages, one that it does not, a variable and a connector by hand. */
async function editLast(fixture: TestFixture): Promise<void> {
  const id = toId(accounts - 1);
  const caller = (await signIn(fixture.emulator)).inside(id);
  const [cycle] = findDumped(fixture.emulator, id)?.cycles ?? [];
  const path = `/cycles/${cycle?.id}`;
  const region = cycle?.variables.find(({ displayName }) => displayName === 'region');
  const write = cycle?.steps.find(({ name }) => name === 'Write file');
  const item = (key: string) => write?.method.fields.find((each) => each.key === key)?.id;
  const value = (text: string) => ({ MappingType: 'StaticValue', Value: text });
  const edits: readonly (readonly [string, object])[] = [
    [`${path}/deactivate`, {}],
    [`${path}/variables/${region?.systemName}`, { Value: 'by hand' }],
    [`${path}/steps/${write?.id}`, { Description: 'by hand' }],
    [`/steps/${write?.id}/fieldmappings/${item('Contact.Name')}`, value('by hand')],
    [`/steps/${write?.id}/fieldmappings/${item('[orders].total')}`, value('7')],
    [`/steps/${write?.id}/fieldmappings/${item('Contact.Name')}`, { IsLaunchVisible: true }],
    [`/steps/${write?.id}/fieldmappings/${item('Contact.Email')}`, { MappingType: 'Ignore' }],
  ];
  for (const [at, body] of edits) expect((await put(caller, at, body)).status, at).toBe(200);
}

/** Maps a field by hand to a new variable, whose name in the system is another. */
async function mapToVariable(fixture: TestFixture, account: string, name: string): Promise<void> {
  const caller = (await signIn(fixture.emulator)).inside(account);
  const find = () => findDumped(fixture.emulator, account)?.cycles[0];
  await put(caller, `/cycles/${find()?.id}/deactivate`, {});
  const body = { DisplayName: name, Value: 'eu' };
  await caller.call('POST', `/v1.0/cycles/${find()?.id}/variables`, body);
  const variable = find()?.variables.find(({ displayName }) => displayName === name);
  const step = find()?.steps.find((each) => each.name === 'Write file');
  const item = step?.method.fields.find(({ key }) => key === 'Contact.Email')?.id;
  const mapping = { MappingType: 'Variable', Value: variable?.systemName };
  const path = `/steps/${step?.id}/fieldmappings/${item}`;
  expect((await put(caller, path, mapping)).status).toBe(200);
}

const edited = [
  'state',
  'steps/Write file/description',
  'steps/Write file/fields/Contact.Email',
  'steps/Write file/fields/Contact.Name',
  'steps/Write file/fields/[orders].total',
  'steps/Write file/launchVisible/fields/Contact.Name',
  'variables/region',
].map((path) => `a-${accounts - 1}/cycles/sync/${path}`);

describe('drift by exports', () => {
  it('reads one cycle by its parts whose export fails, and others by their exports', async () => {
    const fixture = await openFleet();
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles/*/export', nth: 4, do: 'status', status: 404 },
    ]);
    const found = await look(fixture);
    expect(found).toMatchObject({ items: [], whyOff: null, kinds: { steps: 3 } });
  });

  it('asks one export for a cycle once its kinds of facts are proven, and finds the same', async () => {
    const fixture = await openFleet();
    const byParts = await look(fixture, false);
    const byExport = await look(fixture);
    expect(byParts.items).toEqual([]);
    expect(byExport.items).toEqual([]);
    const each = { connectors: 12, cycles: 12, 'GET /v1.0/cycles/upgradeable': 12 };
    const once = { 'accounts page': 1, 'catalogue page': 1, 'templates page': 1 };
    const parts = { steps: 12, edges: 12, variables: 12, parameters: 36, fields: 12 };
    expect(byParts.kinds).toEqual({ ...once, ...each, ...parts });
    // Two accounts prove all of it but the one list of each cycle that has a secret.
    const proof = { steps: 2, edges: 2, variables: 2, parameters: 6 + 10, fields: 2 };
    expect(byExport.kinds).toEqual({ ...once, ...each, ...proof, 'cycle export': 12 });
    await editLast(fixture);
    expect((await look(fixture)).items).toEqual(edited);
    expect((await look(fixture, false)).items).toEqual(edited);
  });

  it('names a variable in a mapping as in the list of variables, if exports end between the two', async () => {
    const fixture = await openFleet();
    const account = toId(0) as RemoteId;
    const name = 'sales region';
    // Two accounts prove it.
    for (const each of [toId(0), toId(1)]) await mapToVariable(fixture, each, name);
    const { run } = await fixture.open();
    const trust = new ExportTrust();
    await sweep(run, trust);
    const reader = withExports(run.context.reader, trust);
    const [cycle] = await readValue(
      reader.listConnectors(account).then(() => reader.listCycles(account)),
    );
    const at = cycle?.id as RemoteId;
    const steps = await readValue(reader.listSteps(account, at));
    const variables = await readValue(reader.listVariables(account, at));
    expect(variables.map(({ systemName }) => systemName)).toContain(name);
    trust.stop('a test');
    const step = steps.find(({ name }) => name === 'Write file')?.id as RemoteId;
    const mappings = await readValue(reader.listMappings(account, step, 'fields'));
    const mapped = mappings.filter(({ type }) => type === 'Variable').map(({ value }) => value);
    expect(mapped).toEqual([name]);
  });

  it.each([
    { exportNumbers: 'other' },
    { exportNumbers: 'shifted' },
    { exportedSlot: 'installed' },
    { exportedSlot: 'connector' },
    { exportedDescription: 'absent' },
    { exportedValues: "the template's" },
  ] as const)('finds each edit where an export is %o', async (choices) => {
    const fixture = await openFleet(choices);
    expect((await look(fixture)).items).toEqual([]);
    await editLast(fixture);
    expect((await look(fixture)).items).toEqual(edited);
  });

  it.each([
    [{ exportedConnectors: 'large' }, 'larger than 256 KiB'],
    [{ cycleExport: 403 }, '403'],
    [{ cycleExport: 404 }, '404'],
    [{ cycleExport: 405 }, '405'],
  ] as const)(
    'reads cycles by their parts after three exports of a service with %o',
    async (choices, why) => {
      const fixture = await openFleet(choices);
      await editLast(fixture);
      const found = await look(fixture);
      expect(found.whyOff).toContain(why);
      expect(found.items).toEqual(edited);
      const parts = { steps: 12, edges: 12, variables: 12, parameters: 36, fields: 12 };
      expect(found.kinds).toMatchObject({ ...parts, 'cycle export': 3 });
    },
  );
});
