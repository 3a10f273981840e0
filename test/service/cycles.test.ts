import { describe, expect, test } from 'vitest';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { sendJson, serveBroken } from '../wire/serve-broken.ts';
import { openForTest, take } from './open-for-test.ts';
import { installCycle, openWithTemplates } from './open-with-cycle.ts';

const account = 'northwind';

describe('templates', () => {
  test('they are listed with their tags', async () => {
    const { templates } = await openWithTemplates();
    expect(templates.find(({ name }) => name === 'Orders to Files')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Orders to Files',
      description: 'Writes a file for each order that comes in.',
      connectors: [
        { name: 'Our App', version: '1.4' },
        { name: 'Sample File Store', version: '3.1' },
      ],
      tags: ['orders', 'files'],
    });
  });

  test('an export has steps, slots, methods and the flow of the cycles to come', async () => {
    const { reader, findTemplate } = await openWithTemplates();
    const shape = take(await reader.exportTemplate(findTemplate('CRM to CRM')));
    const upsert = shape.steps.find(({ name }) => name === 'Step #2: upsert');
    expect(upsert).toMatchObject({
      method: 'Upsert contact',
      isWebhook: false,
      connectorName: 'Sample CRM',
      parameters: [],
    });
    expect(upsert?.fields.map(({ name, isOptional }) => [name, isOptional])).toEqual([
      ['Contact.Email', false],
      ['Contact.FirstName', true],
      ['Contact.LastName', true],
      ['Contact.Note', true],
    ]);
    expect(upsert?.responses).toEqual([{ id: expect.any(String), name: 'Contact.Id' }]);
    const twins = shape.steps.filter(({ name }) => name === 'Get contact');
    const slots = twins.map(({ connectorId }) => connectorId);
    expect(new Set(slots).size).toBe(2);
    expect(slots).toContain(upsert?.connectorId);
    expect(twins[0]?.parameters.map(({ name, isSensitive }) => [name, isSensitive])).toEqual([
      ['contactId', false],
      ['list', false],
      ['apiToken', true],
    ]);
    expect(shape.edges).toHaveLength(2);
    expect(shape.edges.map(({ head }) => head)).toContain(upsert?.id);
  });

  test('an export has the variables, and the step that is started from outside', async () => {
    const { reader, findTemplate } = await openWithTemplates();
    const backfill = take(await reader.exportTemplate(findTemplate('Order Backfill')));
    expect(backfill.variables.map(({ displayName, value }) => [displayName, value])).toEqual([
      ['batchSize', '100'],
      ['dryRun', 'true'],
    ]);
    const orders = take(await reader.exportTemplate(findTemplate('Orders to Files')));
    const webhooks = orders.steps.filter(({ isWebhook }) => isWebhook);
    expect(webhooks.map(({ name }) => name)).toEqual(['Order received']);
  });
});

describe('the life of a cycle', () => {
  test('it is installed paused, listed, read, and not there for another id', async () => {
    const { reader, cycle } = await installCycle('Contacts to Files');
    expect(cycle).toMatchObject({
      name: 'Contacts to Files',
      status: 'Paused',
      tags: ['contacts', 'files'],
      hasRun: false,
      inProgressCount: 0,
      schedule: null,
    });
    expect(cycle.connectors.map(({ authenticated }) => authenticated)).toEqual([true, true]);
    expect(take(await reader.listCycles(account))).toEqual([cycle]);
    expect(take(await reader.readCycle(account, cycle.id))).toEqual(cycle);
    const nobody = '11111111-2222-4333-8444-555555555555';
    expect(take(await reader.readCycle(account, nobody))).toBeNull();
  });

  test('its settings change one by one', async () => {
    const { reader, writer, cycle } = await installCycle('Contacts to Files');
    take(await writer.updateCycle(account, cycle.id, { tags: ['cyclectl:files'] }));
    take(await writer.updateCycle(account, cycle.id, { name: 'Files', successHours: 24 }));
    expect(take(await reader.readCycle(account, cycle.id))).toEqual({
      ...cycle,
      name: 'Files',
      tags: ['cyclectl:files'],
      successHours: 24,
    });
    take(await writer.updateCycle(account, cycle.id, { successHours: null }));
    const settings = {
      errorAction: 'Retry',
      collectionSplit: 'None',
      logRequests: false,
      shareable: true,
    };
    expect(cycle).toMatchObject({ errorAction: 'Ignore', logRequests: true, shareable: false });
    take(await writer.updateCycle(account, cycle.id, settings));
    expect(take(await reader.readCycle(account, cycle.id))).toMatchObject(settings);
    expect(take(await reader.readCycle(account, cycle.id))?.successHours).toBeNull();
  });

  test('it is started on an interval and stopped, also twice', async () => {
    const { reader, writer, cycle } = await installCycle('Contacts to Files');
    take(
      await writer.activateCycle(account, cycle.id, {
        startTime: '2030-01-01T00:00:00Z',
        intervalMinutes: 15,
        runOnce: false,
      }),
    );
    expect(take(await reader.readCycle(account, cycle.id))?.status).toBe('Active');
    expect(await writer.updateCycle(account, cycle.id, { name: 'Files' })).toMatchObject({
      failure: { kind: 'conflict' },
    });
    take(await writer.deactivateCycle(account, cycle.id));
    take(await writer.deactivateCycle(account, cycle.id));
    expect(take(await reader.readCycle(account, cycle.id))?.status).toBe('Paused');
  });

  test('where the service shows a schedule, it is read', async () => {
    const { reader, writer, cycle } = await installCycle('Contacts to Files', {
      scheduleReadable: 'yes',
    });
    const startTime = '2030-01-01T00:00:00Z';
    take(
      await writer.activateCycle(account, cycle.id, {
        startTime,
        intervalMinutes: 360,
        runOnce: false,
      }),
    );
    expect(take(await reader.readCycle(account, cycle.id))?.schedule).toEqual({
      kind: 'every',
      every: '6h',
      startAt: startTime,
    });
  });

  test('one with a missing mapping is refused, and its prerequisites say which', async () => {
    const { reader, writer, cycle } = await installCycle('Order Backfill');
    const prerequisites = take(await reader.listPrerequisites(account, cycle.id));
    expect(prerequisites).toMatchObject([{ code: 41, step: expect.stringMatching(/./) }]);
    const activation = { intervalMinutes: 60, runOnce: false };
    expect(await writer.activateCycle(account, cycle.id, activation)).toMatchObject({
      failure: { kind: 'rejected', status: 400 },
    });
  });

  test.each(['listed', 'hidden'] as const)(
    'one that is deleted is gone for us while the service keeps it %s',
    async (deletedCycles) => {
      const { reader, writer, cycle } = await installCycle('Contacts to Files', { deletedCycles });
      take(await writer.deleteCycle(account, cycle.id));
      expect(take(await reader.listCycles(account))).toEqual([]);
      expect(take(await reader.readCycle(account, cycle.id))).toBeNull();
      expect(take(await writer.deleteCycle(account, cycle.id))).toBeNull();
    },
  );
});

describe('the insides of a cycle', () => {
  test('steps have the ids of their mappings, and edges join them', async () => {
    const { reader, cycle } = await installCycle('Contacts to Files');
    const steps = take(await reader.listSteps(account, cycle.id));
    expect(steps.map(({ name }) => name).sort()).toEqual([
      'Get contact',
      'List changed contacts',
      'Write file',
    ]);
    for (const step of steps) {
      expect(cycle.connectors.map(({ id }) => id)).toContain(step.connectorId);
      for (const slot of ['parameters', 'fields'] as const) {
        const mappings = take(await reader.listMappings(account, step.id, slot));
        const ids = step[slot].map(({ id }) => id);
        expect(mappings.map(({ targetId }) => targetId).sort()).toEqual(ids.sort());
      }
    }
    const edges = take(await reader.listEdges(account, cycle.id));
    const nameOf = new Map(steps.map(({ id, name }) => [id, name]));
    expect(
      edges.map(({ tail, head }) => `${nameOf.get(tail)} > ${nameOf.get(head)}`).sort(),
    ).toEqual(['Get contact > Write file', 'List changed contacts > Get contact']);
  });

  test('variables are written by their system names, in clear and secret', async () => {
    const { reader, writer, cycle } = await installCycle('Order Backfill');
    const before = take(await reader.listVariables(account, cycle.id));
    take(
      await writer.writeVariables(
        { account, cycle: cycle.id },
        before.map(({ displayName, systemName }) => ({
          displayName,
          systemName,
          value: displayName === 'dryRun' ? new SecretValue('hidden-not-a-secret') : '250',
        })),
      ),
    );
    const after = take(await reader.listVariables(account, cycle.id));
    expect(after.map(({ displayName, value }) => [displayName, value]).sort()).toEqual([
      ['batchSize', '250'],
      ['dryRun', 'hidden-not-a-secret'],
    ]);
    expect(after.map(({ systemName }) => systemName).sort()).toEqual(
      before.map(({ systemName }) => systemName).sort(),
    );
  });

  test('a step is bound to another connector', async () => {
    const { reader, writer, cycle, install } = await installCycle('Contacts to Files');
    const other = await install('Sample CRM', '2.0', 'second crm');
    const step = take(await reader.listSteps(account, cycle.id)).find(
      ({ name }) => name === 'Get contact',
    );
    if (step === undefined) return expect.unreachable();
    take(await writer.bindStep({ account, cycle: cycle.id }, step.id, other.id));
    const steps = take(await reader.listSteps(account, cycle.id));
    expect(steps.find(({ id }) => id === step.id)?.connectorId).toBe(other.id);
  });
});

describe('a cycle as other services may write it', () => {
  const base = { Id: 'c', Name: 'C', Status: 'Active' };
  const read = async (more: object) => {
    const { url } = await serveBroken((_request, response) =>
      sendJson(response, { ...base, ...more }),
    );
    const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
    return take(await reader.readCycle(account, 'c'));
  };

  test.each([
    [{ Interval: 60 }, { kind: 'every', every: '1h' }],
    [
      { Interval: 60, StartTime: '0001-01-01T00:00:00' },
      { kind: 'every', every: '1h' },
    ],
    [
      { Interval: '1', StartTime: '2030-01-01T00:00:00.0000000' },
      { kind: 'every', every: '1m', startAt: '2030-01-01T00:00:00Z' },
    ],
    [
      { RunOnce: true, Interval: 0, StartTime: '2030-01-01T02:00:00+02:00' },
      { kind: 'once', at: '2030-01-01T00:00:00Z' },
    ],
    [{ RunOnce: true }, null],
    [{ Interval: 7 }, null],
    [{ Interval: null, StartTime: null, RunOnce: null }, null],
    [{}, null],
  ])('the schedule of %j is read', async (more, schedule) => {
    expect((await read(more))?.schedule).toEqual(schedule);
  });

  test.each([
    ['2024-05-01T10:00:00', true],
    ['0001-01-01T00:00:00', false],
    ['1970-01-01T00:00:00Z', false],
    [null, false],
  ])('with a last run at %s it has run: %s', async (LastSuccessfulRunDate, hasRun) => {
    expect((await read({ LastSuccessfulRunDate }))?.hasRun).toBe(hasRun);
  });

  test('names in other capitals, unknown fields and a template of zeroes are borne', async () => {
    const cycle = await read({
      TAGS: ['a'],
      errorCount: '3',
      templateId: '00000000-0000-0000-0000-000000000000',
      Icon: 'data:image/png;base64,',
    });
    expect(cycle).toMatchObject({ tags: ['a'], errorCount: 3, templateId: null });
    expect(Object.keys(cycle ?? {})).not.toContain('Icon');
  });
});
