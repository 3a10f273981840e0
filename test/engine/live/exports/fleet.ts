import { expect } from 'vitest';
import { stringify } from 'yaml';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import type { Run } from '../../../../src/engine/run/open-run.ts';
import { type DriftLook, runDrift } from '../../../../src/engine/run/run-drift.ts';
import type { DriftAccount } from '../../../../src/model/report/report.ts';
import { put, signIn } from '../../../emulator/support/start-emulator.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { byExports, noNotes } from '../../../worlds/drift-parts.ts';
import { type FixtureOptions, openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { listItemNames } from '../../../worlds/laws/member-edits.ts';
import { applyAll, listReported } from '../../../worlds/quickstart.ts';
import { countKinds } from '../../run/requests/budget.ts';

// A fleet of one integration: each customer has another name in one field.

const accounts = 12;

/** Writes the manifest of an account. */
export function writeManifest(nth: number): string {
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

/** Names an account. They are read in the order 0, 1, 10, 11, 2, 3, and so on. */
export function toId(nth: number): string {
  return `a-${nth}.example`;
}

export async function openFleet(
  choices: FixtureOptions['choices'] = {},
  { size = accounts, write = writeManifest } = {},
): Promise<TestFixture> {
  const manifests = Object.fromEntries(
    Array.from({ length: size }, (_, nth) => [`accounts/a-${nth}.yaml`, write(nth)]),
  );
  const fixture = await openFixture({ manifests, choices, secrets: { KEY: 'a-key-not-a-secret' } });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  return fixture;
}

/** Looks at a fleet, account by account. */
export async function sweep(run: Run, trust: ExportTrust | null): Promise<readonly DriftAccount[]> {
  const found: DriftAccount[] = [];
  const exports = trust === null ? null : byExports<DriftLook>(trust);
  for await (const each of runDrift({ ...run, width: 1 }, noNotes, { exports })) found.push(each);
  return found;
}

/** Findings and requests of a look. */
export type Look = {
  readonly items: readonly string[];
  readonly kinds: Readonly<Record<string, number>>;
  readonly whyOff: string | null;
};

/** Days from one on, with the accounts whose cycle is audited then. */
function* listDays(fixture: TestFixture) {
  const cycles = Array.from(
    { length: accounts },
    (_, nth) => findDumped(fixture.emulator, toId(nth))?.cycles[0]?.id ?? '',
  );
  for (let day = 0; day < 20; day++) {
    const trust = new ExportTrust(day);
    yield { trust, audited: cycles.flatMap((id, nth) => (trust.isAudited(id) ? [nth] : [])) };
  }
}

/** Trust of a day without audits. */
export function makeTrust(fixture: TestFixture): ExportTrust {
  const [day] = [...listDays(fixture)].filter(({ audited }) => audited.length === 0);
  if (day === undefined) throw new Error('Each day audits a cycle');
  return day.trust;
}

/** Trust of a day that audits one cycle, which is read after that of account 11. */
export function makeAuditingTrust(fixture: TestFixture) {
  for (const { trust, audited } of listDays(fixture)) {
    const [nth = 0, ...others] = audited;
    if (nth > 1 && nth < 10 && others.length === 0) return { trust, nth };
  }
  throw new Error('No day audits one cycle alone');
}

/** Looks at the fleet, account by account, and counts what was asked of the service. */
export async function look(
  fixture: TestFixture,
  trust: ExportTrust | null = makeTrust(fixture),
): Promise<Look> {
  const { run } = await fixture.open();
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

/** Changes the state, a variable, a step and mappings of a cycle by hand, managed or not. */
export async function edit(fixture: TestFixture, nth: number): Promise<void> {
  const id = toId(nth);
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

/** Items that drift shows of an account that was edited. */
export function listEdited(nth: number): readonly string[] {
  return [
    'state',
    'steps/Write file/description',
    'steps/Write file/fields/Contact.Email',
    'steps/Write file/fields/Contact.Name',
    'steps/Write file/fields/[orders].total',
    'steps/Write file/launchVisible/fields/Contact.Name',
    'variables/region',
  ].map((path) => `a-${nth}/cycles/sync/${path}`);
}
