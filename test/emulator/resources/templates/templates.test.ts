import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  type Caller,
  installTemplate,
  openAccount,
} from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';

let caller: Caller;

beforeEach(async () => {
  caller = await openAccount({ world: quickstartWorld });
});

async function get(path: string): Promise<Answer['body']> {
  const { status, body } = await caller.call('GET', `/v1.0${path}`);
  expect(status).toBe(200);
  return body;
}

async function findTemplate(name: string): Promise<Answer['body']> {
  return (await get('/templates')).find((each: { Name: string }) => each.Name === name);
}

/** Steps in the order of the edges. */
async function readFlow(cycleId: string): Promise<Answer['body'][]> {
  const steps = await get(`/cycles/${cycleId}/steps`);
  const edges = await get(`/cycles/${cycleId}/edges`);
  const heads = new Set(edges.map((edge: { HeadStepId: string }) => edge.HeadStepId));
  const flow = [];
  let next = steps.find((step: { Id: string }) => !heads.has(step.Id));
  while (next !== undefined) {
    flow.push(next);
    const edge = edges.find((each: { TailStepId: string }) => each.TailStepId === next.Id);
    next = steps.find((step: { Id: string }) => step.Id === edge?.HeadStepId);
  }
  return flow;
}

describe('templates', () => {
  test('are listed with their connectors, and found by tag and connector', async () => {
    expect(await get('/templates?orderBy=Name')).toHaveLength(6);
    const [orders] = await get(
      '/templates?tag=orders&connectorName=Sample%20File%20Store&orderBy=Name',
    );
    expect(orders).toMatchObject({
      Name: 'Order Backfill',
      Tags: ['orders'],
      Connectors: [
        { Name: 'Our App', Version: '1.4', StepCount: 2, Icon: null },
        { Name: 'Sample File Store', Version: '3.1', StepCount: 1 },
      ],
    });
    expect(await get('/templates?tag=Orders')).toEqual([]);
    expect(await get('/templates?page=7')).toEqual([]);
  });

  test('are read by id; a malformed one is 400, an unknown one 404', async () => {
    const template = await findTemplate('CRM to CRM');
    expect(await get(`/templates/${template.Id}`)).toEqual(template);
    expect(await get(`/templates/${template.Id.toUpperCase()}`)).toEqual(template);
    expect((await caller.call('GET', '/v1.0/templates/xyz')).status).toBe(400);
    const unknown = '/v1.0/templates/00000000-0000-4000-8000-000000000000';
    for (const path of [unknown, `${unknown}/export`]) {
      expect((await caller.call('GET', path)).status).toBe(404);
    }
  });

  test('are exported with steps, slots, mappings, edges and variables', async () => {
    const { Id } = await findTemplate('CRM to CRM');
    const file = await get(`/templates/${Id}/export`);
    expect(file.Name).toBe('CRM to CRM');
    expect(
      file.Steps.map((step: Answer['body']) => [
        step.Name,
        step.Method.Name,
        step.AccountConnector.Connector.Name,
        step.AccountConnector.Connector.Version,
        step.AccountConnector_Id,
      ]),
    ).toEqual([
      ['Get contact', 'Get contact', 'Sample CRM', '2.0', 1],
      ['Get contact', 'Get contact', 'Sample CRM', '2.0', 2],
      ['Step #2: upsert', 'Upsert contact', 'Sample CRM', '2.0', 2],
    ]);
    const [first, second, third] = file.Steps;
    expect(file.Edges).toMatchObject([
      { TailStep_Id: first.Id, HeadStep_Id: second.Id },
      { TailStep_Id: second.Id, HeadStep_Id: third.Id },
    ]);
    const source = first.Method.ResponseFormat.Fields.find(
      (field: Answer['body']) => field.Location === 'Email',
    );
    expect(third.CycleFieldMappings[0]).toMatchObject({
      Field: { Location: 'Contact.Email', IsOptional: false },
      Value: `${first.Id},${source.Id}`,
      CycleEntityMappingType: 0,
    });
    const backfill = await findTemplate('Order Backfill');
    expect((await get(`/templates/${backfill.Id}/export`)).Variables).toMatchObject([
      { Name: 'batchSize', Value: '100' },
      { Name: 'dryRun', Value: 'true' },
    ]);
  });
});

describe('installing a template', () => {
  test('makes a paused cycle with the template’s mappings, under ids of its own', async () => {
    const cycle = await installTemplate(caller, 'Contacts to Files');
    const { Id } = await findTemplate('Contacts to Files');
    expect(cycle).toMatchObject({
      Name: 'Contacts to Files',
      Status: 'Paused',
      TemplateId: Id,
      Tags: ['contacts', 'files'],
      LastSuccessfulRunDate: '0001-01-01T00:00:00',
      InProgressTransactionCount: 0,
    });
    expect(await get(`/cycles/${cycle.Id}`)).toEqual(cycle);
    const [list, one, write] = await readFlow(cycle.Id);
    expect([list.Name, one.Name, write.Name]).toEqual([
      'List changed contacts',
      'Get contact',
      'Write file',
    ]);
    const [since] = (await get(`/steps/${list.Id}/parameters?orderBy=Name`)).filter(
      (each: Answer['body']) => each.Parameter.Name === 'modifiedSince',
    );
    expect(since).toMatchObject({ MappingType: 'StaticValue', Value: '{{LastSuccessfulRunDate}}' });
    expect(since.Parameter.Id).toBe(
      list.Method.Parameters.find((each: Answer['body']) => each.TargetName === 'modifiedSince').Id,
    );
    const fields = await get(`/steps/${write.Id}/fieldmappings`);
    const email = fields.find((each: Answer['body']) => each.Field.Location === 'Contact.Email');
    const source = list.Method.ResponseFields.find(
      (field: Answer['body']) => field.Location === 'Contact.Email',
    );
    expect(email).toMatchObject({
      MappingType: 'PreviousStep',
      SourceStepId: list.Id,
      SourceFieldId: source.Id,
      Value: null,
    });
    const unset = fields.find((each: Answer['body']) => each.Field.Location === 'Contact.Name');
    expect(unset.MappingType).toBe('Ignore');
    const second = await installTemplate(caller, 'Contacts to Files');
    const [again] = await readFlow(second.Id);
    expect(again.Id).not.toBe(list.Id);
    expect(again.Method.Id).toBe(list.Method.Id);
    expect(again.Method.Parameters[0].Id).not.toBe(list.Method.Parameters[0].Id);
  });

  test('installs missing connectors without authentication, and uses existing ones', async () => {
    const { body: crm } = await caller.call('POST', '/v1.0/connectors/Sample%20CRM/install', {
      Name: 'crm',
      AuthValue: 'key',
    });
    const cycle = await installTemplate(caller, 'Contacts to Mailer');
    const installed = await get('/account/connectors?orderBy=Name');
    expect(installed).toMatchObject([
      { Name: 'Sample Mailer', Authenticated: false },
      { Name: 'crm', Id: crm.Id },
    ]);
    expect(cycle.Connectors).toMatchObject([
      { Name: 'Sample CRM', AccountConnectorId: crm.Id, Authenticated: true, StepCount: 1 },
      { Name: 'Sample Mailer', AccountConnectorId: installed[0].Id, Authenticated: false },
    ]);
  });

  test('gives two slots of one kind the existing connector, or a new one each', async () => {
    await installTemplate(caller, 'CRM to CRM');
    const installed = await get('/account/connectors?orderBy=Name');
    expect(installed.map((each: Answer['body']) => each.Name)).toEqual([
      'Sample CRM',
      'Sample CRM 2',
    ]);
    const second = await installTemplate(caller, 'CRM to CRM');
    expect(second.Connectors).toMatchObject([
      { AccountConnectorId: installed[0].Id, StepCount: 3 },
    ]);
    expect(await get('/account/connectors')).toHaveLength(2);
  });

  test('brings connectors of its own where the template says Fresh Installation', async () => {
    await installTemplate(caller, 'Contacts to Files');
    await installTemplate(caller, 'Files Apart');
    const names = (await get('/account/connectors?orderBy=Name')).map(
      (each: Answer['body']) => each.Name,
    );
    expect(names).toEqual([
      'Sample CRM',
      'Sample CRM 2',
      'Sample File Store',
      'Sample File Store 2',
    ]);
  });

  test('ignores Fresh Installation where that is chosen', async () => {
    caller = await openAccount({ world: quickstartWorld, choices: { freshInstallation: 'never' } });
    await installTemplate(caller, 'Contacts to Files');
    await installTemplate(caller, 'Files Apart');
    expect(await get('/account/connectors')).toHaveLength(2);
  });

  test('may answer the least there is, and says 404 for an unknown template', async () => {
    caller = await openAccount({
      world: {
        connectors: [{ name: 'A', releases: [{ version: '1', methods: [{ name: 'm' }] }] }],
        templates: [
          { name: 'T', minimalInstallAnswer: true, steps: [{ name: 'm', connector: 'A' }] },
          { name: 'Hidden', published: false, steps: [{ name: 'm', connector: 'A' }] },
        ],
      },
    });
    const cycle = await installTemplate(caller, 'T');
    expect(cycle).toEqual({ Id: expect.any(String), Name: 'T', Status: 'Paused' });
    expect(await get('/templates')).toHaveLength(1);
    const unknown = '/v1.0/templates/00000000-0000-4000-8000-000000000000/install';
    expect((await caller.call('POST', unknown, {})).status).toBe(404);
  });
});
