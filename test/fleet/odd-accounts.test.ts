import { beforeAll, expect, it } from 'vitest';
import { type FleetUser, openFleetUser, send } from './console-user.ts';
import { openFleetProject, openFleetService } from './fleet-project.ts';
import { readSteps } from './portrait/read-steps.ts';

// What a person can make in the console and no manifest can say, or can say of what is there alone.

let manifests: ReadonlyMap<string, string>;
let said: string;

beforeAll(async () => {
  const service = await openFleetService(11, {
    scheduleReadable: 'yes',
    intervalNotListed: 'stored',
  });
  const fleetUser = await openFleetUser(service, 1);
  await renameStep(fleetUser);
  await changeVariables(fleetUser);
  await breakMappings(fleetUser);
  await beginMapping(fleetUser);
  await runOddly(fleetUser);
  await send(fleetUser.caller, 'POST', '/accounts', {
    Id: 'umlaut',
    Name: 'umlaut',
    Timezone: 'europe/berlin',
    TransactionErrorWebhookEnabled: true,
    TransactionErrorWebhookUrl: 'https://hooks.exämple.com/ü',
  });
  const project = await openFleetProject(service);
  said = (await project.run({}, 'export', '--all')).stdout.replaceAll(/\s+/g, ' ');
  manifests = await project.readFiles();
  const planned = await project.run({}, 'plan', '--exit-code');
  expect(planned.exitCode, planned.stdout).toBe(0);
});

it('says of a renamed step that its template has it not, and has another', () => {
  const written = manifests.get('accounts/renamed.yaml');
  expect(written).toContain(
    '        # The template has no step "Renamed by hand": a new cycle does not have it.\n' +
      '        Renamed by hand:\n',
  );
  expect(written).toContain(
    '# The template has a step "Mark order" that is not here: a new cycle has it.\n',
  );
  expect(said).toContain(
    'accounts/renamed.yaml 1 connector, 1 cycle · not exported: 2 differences between cycles and their templates',
  );
});

it('says of variables that were added and deleted that a new cycle has others', () => {
  const written = manifests.get('accounts/variables.yaml');
  expect(written).toContain(
    '# The template has no variable "added": a new cycle does not have it.\n        added: x\n',
  );
  expect(written).toContain(
    '# The template has a variable "state" that is not here: a new cycle has it.\n',
  );
});

it('writes no empty text for a mapping without a value, and says so where the template gives one', () => {
  const written = manifests.get('accounts/mappings.yaml') ?? '';
  expect(written).not.toMatch(/: ""|First book/);
  for (const name of ['since', 'state', 'book']) {
    const says = `the mapping of "${name}" in "List entries" has no value`;
    expect(written).toContain(`# Left out: ${says}`);
    expect(said).toContain(`! ${says}, which a manifest cannot express [left-out]`);
  }
  expect(manifests.get('accounts/as-made.yaml')).toMatch(/state: paused\n$/);
});

it('leaves out ids that lead nowhere, and names that are meant as text', () => {
  const written = manifests.get('accounts/mappings.yaml') ?? '';
  expect(written).not.toMatch(/00000000-0000|expression:|Entry\.Email/);
  expect(said).toContain('reads a step or field by unknown ids [left-out]');
  expect(said).toContain('its text looks like a reference to a step [left-out]');
});

it('says at which interval a cycle runs that no manifest can have', () => {
  expect(manifests.get('accounts/seven.yaml')).toContain(
    '# It runs every 7 minutes, which a manifest',
  );
  expect(said).toContain(
    'accounts/seven.yaml 1 connector, 1 cycle · not exported: schedule of 1 cycle',
  );
});

it('carries an address with signs beyond ASCII by a reference, and says how a time zone is spelt', () => {
  const written = manifests.get('accounts/umlaut.yaml') ?? '';
  expect(written).toContain('errorWebhook: {url: {env: UMLAUT_ERROR_WEBHOOK_URL}}');
  expect(written.replaceAll(/\s+#? ?/g, ' ')).toContain(
    'The time zone europe/berlin must be spelt Europe/Berlin. Write timezone: Europe/Berlin',
  );
});

async function renameStep(fleetUser: FleetUser): Promise<void> {
  const { caller, cycle } = await install(fleetUser, 'renamed', 'Orders');
  const [, mark] = await readSteps(caller, cycle);
  await send(caller, 'PUT', `/cycles/${cycle}/steps/${mark?.Id}`, { Name: 'Renamed by hand' });
}

async function changeVariables(fleetUser: FleetUser): Promise<void> {
  const { caller, cycle } = await install(fleetUser, 'variables', 'Orders');
  const path = `/cycles/${cycle}/variables`;
  const [state] = await send(caller, 'GET', path);
  await send(caller, 'DELETE', `${path}/${state.SystemName}`, {});
  await send(caller, 'POST', path, { DisplayName: 'added', Value: 'x' });
}

async function breakMappings(fleetUser: FleetUser): Promise<void> {
  const { caller, cycle } = await install(fleetUser, 'mappings', 'Entries to Letters');
  const [list, letter] = await readSteps(caller, cycle);
  const [since, state, book, dangling] = list?.Method.Parameters ?? [];
  const [, , , value] = letter?.Method.RequestFields ?? [];
  const put = (path: string, body: unknown) => send(caller, 'PUT', path, body);
  const [parameters, fields] = [
    `/steps/${list?.Id}/parameters`,
    `/steps/${letter?.Id}/fieldmappings`,
  ];
  await put(`${parameters}/${since?.Id}`, { MappingType: 'StaticValue', Value: null });
  await put(`${parameters}/${state?.Id}`, { MappingType: 'ValueList', Value: null });
  await put(`${parameters}/${book?.Id}`, { MappingType: 'Lookup', TriggerValue: null });
  await put(`${parameters}/${dangling?.Id}`, {
    MappingType: 'StaticValue',
    Value: '{{00000000-0000-4000-8000-000000000000 17}} dangling',
  });
  await put(`${fields}/${value?.Id}`, {
    MappingType: 'StaticValue',
    Value: '{{"List entries" "Entry.Email"}}',
  });
}

async function beginMapping(fleetUser: FleetUser): Promise<void> {
  const { caller, cycle } = await install(fleetUser, 'as-made', 'Orders');
  const [, mark] = await readSteps(caller, cycle);
  const [, , note] = mark?.Method.RequestFields ?? [];
  const path = `/steps/${mark?.Id}/fieldmappings/${note?.Id}`;
  await send(caller, 'PUT', path, { MappingType: 'StaticValue', Value: null });
}

async function runOddly(fleetUser: FleetUser): Promise<void> {
  const { caller, cycle } = await install(fleetUser, 'seven', 'Clockwork');
  await send(caller, 'PUT', `/cycles/${cycle}/activate`, { Interval: 7 });
}

/** An account with one cycle of a template. */
async function install(fleetUser: FleetUser, account: string, template: string) {
  await send(fleetUser.caller, 'POST', '/accounts', { Id: account, Name: account });
  const caller = fleetUser.caller.inside(account);
  const { Id: id } = fleetUser.templates.find(({ Name: name }) => name === template) ?? {};
  const { Id: cycle } = await send(caller, 'POST', `/templates/${id}/install`, {});
  return { caller, cycle: String(cycle) };
}
