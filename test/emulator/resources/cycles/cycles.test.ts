import { beforeEach, describe, expect, test } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import {
  type Answer,
  type Caller,
  installReady,
  installTemplate,
  openAccount,
  put,
  readBody,
} from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';

const frozenAt = '2026-11-21T10:00:00Z';
const unknown = '00000000-0000-4000-8000-000000000000';
let caller: Caller;

beforeEach(async () => {
  await open();
});

async function open(choices: Partial<Choices> = {}): Promise<void> {
  caller = await openAccount({ world: quickstartWorld, frozenAt, choices });
}

async function readStatus(id: string): Promise<string> {
  return (await readBody(caller, `/cycles/${id}`)).Status;
}

describe('a cycle', () => {
  test('is created with 201, without steps, and cannot be activated', async () => {
    const { status, body } = await caller.call('POST', '/v1.0/cycles', {
      Name: 'By hand',
      tags: ['a'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      Name: 'By hand',
      Tags: ['a'],
      TemplateId: null,
      Status: 'Paused',
    });
    expect(await readBody(caller, `/cycles/${body.Id}/steps`)).toEqual([]);
    expect(await readBody(caller, `/cycles/${body.Id}/prerequisites`)).toMatchObject([
      { ReasonCode: 10 },
    ]);
    expect((await put(caller, `/cycles/${body.Id}/activate`, { RunOnce: true })).status).toBe(400);
    expect((await caller.call('POST', '/v1.0/cycles', {})).status).toBe(400);
  });

  test('is updated in part; retention is lowered and a bad word refused', async () => {
    const id = await installReady(caller, 'Contacts to Files');
    const { status, body } = await put(caller, `/cycles/${id}`, {
      Description: null,
      StepDataSuccessRetentionHours: 1000,
      StepErrorAction: 'retry',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      Name: 'Contacts to Files',
      Tags: ['contacts', 'files'],
      Description: null,
      StepDataSuccessRetentionHours: 744,
      StepErrorAction: 'Retry',
    });
    expect((await put(caller, `/cycles/${id}`, { StepErrorAction: 'Explode' })).status).toBe(400);
    expect((await put(caller, `/cycles/${id}`, { CollectionSplitType: 'Half' })).status).toBe(400);
    expect((await put(caller, `/cycles/${id}`, { Tags: ['x', 'y'] })).body.Tags).toEqual([
      'x',
      'y',
    ]);
    expect((await put(caller, `/cycles/${id}`, { Tags: null })).body.Tags).toEqual([]);
  });

  test('is listed by tag and connector', async () => {
    await installReady(caller, 'Contacts to Files');
    await installReady(caller, 'Order Backfill');
    expect(await readBody(caller, '/cycles?orderBy=Name')).toMatchObject([
      { Name: 'Contacts to Files' },
      { Name: 'Order Backfill' },
    ]);
    expect(await readBody(caller, '/cycles?tag=orders')).toMatchObject([
      { Name: 'Order Backfill' },
    ]);
    expect(await readBody(caller, '/cycles?connectorName=Sample%20CRM')).toMatchObject([
      { Name: 'Contacts to Files' },
    ]);
    expect(
      await readBody(caller, '/cycles?connectorName=Sample%20CRM&connectorVersion=1.0'),
    ).toEqual([]);
  });

  test('with a malformed id is 400 and with an unknown one 404, whatever is asked', async () => {
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['PUT', '/activate'],
      ['PUT', '/deactivate'],
      ['GET', '/prerequisites'],
      ['GET', '/steps'],
      ['GET', '/edges'],
      ['GET', '/variables'],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect((await caller.call(method, `/v1.0/cycles/abc${rest}`, body)).status).toBe(400);
      expect((await caller.call(method, `/v1.0/cycles/${unknown}${rest}`, body)).status).toBe(404);
    }
  });

  test('of another account does not exist', async () => {
    const id = await installReady(caller, 'Contacts to Files');
    await caller.call('POST', '/v1.0/accounts', { Id: 'contoso', Name: 'Contoso' });
    const other = caller.inside('contoso');
    expect((await other.call('GET', `/v1.0/cycles/${id}`)).status).toBe(404);
    const [step] = await readBody(caller, `/cycles/${id}/steps`);
    expect((await other.call('GET', `/v1.0/steps/${step.Id}/parameters`)).status).toBe(404);
    expect((await other.call('GET', '/v1.0/cycles')).body).toEqual([]);
  });
});

describe('prerequisites', () => {
  test('name each connector, parameter and field that is missing, and nothing else', async () => {
    const cycle = await installTemplate(caller, 'Order Backfill');
    const [store] = await readBody(caller, '/account/connectors?orderBy=Name').then((all) =>
      all.filter((each: Answer['body']) => each.Name === 'Sample File Store'),
    );
    const mark = (await readBody(caller, `/cycles/${cycle.Id}/steps`)).find(
      (step: Answer['body']) => step.Name === 'Mark order',
    );
    const state = mark.Method.RequestFields.find(
      (field: Answer['body']) => field.Location === 'order.state',
    );
    const found = await readBody(caller, `/cycles/${cycle.Id}/prerequisites`);
    expect(
      found.toSorted((a: Answer['body'], b: Answer['body']) => a.ReasonCode - b.ReasonCode),
    ).toEqual([
      {
        ReasonCode: 20,
        Reason: 'Unauthenticated connector',
        ObjectType: 'AccountConnector',
        ObjectId: store.Id,
      },
      {
        ReasonCode: 30,
        Reason: 'Missing mapping',
        ObjectType: 'Action',
        ObjectId: mark.Id,
      },
    ]);
    await put(caller, `/account/connectors/${store.Id}`, { AuthValue: 'x' });
    const mapping = { MappingType: 'StaticValue', Value: 'old' };
    await put(caller, `/steps/${mark.Id}/fieldmappings/${state.Id}`, mapping);
    expect(await readBody(caller, `/cycles/${cycle.Id}/prerequisites`)).toEqual([]);
  });

  test('see a required parameter that is ignored, and a variable without a value', async () => {
    caller = await openAccount({
      choices: { missingMappings: 'fields' },
      world: {
        connectors: [
          {
            name: 'A',
            releases: [
              {
                version: '1',
                methods: [
                  {
                    name: 'm',
                    parameters: [{ name: 'p', required: true }],
                    fields: [{ location: 'f', required: true }],
                  },
                ],
              },
            ],
          },
        ],
        templates: [
          {
            name: 'T',
            variables: { v: null },
            steps: [
              {
                name: 'm',
                connector: 'A',
                parameters: { p: { ignore: true } },
                fields: { f: 'x' },
              },
              {
                name: 'm',
                connector: 'A',
                parameters: { p: 'x' },
                fields: { f: { variable: 'v' } },
              },
            ],
          },
        ],
      },
    });
    const { Id } = await installTemplate(caller, 'T');
    const codes = async () =>
      (await readBody(caller, `/cycles/${Id}/prerequisites`)).map(
        (each: Answer['body']) => each.ReasonCode,
      );
    expect((await codes()).toSorted()).toEqual([40, 41]);
    await caller.call('PATCH', `/v1.0/cycles/${Id}/variables`, [{ DisplayName: 'v', Value: 'x' }]);
    expect(await codes()).toEqual([40]);
  });
});

describe('a deleted cycle', () => {
  test('stays as DeleteScheduled and takes nothing more', async () => {
    const id = await installReady(caller, 'Contacts to Files');
    expect((await caller.call('DELETE', `/v1.0/cycles/${id}`, {})).status).toBe(200);
    expect((await caller.call('DELETE', `/v1.0/cycles/${id}`, {})).status).toBe(404);
    expect(await readStatus(id)).toBe('DeleteScheduled');
    expect(await readBody(caller, '/cycles')).toMatchObject([
      { Id: id, Status: 'DeleteScheduled' },
    ]);
    expect((await put(caller, `/cycles/${id}`, { Name: 'x' })).status).toBe(404);
    expect((await put(caller, `/cycles/${id}/activate`, { Interval: 15 })).status).toBe(404);
  });

  test('is hidden from the list where that is chosen', async () => {
    await open({ deletedCycles: 'hidden' });
    const id = await installReady(caller, 'Contacts to Files');
    await caller.call('DELETE', `/v1.0/cycles/${id}`, {});
    expect(await readBody(caller, '/cycles')).toEqual([]);
  });
});
