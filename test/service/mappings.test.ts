import { describe, expect, test } from 'vitest';
import type { MappingSlot } from '../../src/model/desired/mapping.ts';
import type { LiveStep } from '../../src/model/live/live.ts';
import type { MappingWrite } from '../../src/model/live/writes.ts';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { sendJson, serveBroken } from '../wire/serve-broken.ts';
import { openForTest, take } from './open-for-test.ts';
import { installCycle } from './open-with-cycle.ts';

const account = 'northwind';
const nothing = {
  value: null,
  sourceStepId: null,
  sourceFieldId: null,
  triggerValue: null,
  triggerLabel: null,
};

async function open() {
  const rig = await installCycle('Contacts to Files');
  const steps = take(await rig.reader.listSteps(account, rig.cycle.id));
  const find = (name: string): LiveStep => {
    const step = steps.find((one) => one.name === name);
    if (step === undefined) throw new Error(`no step ${name}`);
    return step;
  };
  const at = (step: LiveStep, slot: MappingSlot, name: string) => {
    const target = step[slot].find((item) => item.name === name)?.id;
    if (target === undefined) throw new Error(`no ${slot} ${name}`);
    return { account, step: step.id, slot, target };
  };
  const writeAndRead = async (place: ReturnType<typeof at>, write: MappingWrite) => {
    take(await rig.writer.writeMapping(place, write));
    const mappings = take(await rig.reader.listMappings(account, place.step, place.slot));
    return mappings.find(({ targetId }) => targetId === place.target);
  };
  return { ...rig, find, at, writeAndRead };
}

describe('mappings', () => {
  test('a value is set on a field, and changed to nothing', async () => {
    const { find, at, writeAndRead } = await open();
    const place = at(find('Write file'), 'fields', 'Contact.Name');
    const write = { ...nothing, type: 'StaticValue', value: 'A name' };
    expect(await writeAndRead(place, write)).toEqual({
      ...write,
      targetId: place.target,
      isLaunchVisible: false,
    });
    const ignore = { ...nothing, type: 'Ignore' };
    expect(await writeAndRead(place, ignore)).toMatchObject({ type: 'Ignore', value: null });
  });

  test('a secret value is sent as it is', async () => {
    const { find, at, writeAndRead } = await open();
    const place = at(find('Get contact'), 'parameters', 'apiToken');
    const value = new SecretValue('inner-not-a-secret');
    const mapping = await writeAndRead(place, { ...nothing, type: 'StaticValue', value });
    expect(mapping?.value).toBe('inner-not-a-secret');
  });

  test('a field takes its value from an earlier step', async () => {
    const { find, at, writeAndRead } = await open();
    const source = find('Get contact');
    const place = at(find('Write file'), 'fields', 'Contact.Name');
    const write = {
      ...nothing,
      type: 'PreviousStep',
      sourceStepId: source.id,
      sourceFieldId: source.responses.find(({ name }) => name === 'Name')?.id ?? null,
    };
    expect(await writeAndRead(place, write)).toEqual({
      ...write,
      targetId: place.target,
      isLaunchVisible: false,
    });
  });

  test('a mapping keeps its source where only its visibility at launch is written', async () => {
    const { find, at, writeAndRead } = await open();
    const place = at(find('Write file'), 'fields', 'Contact.Name');
    const set = await writeAndRead(place, { ...nothing, type: 'StaticValue', value: 'x' });
    const shown = await writeAndRead(place, { isLaunchVisible: true });
    expect(shown).toEqual({ ...set, isLaunchVisible: true });
    const both = { ...nothing, type: 'StaticValue', value: 'y', isLaunchVisible: false };
    expect(await writeAndRead(place, both)).toMatchObject(both);
  });

  test('a parameter takes its value from a variable', async () => {
    const { find, at, writeAndRead, reader, cycle } = await open();
    const [variable] = take(await reader.listVariables(account, cycle.id));
    const place = at(find('List changed contacts'), 'parameters', 'list');
    const value = variable?.systemName ?? null;
    expect(await writeAndRead(place, { ...nothing, type: 'Variable', value })).toMatchObject({
      type: 'Variable',
      value,
    });
  });

  test('an id of the other list is refused', async () => {
    const { find, at, writer } = await open();
    const place = {
      ...at(find('Write file'), 'fields', 'Contact.Name'),
      slot: 'parameters',
    } as const;
    expect(
      await writer.writeMapping(place, { ...nothing, type: 'StaticValue', value: 'x' }),
    ).toMatchObject({ failure: { kind: 'rejected', status: 400 } });
  });
});

test('a mapping goes out in the words of the specification', async () => {
  const { url, seen } = await serveBroken((_request, response) => sendJson(response, {}));
  const { writer } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  const at = { account, step: 's', slot: 'fields', target: '7' } as const;
  take(await writer.writeMapping(at, { ...nothing, type: 'StaticValue', value: '' }));
  const lookup = { ...nothing, type: 'Lookup', triggerValue: '42', triggerLabel: 'Customers' };
  take(await writer.writeMapping({ ...at, slot: 'parameters' }, lookup));
  expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
    'PUT /v1.0/steps/s/fieldmappings/7',
    'PUT /v1.0/steps/s/parameters/7',
  ]);
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
    Field: { Id: 7 },
    MappingType: 'StaticValue',
    Value: '',
  });
  expect(JSON.parse(seen[1]?.body ?? '')).toMatchObject({
    Parameter: { Id: 7 },
    MappingType: 'Lookup',
    TriggerValue: '42',
    TriggerValueDisplayName: 'Customers',
  });
});

test('a step without a method, and a method that says it is a webhook, are read', async () => {
  const { url } = await serveBroken((_request, response) =>
    sendJson(response, [
      { Id: 'a', Name: 'Wait', ActionType: 3, Method: null, AccountConnector: null },
      { Id: 'b', Name: 'In', Method: { Name: 'Received', Type: 'webhook' } },
      { Id: 'c', Name: 'In too', ActionType: 'Webhook', Method: null },
    ]),
  );
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  const [wait, inside, too] = take(await reader.listSteps(account, 'cycle'));
  expect(wait).toEqual({
    id: 'a',
    name: 'Wait',
    description: null,
    action: '3',
    method: null,
    isWebhook: false,
    connectorId: null,
    connectorName: null,
    webhookUrl: null,
    parameters: [],
    fields: [],
    responses: [],
  });
  expect(inside).toMatchObject({ method: 'Received', isWebhook: true });
  expect(too?.isWebhook).toBe(true);
});
