import { describe, expect, test } from 'vitest';
import { addSources } from '../../src/model/live/steps/step-sources.ts';
import { sendJson, serveBroken } from '../wire/serve-broken.ts';
import { openForTest, take } from './open-for-test.ts';
import { installCycle } from './open-with-cycle.ts';

// What a webhook delivers stands in RequestFields of its method (SERVICE L [Q1]), or in ResponseFields, as clients
// were told before: the same comes of both.

const account = 'northwind';
const delivered = ['id', 'total', '[lines].product.sku', '[lines].quantity'].sort();
const names = (items: readonly { readonly name: string }[] = []) =>
  items.map(({ name }) => name).sort();

describe.each([
  ['request', 'its method'],
  ['response', 'its method'],
  ['not in steps', 'a later step'],
] as const)('a webhook whose fields are: %s, named by %s', (webhookFields, reported) => {
  test('gives later steps what it delivers, and nothing is mapped to it', async () => {
    const rig = await installCycle('Orders to Files', { webhookFields });
    const { reader, writer, cycle } = rig;
    const listed = take(await reader.listSteps(account, cycle.id));
    const taker = listed.find(({ isWebhook }) => !isWebhook)?.id ?? '';
    const steps =
      reported === 'its method'
        ? listed
        : addSources(listed, take(await reader.listSources(account, taker)));
    const webhook = steps.find(({ isWebhook }) => isWebhook);
    expect([names(webhook?.responses), webhook?.fields]).toEqual([delivered, []]);
    const write = steps.find(({ name }) => name === 'Write file');
    const target = write?.fields.find(({ name }) => name === '[orders].total');
    const source = webhook?.responses.find(({ name }) => name === 'total');
    const at = {
      account,
      step: write?.id ?? '',
      slot: 'fields',
      target: target?.id ?? '',
    } as const;
    const from = { sourceStepId: webhook?.id ?? '', sourceFieldId: source?.id ?? '' };
    const rest = { value: null, triggerValue: null, triggerLabel: null };
    take(await writer.writeMapping(at, { type: 'PreviousStep', ...from, ...rest }));
    const read = take(await reader.listMappings(account, at.step, 'fields'));
    expect(read.find(({ targetId }) => targetId === at.target)).toMatchObject(from);
  });

  test('is named by the export of its template and by the catalog', async () => {
    const { reader, templates } = await installCycle('Orders to Files', { webhookFields });
    const template = templates.find(({ name }) => name === 'Orders to Files');
    const shape = take(await reader.exportTemplate(template?.id ?? ''));
    const exported = shape.steps.find(({ isWebhook }) => isWebhook);
    expect([names(exported?.responses), exported?.fields]).toEqual([delivered, []]);
    const of = { kind: 'latest', name: 'Our App', version: null } as const;
    const methods = take(await reader.listMethods(of, null));
    const method = methods.find(({ name }) => name === 'Order received');
    expect([names(method?.responses), method?.fields]).toEqual([delivered, []]);
  });
});

test('a webhook that has both lists gives what is in either, and of one name its response field', async () => {
  const field = (Id: number, Location: string) => ({ Id, Location });
  const Method = {
    Name: 'Received',
    MethodType: 'Webhook',
    Parameters: [],
    RequestFields: [field(1, 'id'), field(2, 'total')],
    ResponseFields: [field(3, 'id')],
  };
  const step = { Id: 's1', Name: 'Received', ActionType: 'Action', AccountConnector: null, Method };
  const { url } = await serveBroken((_request, response) => sendJson(response, [step]));
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  const [read] = take(await reader.listSteps(account, 'c1'));
  expect(read?.responses).toEqual([
    { id: '3', name: 'id' },
    { id: '2', name: 'total' },
  ]);
});

test('what a step is offered has the step that gives it, and its place or else its name', async () => {
  const offered = [
    { Id: 1, Name: 'Order', Location: 'order.id', Step: { Id: 's1' } },
    { Id: 2, Name: 'Total', Step: 'S1' },
    { Id: 3, Name: 'Nobody says' },
  ];
  const { url, seen } = await serveBroken((_request, response) => sendJson(response, offered));
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  expect(take(await reader.listSources(account, 's2'))).toEqual([
    { step: 's1', id: '1', name: 'order.id' },
    { step: 's1', id: '2', name: 'Total' },
    { step: null, id: '3', name: 'Nobody says' },
  ]);
  expect(seen.map((request) => request.url)).toEqual(['/v1.0/steps/s2/fieldsformapping']);
});
