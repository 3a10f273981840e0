import { describe, expect, it } from 'vitest';
import { consoleRequest } from '../worlds/console-request.ts';
import { findDumped } from '../worlds/dumped.ts';
import { applyAll, listLeft, quickstartSecrets, tellOutcomes } from '../worlds/quickstart.ts';
import { openWorkplace, planOf, type TestWorkplace } from '../worlds/workplace.ts';

const account = 'northwind-8812';
const template = 'Contacts to Files';
const file = 'accounts/northwind.yaml';
const head = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind}
spec:
  id: ${account}
  connectors:
    crm: {connector: {name: Sample CRM, version: "2.0"}, auth: {apiKey: {env: northwind_crm_key}}}
    files:
      connector: {name: Sample File Store}
      auth: {basic: {username: sync, password: {env: northwind_files_password}}}
`;
const cycle = `  cycles:
    sync:
      from: {template: ${template}}
      displayName: ${template}
      state: active
      schedule: {every: 15m}
      steps:
        Get contact: {parameters: {contactId: {step: List changed contacts, field: Contact.Id}}}
        Write file:
          fields: {name: {step: List changed contacts, field: Contact.Id}}
`;

const from = (field: string) => ({ step: 'List changed contacts', field });
const release = [
  {
    name: 'List changed contacts',
    connector: 'Sample CRM',
    parameters: { modifiedSince: '{{LastSuccessfulRunDate}}' },
  },
  { name: 'Get contact', connector: 'Sample CRM' },
  // What the manifest maps in another way, and was never set on the cycle: an upgrade takes the template's.
  { name: 'Write file', connector: 'Sample File Store', fields: { name: from('Contact.Email') } },
];
const more = { name: 'List again', connector: 'Sample CRM', method: 'List changed contacts' };

/** A cycle that a person made of the template and the manifest names, running. */
async function openAdopted(): Promise<TestWorkplace> {
  const place = await openWorkplace({ manifests: { [file]: head }, secrets: quickstartSecrets });
  await applyAll(place);
  const templates = (await consoleRequest(place.emulator, {
    method: 'GET',
    path: '/v1.0/templates',
  })) as readonly { readonly Id: string; readonly Name: string }[];
  const id = templates.find(({ Name }) => Name === template)?.Id ?? '';
  const path = `/v1.0/templates/${id}/install`;
  await consoleRequest(place.emulator, { method: 'POST', path, account, body: {} });
  place.manifests.set(file, `${head}${cycle}`);
  expect(tellOutcomes(await applyAll(place))).toEqual([]);
  expect(statusOf(place)).toBe('Active');
  return place;
}

function upgrade(
  place: TestWorkplace,
  steps: readonly object[],
  variables: Readonly<Record<string, string | null>> = { region: 'eu' },
): void {
  place.emulator.control.console({ promote: { template, variables, steps } });
  place.emulator.control.console({ upgradeInstalled: { template } });
}

function statusOf(place: TestWorkplace) {
  return findDumped(place.emulator, account)?.cycles.map(({ status }) => status)[0];
}

describe('a cycle that was upgraded in the console', () => {
  it('gets back what the manifest maps, and runs on', async () => {
    const place = await openAdopted();
    upgrade(place, release);
    const { operations } = planOf(await place.plan(), 'northwind');
    expect(operations.map(({ does }) => does)).toContain('writes steps/Write file/fields/name');
    expect(tellOutcomes(await applyAll(place))).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(statusOf(place)).toBe('Active');
  });

  it('is not paused where the new release requires a mapping that nobody has given, and the step is named', async () => {
    const place = await openAdopted();
    upgrade(place, [...release, more]);
    const stops = () =>
      place.emulator.requests().filter(({ path }) => path.endsWith('/deactivate')).length;
    const before = stops();
    const told = tellOutcomes(await applyAll(place));
    expect(told.map(({ code }) => code)).toEqual(['prerequisite-missing']);
    expect(told[0]?.summary).toContain('steps/List again/parameters/modifiedSince');
    expect(stops()).toBe(before);
    expect(statusOf(place)).toBe('Active');
    const given = '        List again: {parameters: {modifiedSince: "2026-01-01"}}\n';
    place.manifests.set(file, `${head}${cycle}${given}`);
    expect(tellOutcomes(await applyAll(place))).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(statusOf(place)).toBe('Active');
  });

  it('is edited where the edit gives the variable its value that the new release maps', async () => {
    const place = await openAdopted();
    const mapped = { ...more, parameters: { modifiedSince: { variable: 'since' } } };
    upgrade(place, [...release, mapped], { region: 'eu', since: null });
    const given = cycle.replace('steps:', 'variables: {since: "2026-01-01"}\n      steps:');
    place.manifests.set(file, `${head}${given}`);
    expect(tellOutcomes(await applyAll(place))).toEqual([]);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(statusOf(place)).toBe('Active');
  });
});
