import { beforeEach, describe, expect, test } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import {
  type Answer,
  type Caller,
  installTemplate,
  openAccount,
} from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
let caller: Caller;
let cycleId: string;
let steps: Answer['body'][];

beforeEach(async () => {
  await open({});
});

async function open(choices: Partial<Choices>): Promise<void> {
  caller = await openAccount({ world: quickstartWorld, choices });
  cycleId = (await installTemplate(caller, 'Contacts to Mailer')).Id;
  steps = await get(`/cycles/${cycleId}/steps`);
}

async function get(path: string): Promise<Answer['body']> {
  const { status, body } = await caller.call('GET', `/v1.0${path}`);
  expect(status).toBe(200);
  return body;
}

async function put(path: string, body: unknown) {
  return caller.call('PUT', `/v1.0${path}`, body);
}

function step(name: string): Answer['body'] {
  return steps.find((each) => each.Name === name);
}

function fieldPath(location: string): string {
  const { Id, Method } = step('Add subscriber');
  const field = Method.RequestFields.find((each: Answer['body']) => each.Location === location);
  return `/steps/${Id}/fieldmappings/${field.Id}`;
}

describe('a step', () => {
  test('carries its method, and no two things in it share an id', async () => {
    const one = step('Add subscriber');
    expect(await get(`/cycles/${cycleId}/steps/${one.Id}`)).toEqual(one);
    expect(one).toMatchObject({
      ActionType: 'Action',
      AccountConnector: { Name: 'Sample Mailer', Authenticated: false },
      Method: { Name: 'Add subscriber', MethodType: 'Action' },
    });
    const ids = steps.flatMap(({ Method }) =>
      [...Method.Parameters, ...Method.RequestFields, ...Method.ResponseFields].map(
        (each: Answer['body']) => each.Id,
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is renamed in part, and a bad action type is refused', async () => {
    const path = `/cycles/${cycleId}/steps/${step('Add subscriber').Id}`;
    const { body } = await put(path, { Description: 'new', ActionType: 4 });
    expect(body).toMatchObject({ Name: 'Add subscriber', Description: 'new' });
    expect((await put(path, { ActionType: 'Jump' })).status).toBe(400);
    expect((await put(path, { ActionType: 'action' })).status).toBe(200);
    expect((await put(`/cycles/${cycleId}/steps/${unknown}`, {})).status).toBe(404);
    expect((await put(`/cycles/${cycleId}/steps/1`, {})).status).toBe(400);
  });

  test('is found only in its own cycle', async () => {
    const other = await installTemplate(caller, 'Contacts to Mailer');
    const { status } = await caller.call(
      'GET',
      `/v1.0/cycles/${other.Id}/steps/${step('Add subscriber').Id}`,
    );
    expect(status).toBe(404);
  });

  test('is joined by edges, each of which can be read', async () => {
    const [edge] = await get(`/cycles/${cycleId}/edges`);
    expect(edge).toEqual({
      Id: expect.any(String),
      TailStepId: step('List changed contacts').Id,
      HeadStepId: step('Add subscriber').Id,
      EdgeType: 'Forward',
    });
    expect(await get(`/cycles/${cycleId}/edges/${edge.Id}`)).toEqual(edge);
    const missing = await caller.call('GET', `/v1.0/cycles/${cycleId}/edges/${unknown}`);
    expect(missing.status).toBe(404);
  });
});

describe('binding a step to another connector', () => {
  async function rebind(connector: string): Promise<Answer> {
    const { body } = await caller.call(
      'POST',
      `/v1.0/connectors/${encodeURIComponent(connector)}/install`,
      { Name: 'other' },
    );
    const path = `/cycles/${cycleId}/steps/${step('Add subscriber').Id}`;
    return put(path, { AccountConnector: { Id: body.Id } });
  }

  test('works for one of the same kind and shows in the cycle', async () => {
    const { body } = await rebind('Sample Mailer');
    expect(body.AccountConnector.Name).toBe('other');
    const cycle = await get(`/cycles/${cycleId}`);
    expect(cycle.Connectors).toContainEqual(
      expect.objectContaining({ AccountConnectorId: body.AccountConnector.Id, StepCount: 1 }),
    );
  });

  test('is refused for another kind, and for one that is not there', async () => {
    expect((await rebind('Our App')).status).toBe(400);
    const path = `/cycles/${cycleId}/steps/${step('Add subscriber').Id}`;
    expect((await put(path, { AccountConnector: { Id: 1 } })).status).toBe(400);
  });

  test('changes nothing, or is refused, where that is chosen', async () => {
    await open({ stepRebinding: 'ignored' });
    const ignored = await rebind('Sample Mailer');
    expect([ignored.status, ignored.body.AccountConnector.Name]).toEqual([200, 'Sample Mailer']);
    await open({ stepRebinding: 'refused' });
    expect((await rebind('Sample Mailer')).status).toBe(400);
  });
});

describe('a field mapping', () => {
  test.each([
    [{ MappingType: 'StaticValue', Value: 15 }, { Value: '15' }],
    [{ MappingType: 'ValueList', Value: 'pending' }, { Value: 'pending' }],
    [{ MappingType: 'Ignore', Value: 'x' }, { Value: null }],
    [{ MappingType: 'Variable', Value: 'region' }, { Value: 'region' }],
    [
      { MappingType: 'Lookup', TriggerValue: 'a78f', TriggerValueDisplayName: 'News' },
      { TriggerValue: 'a78f', TriggerValueDisplayName: 'News', Value: null },
    ],
  ])('is set by %j', async (body, shown) => {
    const { status, body: mapping } = await put(fieldPath('Status'), body);
    expect(status).toBe(200);
    expect(mapping).toMatchObject({ MappingType: body.MappingType, ...shown });
    expect(await get(fieldPath('Status'))).toEqual(mapping);
  });

  test('takes a field of an earlier step and forgets its text', async () => {
    const list = step('List changed contacts');
    const source = list.Method.ResponseFields[0];
    const { body } = await put(fieldPath('Source'), {
      MappingType: 'PreviousStep',
      SourceStepId: list.Id,
      SourceFieldId: source.Id,
    });
    expect(body).toMatchObject({
      Field: { Location: 'Source', Values: null },
      SourceStepId: list.Id,
      SourceFieldId: source.Id,
      Value: null,
    });
  });

  test('is changed in part while its type stays', async () => {
    await put(fieldPath('Source'), { Value: 'shop' });
    expect(await get(fieldPath('Source'))).toMatchObject({
      MappingType: 'StaticValue',
      Value: 'shop',
      IsLaunchVisible: false,
    });
    await put(fieldPath('Source'), { IsLaunchVisible: true });
    expect(await get(fieldPath('Source'))).toMatchObject({ Value: 'shop', IsLaunchVisible: true });
  });

  test('refuses sources that are not there or do not come before', async () => {
    const own = step('Add subscriber');
    const list = step('List changed contacts');
    const MappingType = 'PreviousStep';
    for (const body of [
      { MappingType },
      { MappingType, SourceStepId: unknown, SourceFieldId: 1 },
      { MappingType, SourceStepId: list.Id, SourceFieldId: 1 },
      { MappingType, SourceStepId: own.Id, SourceFieldId: own.Method.ResponseFields[0].Id },
      { MappingType: 'Variable', Value: 'nothing' },
      { MappingType: 'Magic', Value: 'x' },
    ]) {
      expect((await put(fieldPath('Source'), body)).status).toBe(400);
    }
    expect(await get(fieldPath('Source'))).toMatchObject({ Value: 'web' });
  });

  test('with the id of a parameter is an error, and the other way round', async () => {
    const { Id, Method } = step('Add subscriber');
    const [parameter] = Method.Parameters;
    const [field] = Method.RequestFields;
    const wrongField = `/steps/${Id}/fieldmappings/${parameter.Id}`;
    const wrongParameter = `/steps/${Id}/parameters/${field.Id}`;
    const mapping = { MappingType: 'StaticValue', Value: 'x' };
    expect((await put(wrongField, mapping)).status).toBe(400);
    expect((await put(wrongParameter, mapping)).status).toBe(400);
    expect((await put(`/steps/${Id}/parameters/1`, mapping)).status).toBe(404);
    expect((await put(`/steps/${Id}/parameters/x`, mapping)).status).toBe(400);
    expect((await put(fieldPath('Fax'), { ...mapping, Field: { Id: 1 } })).status).toBe(400);
  });

  test('names its variable as people see it where that is chosen', async () => {
    await open({ variableMappingValue: 'display name' });
    const body = { MappingType: 'Variable', Value: 'region' };
    expect((await put(fieldPath('Source'), body)).body.Value).toBe('region');
  });
});

describe('a parameter', () => {
  test('is mapped through its own path and shows its lookup', async () => {
    const { Id } = step('Add subscriber');
    const [listId] = await get(`/steps/${Id}/parameters`);
    expect(listId).toMatchObject({
      Parameter: { Name: 'listId', TriggerName: 'Lists', IsOptional: true },
      MappingType: null,
      Value: null,
    });
    expect(listId.Parameter).not.toHaveProperty('TargetName');
    const path = `/steps/${Id}/parameters/${listId.Parameter.Id}`;
    const { body } = await put(path, { MappingType: 'Lookup', TriggerValue: 'a' });
    expect(body).toMatchObject({ MappingType: 'Lookup', TriggerValue: 'a' });
    expect(await get(path)).toEqual(body);
  });
});
