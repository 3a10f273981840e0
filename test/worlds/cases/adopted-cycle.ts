import { expect } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import { consoleRequest } from '../console/console-request.ts';
import { findDumped } from '../console/dumped.ts';
import { type FixtureOptions, openFixture, type TestFixture } from '../fixture.ts';
import { applyAll, listReasons, listReported, quickstartSecrets } from '../quickstart.ts';

// An account whose one cycle a person made of a template, before a manifest named it.

export const adopted = {
  id: 'northwind-8812',
  template: 'Contacts to Files',
  file: 'accounts/northwind.yaml',
} as const;

/** Its manifest, before the cycles. */
export const head = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind}
spec:
  id: ${adopted.id}
  connectors:
    crm: {connector: {name: Sample CRM, version: "2.0"}, auth: {apiKey: {env: northwind_crm_key}}}
    files:
      connector: {name: Sample File Store}
      auth: {basic: {username: sync, password: {env: northwind_files_password}}}
`;

/** The entry of its cycle, running. */
export const cycleEntry = `  cycles:
    sync:
      from: {template: ${adopted.template}}
      displayName: ${adopted.template}
      state: active
      schedule: {every: 15m}
`;

/** A source of a template: a field of its first step. */
export const ofFirst = (field: string) => ({ step: 'List changed contacts', field });

/** The steps of the template's first release. */
export const firstSteps = [
  { name: 'List changed contacts', connector: 'Sample CRM' },
  { name: 'Get contact', connector: 'Sample CRM' },
  { name: 'Write file', connector: 'Sample File Store' },
];

/** A requirement of a template's release that its first one lacks. */
export const anotherStep = {
  name: 'List again',
  connector: 'Sample CRM',
  method: 'List changed contacts',
};

/** A test project whose account has its connectors, and a paused cycle made in the console. */
export async function openMadeInConsole({
  template = adopted.template,
  ...options
}: Omit<Partial<FixtureOptions>, 'manifests' | 'secrets'> & {
  readonly template?: string;
} = {}): Promise<TestFixture> {
  const manifests = { [adopted.file]: head };
  const fixture = await openFixture({ ...options, manifests, secrets: quickstartSecrets });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  const templates = (await consoleRequest(fixture.emulator, {
    method: 'GET',
    path: '/v1.0/templates',
  })) as readonly { readonly Id: string; readonly Name: string }[];
  const id = templates.find(({ Name }) => Name === template)?.Id ?? '';
  const path = `/v1.0/templates/${id}/install`;
  await consoleRequest(fixture.emulator, { method: 'POST', path, account: adopted.id, body: {} });
  return fixture;
}

/** The same, with the cycle as an entry has it, running. */
export async function openAdopted(cycle: string): Promise<TestFixture> {
  const fixture = await openMadeInConsole();
  writeCycle(fixture, cycle);
  expect(listReported(await applyAll(fixture))).toEqual([]);
  expect(readStatus(fixture)).toBe('Active');
  return fixture;
}

/** Writes the entry of the cycle into the manifest. */
export function writeCycle(fixture: TestFixture, cycle: string): void {
  fixture.manifests.set(adopted.file, `${head}${cycle}`);
}

/** Makes a release of the template in the console. */
export function promoteRelease(
  { emulator }: TestFixture,
  steps: readonly object[],
  variables: Readonly<Record<string, string | null>> = { region: 'eu' },
): void {
  emulator.control.console({ promote: { template: adopted.template, variables, steps } });
}

/** Brings the cycle to the release of its template in the console. */
export function upgradeInstalled({ emulator }: TestFixture): void {
  emulator.control.console({ upgradeInstalled: { template: adopted.template } });
}

/** Why objects are not planned; fails where all are. */
export async function listPlanRefusals(fixture: TestFixture): Promise<readonly Diagnostic[]> {
  const reasons = listReasons(await fixture.plan());
  if (reasons.length === 0) throw new Error('All of it was planned.');
  return reasons;
}

export function readStatus(fixture: TestFixture): string | undefined {
  return findDumped(fixture.emulator, adopted.id)?.cycles[0]?.status;
}
