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

describe('activating', () => {
  test.each([1, 5, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 10080])(
    'takes an interval of %i minutes',
    async (Interval) => {
      const id = await installReady(caller, 'Contacts to Files');
      const StartTime = '2020-01-01T06:00:00Z';
      expect((await put(caller, `/cycles/${id}/activate`, { StartTime, Interval })).status).toBe(
        200,
      );
      expect(await readStatus(id)).toBe('Active');
    },
  );

  test.each([{}, { Interval: 2 }, { Interval: 0 }, { Interval: 15, StartTime: 'soon' }])(
    'refuses %j and leaves the cycle paused',
    async (body) => {
      const id = await installReady(caller, 'Contacts to Files');
      expect((await put(caller, `/cycles/${id}/activate`, body)).status).toBe(400);
      expect(await readStatus(id)).toBe('Paused');
    },
  );

  test('needs no interval where a webhook starts the cycle, and ignores one', async () => {
    await open({ scheduleReadable: 'yes' });
    const id = await installReady(caller, 'Orders to Files');
    expect((await put(caller, `/cycles/${id}/activate`, { Interval: 2 })).status).toBe(200);
    expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
      Status: 'Active',
      Interval: null,
    });
  });

  test('is refused while a prerequisite is unmet, unless that is chosen', async () => {
    const cycle = await installTemplate(caller, 'Contacts to Mailer');
    const { status, body } = await put(caller, `/cycles/${cycle.Id}/activate`, { Interval: 15 });
    expect(status).toBe(400);
    expect(body.Message).toContain('Unauthenticated connector');
    await open({ activateUnmet: 'allowed' });
    const lax = await installTemplate(caller, 'Contacts to Mailer');
    expect((await put(caller, `/cycles/${lax.Id}/activate`, { Interval: 15 })).status).toBe(200);
  });

  test('an active cycle replaces its schedule, or is 409 where that is chosen', async () => {
    await open({ scheduleReadable: 'yes' });
    const id = await installReady(caller, 'Contacts to Files');
    await put(caller, `/cycles/${id}/activate`, {
      Interval: 15,
      StartTime: '2026-12-01T06:00:00Z',
    });
    expect((await put(caller, `/cycles/${id}/activate`, { Interval: 60 })).status).toBe(200);
    expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
      Interval: 60,
      StartTime: '2026-11-21T10:00:00.0000000Z',
      RunOnce: false,
    });
    await open({ activateActive: 'refused' });
    const strict = await installReady(caller, 'Contacts to Files');
    await put(caller, `/cycles/${strict}/activate`, { Interval: 15 });
    expect((await put(caller, `/cycles/${strict}/activate`, { Interval: 60 })).status).toBe(409);
  });

  test('keeps the schedule to itself where it is not readable', async () => {
    const id = await installReady(caller, 'Contacts to Files');
    await put(caller, `/cycles/${id}/activate`, { Interval: 15 });
    expect(await readBody(caller, `/cycles/${id}`)).not.toHaveProperty('Interval');
  });
});

describe('a running cycle', () => {
  let id: string;

  async function start(choices: Partial<Choices> = {}): Promise<void> {
    await open(choices);
    id = await installReady(caller, 'Contacts to Files');
    expect((await put(caller, `/cycles/${id}/activate`, { Interval: 15 })).status).toBe(200);
  }

  beforeEach(async () => {
    await start();
  });

  test('refuses edits with 409 until it is stopped', async () => {
    const steps = await readBody(caller, `/cycles/${id}/steps`);
    const step = steps.find((each: Answer['body']) => each.Name === 'Write file');
    const [variable] = await readBody(caller, `/cycles/${id}/variables`);
    const [parameter] = step.Method.Parameters;
    const [field] = step.Method.RequestFields;
    const edits: readonly (readonly [string, string, unknown])[] = [
      ['PUT', `/cycles/${id}`, { Name: 'x' }],
      ['DELETE', `/cycles/${id}`, {}],
      ['PUT', `/cycles/${id}/steps/${step.Id}`, { Description: 'x' }],
      ['POST', `/cycles/${id}/variables`, { DisplayName: 'new', Value: '1' }],
      ['PATCH', `/cycles/${id}/variables`, [{ DisplayName: 'region', Value: '1' }]],
      ['PUT', `/cycles/${id}/variables/${variable.SystemName}`, { Value: '1' }],
      ['DELETE', `/cycles/${id}/variables/${variable.SystemName}`, {}],
      ['PUT', `/steps/${step.Id}/parameters/${parameter.Id}`, { MappingType: 'Ignore' }],
      ['PUT', `/steps/${step.Id}/fieldmappings/${field.Id}`, { MappingType: 'Ignore' }],
    ];
    for (const [method, path, body] of edits) {
      const { status, body: answer } = await caller.call(method, `/v1.0${path}`, body);
      expect([path, status]).toEqual([path, 409]);
      expect(answer.Message).toBe("Cycle 'Contacts to Files' is running.");
    }
    expect(
      (await put(caller, `/cycles/${id}/deactivate?finishQueuedTransactions=true`)).status,
    ).toBe(200);
    expect((await put(caller, `/cycles/${id}/deactivate`)).status).toBe(200);
    expect((await put(caller, `/cycles/${id}`, { Name: 'x' })).body.Name).toBe('x');
  });

  test('may take edits of mappings where that is chosen', async () => {
    await start({ mappingEditWhileRunning: 'allowed' });
    const steps = await readBody(caller, `/cycles/${id}/steps`);
    const write = steps.find((step: Answer['body']) => step.Name === 'Write file');
    const [field] = write.Method.RequestFields;
    const path = `/steps/${write.Id}/fieldmappings/${field.Id}`;
    expect((await put(caller, path, { MappingType: 'StaticValue', Value: 'x' })).status).toBe(200);
  });

  test('stops when a connector that it uses is de-authenticated', async () => {
    const [connector] = await readBody(caller, '/account/connectors');
    await put(caller, `/account/connectors/${connector.Id}/deauthenticate`);
    expect(await readStatus(id)).toBe('Paused');
  });

  test('keeps its connectors and its account from being deleted', async () => {
    const [connector] = await readBody(caller, '/account/connectors');
    const path = `/v1.0/account/connectors/${connector.Id}`;
    expect((await caller.call('DELETE', path, {})).status).toBe(409);
    expect((await caller.call('DELETE', '/v1.0/accounts/northwind', {})).status).toBe(409);
    await put(caller, `/cycles/${id}/deactivate`);
    expect((await caller.call('DELETE', path, {})).status).toBe(200);
    expect((await readBody(caller, `/cycles/${id}/prerequisites`))[0].ReasonCode).toBe(20);
    expect((await caller.call('DELETE', '/v1.0/accounts/northwind', {})).status).toBe(200);
  });

  test('goes along with its account where that is chosen', async () => {
    await start({ accountDeleteWithRunningCycles: 'cascades' });
    expect((await caller.call('DELETE', '/v1.0/accounts/northwind', {})).status).toBe(200);
    await caller.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Again' });
    expect(await readBody(caller, '/cycles')).toEqual([]);
    expect(await readBody(caller, '/account/connectors')).toEqual([]);
  });
});
