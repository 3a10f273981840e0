import { describe, expect, it } from 'vitest';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import {
  adopted,
  anotherStep,
  listPlanRefusals,
  ofFirst,
  openAdopted,
  openMadeInConsole,
  promoteRelease,
  upgradeInstalled,
  writeCycle,
} from '../../../worlds/cases/adopted-cycle.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { adoptAllIn } from '../../../worlds/features/adopt-in.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, listReported } from '../../../worlds/quickstart.ts';

const cycle = `  cycles:
    sync:
      from: {template: ${adopted.template}}
      displayName: ${adopted.template}
      state: active
      schedule: {every: 15m}
`;
const mapped = `${cycle}      variables: {region: emea}
      steps:
        Get contact: {parameters: {list: {option: Leads}}}
`;
const first = {
  name: 'List changed contacts',
  connector: 'Sample CRM',
  parameters: { modifiedSince: '2026-05-05' },
};
const steps = [
  first,
  { name: 'Get contact', connector: 'Sample CRM' },
  { name: 'Write file', connector: 'Sample File Store', fields: { name: ofFirst('Contact.Id') } },
];
const variables = { region: 'eu', since: null };

function upgrade(fixture: TestFixture, given: readonly object[]): void {
  promoteRelease(fixture, given, variables);
  upgradeInstalled(fixture);
}

/** How many requests a plan makes for what cycles lack, and how many operations it has. */
async function countAsked(fixture: TestFixture): Promise<readonly [asked: number, does: number]> {
  const since = fixture.emulator.requests().length;
  const { operations } = planOf(await fixture.plan(), 'northwind');
  const asked = fixture.emulator.requests().slice(since);
  return [asked.filter(({ path }) => path.endsWith('/prerequisites')).length, operations.length];
}

describe('what a cycle lacks to start is asked', () => {
  it('where a plan starts it and nowhere else, once', async () => {
    const fixture = await openAdopted(cycle);
    expect(await countAsked(fixture)).toEqual([0, 0]);
    writeCycle(fixture, cycle.replace('15m', '1h'));
    expect(await countAsked(fixture)).toEqual([1, 2]);
    writeCycle(fixture, cycle.replace('active', 'paused'));
    expect(await countAsked(fixture)).toEqual([0, 1]);
    writeCycle(fixture, cycle.replace('displayName:', 'tags: [one]\n      displayName:'));
    expect(await countAsked(fixture)).toEqual([1, 3]);
  });

  it('and not of one that is to be made', async () => {
    const fixture = await openAdopted(cycle);
    writeCycle(
      fixture,
      `${cycle}${cycle.replace(/.*\n {4}sync:/, '    other:').replace(/displayName: .*/, 'displayName: Other')}`,
    );
    const [asked, does] = await countAsked(fixture);
    expect([asked, does > 0]).toEqual([0, true]);
  });

  it('and an account whose answer fails is not planned', async () => {
    const fixture = await openAdopted(cycle);
    writeCycle(fixture, cycle.replace('15m', '1h'));
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/**/prerequisites', every: 1, do: 'status', status: 400 },
    ]);
    const [planned] = await fixture.plan();
    expect(planned).toMatchObject({
      kind: 'unplanned',
      isUnread: true,
      diagnostics: [{ code: 'unread', address: 'northwind/cycles/sync' }],
    });
  });

  it('and not by an adopt, which starts nothing', async () => {
    const fixture = await openMadeInConsole();
    upgrade(fixture, [...steps, anotherStep]);
    writeCycle(fixture, cycle);
    expect(await listPlanRefusals(fixture)).toMatchObject([{ code: 'prerequisite-missing' }]);
    const { outcomes } = await adoptAllIn(fixture);
    expect(outcomes).toMatchObject([{ bound: [{ address: 'northwind/cycles/sync' }] }]);
  });
});

describe('a cycle that a plan starts is refused', () => {
  it('for each mapping that the plan does not write, and for none that it does', async () => {
    const fixture = await openAdopted(mapped);
    const twice = { ...anotherStep, name: 'List again: twice' };
    upgrade(fixture, [...steps, anotherStep, twice]);
    writeCycle(
      fixture,
      `${mapped}        List again: {parameters: {modifiedSince: "2026-01-01"}}\n`,
    );
    expect(await listPlanRefusals(fixture)).toMatchObject([
      {
        address: 'northwind/cycles/sync/steps/List again: twice/parameters/modifiedSince',
        detail: 'The service says: Missing parameter mapping',
        remedy: 'Write under steps, "List again: twice", parameters: modifiedSince: VALUE.',
      },
    ]);
  });

  it('for a variable without a value, not where the plan gives it one, and also where it gives another one', async () => {
    const fixture = await openAdopted(mapped);
    const again = { ...anotherStep, parameters: { modifiedSince: { variable: 'since' } } };
    upgrade(fixture, [...steps, again]);
    writeCycle(fixture, mapped.replace('emea', 'apac'));
    expect(await listPlanRefusals(fixture)).toMatchObject([
      {
        summary: expect.stringContaining('its variable "since" has no value'),
        at: { file: adopted.file, line: 12, column: 5 },
        remedy: 'Write a value in the cycle: variables: {since: VALUE}',
      },
    ]);
    writeCycle(fixture, mapped.replace('region: emea', 'region: apac, since: "2026-01-01"'));
    expect(planOf(await fixture.plan(), 'northwind').operations.length).toBeGreaterThan(0);
  });

  it('for a connector that a person bound to a step and that nobody signed in, until the manifest binds its own', async () => {
    const fixture = await openAdopted(cycle);
    const account = findDumped(fixture.emulator, adopted.id);
    const [live] = account?.cycles ?? [];
    const crm = account?.connectors.find(({ name }) => /crm/i.test(name));
    const call = (method: 'POST' | 'PUT', path: string, body: object) =>
      consoleRequest(fixture.emulator, { method, path: `/v1.0${path}`, account: adopted.id, body });
    const install = `/connectors/${crm?.connectorId}/install`;
    const other = (await call('POST', install, { Name: 'Another CRM' })) as { readonly Id: number };
    await call('PUT', `/cycles/${live?.id}/deactivate`, {});
    const step = live?.steps.find(({ name }) => name === 'Get contact');
    await call('PUT', `/cycles/${live?.id}/steps/${step?.id}`, {
      AccountConnector: { Id: other.Id },
    });
    expect(await listPlanRefusals(fixture)).toMatchObject([
      {
        code: 'prerequisite-missing',
        address: 'northwind/cycles/sync',
        summary: expect.stringContaining(
          `the connector "Another CRM" (${other.Id}), which the manifest does not have, is not signed in`,
        ),
        remedy: expect.stringContaining('Sign in to it in the console'),
      },
    ]);
    writeCycle(fixture, `${cycle}      connectors: {Sample CRM: crm}\n`);
    expect(planOf(await fixture.plan(), 'northwind').refused).toBeUndefined();
    expect(listReported(await applyAll(fixture))).toEqual([]);
  });

  it.each([
    ['as it is there', { MappingType: 'Ignore' }],
    ['and the plan writes that', { MappingType: 'StaticValue', Value: null }],
  ])('where the manifest itself says that there is no value, %s', async (_, body) => {
    const fixture = await openMadeInConsole();
    writeCycle(fixture, `${mapped}        Write file: {fields: {name: {ignore: true}}}\n`);
    const path = findField(fixture, 'Write file', 'name');
    await consoleRequest(fixture.emulator, { method: 'PUT', path, account: adopted.id, body });
    expect(await listPlanRefusals(fixture)).toMatchObject([
      {
        summary:
          'northwind/cycles/sync/steps/Write file/fields/name needs a value before "Contacts to Files" can start: the manifest gives it no value',
        at: { line: 20 },
        address: 'northwind/cycles/sync/steps/Write file/fields/name',
      },
    ]);
  });

  it('for a secret without a value, and for one that does not exist', async () => {
    const fixture = await openMadeInConsole({
      world: quickstartWorldText.replace(
        '{name: apiToken, target: HttpHeader, sensitive: true}',
        '{name: apiToken, target: HttpHeader, sensitive: true, required: true}',
      ),
    });
    writeCycle(fixture, cycle);
    expect(await listPlanRefusals(fixture)).toMatchObject([
      {
        remedy: 'Write under steps, "Get contact", parameters: apiToken: {env: NAME}.',
      },
    ]);
    const given = '        Get contact: {parameters: {apiToken: {env: api_token}}}\n';
    writeCycle(fixture, `${cycle}      steps:\n${given}`);
    expect(await listPlanRefusals(fixture)).toMatchObject([
      {
        summary: expect.stringMatching(/: .*api_token.* is not set$/),
        at: { line: 18 },
      },
    ]);
  });

  it('for what no manifest can say, with the words of the service', async () => {
    const world = `${quickstartWorldText}
  - name: One step
    steps: [{name: List changed contacts, connector: Sample CRM, parameters: {modifiedSince: "2026-05-05"}}]
`;
    const fixture = await openMadeInConsole({ world, template: 'One step' });
    writeCycle(fixture, cycle.replaceAll(adopted.template, 'One step'));
    expect(await listPlanRefusals(fixture)).toMatchObject([
      {
        summary: '"One step" cannot start: The cycle has fewer than two steps',
        address: 'northwind/cycles/sync',
        at: { line: 12 },
      },
    ]);
  });

  it('not for a connector that a person has to sign in', async () => {
    const fixture = await openAdopted(mapped);
    const connector = findDumped(fixture.emulator, adopted.id)?.connectors[0];
    const path = `/v1.0/account/connectors/${connector?.id}/deauthenticate`;
    const body = {};
    await consoleRequest(fixture.emulator, { method: 'PUT', path, account: adopted.id, body });
    writeCycle(fixture, mapped.replace('emea', 'apac'));
    const { operations } = planOf(await fixture.plan(), 'northwind');
    expect(operations.map(({ does }) => does)).toContain('writes variables/region');
  });
});

/** The path of the mapping of a field of the one cycle. */
function findField({ emulator }: TestFixture, step: string, field: string): string {
  const [cycleThere] = findDumped(emulator, adopted.id)?.cycles ?? [];
  const found = cycleThere?.steps.find(({ name }) => name === step);
  const item = found?.method.fields.find(({ key }) => key === field);
  return `/v1.0/steps/${found?.id}/fieldmappings/${item?.id}`;
}
