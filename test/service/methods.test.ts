import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { MethodCall } from '../../src/model/live/method-call.ts';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { readItemRules } from '../../src/service/item-rules.ts';
import { toWire } from '../../src/wire/shape.ts';
import { type Play, sendJson, serveBroken } from '../wire/serve-broken.ts';
import { openForTest, take } from './open-for-test.ts';

const call: MethodCall = {
  account: 'northwind',
  connector: '41',
  method: '7',
  values: {
    kind: 'by-name',
    body: '{"a":1}',
    parameters: { since: '2026', token: new SecretValue('token-of-a-customer') },
    mergeFields: {},
    customCategory: 5,
  },
};

async function open(play: Play) {
  const { url, seen } = await serveBroken(play);
  const credentials = { clientId: 'test', clientSecret: 'client-secret-not-a-secret' };
  const calls = () => seen.filter((request) => request.url !== '/oauth/token');
  return { calls, ...openForTest({ baseUrl: url, credentials }) };
}

/** Signs in whoever asks, and answers everything else. */
function signIn(play: Play): Play {
  return (request, response, count) =>
    request.url === '/oauth/token'
      ? sendJson(response, { access_token: `token-${count}-not-a-secret`, expires_in: 3600 })
      : play(request, response, count);
}

function refuse(status: number, body: unknown): Play {
  return signIn((_request, response) => sendJson(response, body, { status }));
}

describe('a call', () => {
  test('by name goes to the body route, in the account, with what it has', async () => {
    const { caller, calls } = await open(signIn((_request, response) => sendJson(response, [1])));
    expect(take(await caller.callMethod(call))).toEqual({ status: 200, text: '[1]' });
    const [request] = calls();
    expect(request).toMatchObject({
      method: 'POST',
      url: '/v1.0/account/connectors/41/methods/7/body',
      headers: { 'x-service-account': 'northwind', accept: '*/*' },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      RequestBody: '{"a":1}',
      Parameters: { since: '2026', token: 'token-of-a-customer' },
      CustomCategoryId: 5,
    });
  });

  test('by id goes to the method itself, with an empty body where it has no values', async () => {
    const { caller, calls } = await open(signIn((_request, response) => sendJson(response, {})));
    const nothing = { parameters: {}, fields: {}, mergeFields: {} };
    const all = { parameters: { 11: 'a' }, fields: { 21: 'b' }, mergeFields: { 12: 'c' } };
    take(await caller.callMethod({ ...call, values: { kind: 'by-id', ...nothing } }));
    take(await caller.callMethod({ ...call, values: { kind: 'by-id', ...all } }));
    expect(calls().map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/v1.0/account/connectors/41/methods/7', {}],
      [
        '/v1.0/account/connectors/41/methods/7',
        { Parameters: { 11: 'a' }, Fields: { 21: 'b' }, Mergefields: { 12: 'c' } },
      ],
    ]);
  });

  test('is described without being sent, with its secrets masked', async () => {
    const { caller, observed } = await open(signIn((_request, response) => sendJson(response, {})));
    const described = caller.describeCall(call);
    expect(described).toMatchObject({
      method: 'POST',
      path: '/v1.0/account/connectors/41/methods/7/body',
      account: 'northwind',
    });
    expect(JSON.stringify(described)).toContain('"token":"[secret]"');
    expect(JSON.stringify(described)).not.toContain('token-of-a-customer');
    expect(observed).toEqual([]);
  });

  test('gives the text of an answer that is not JSON as it came', async () => {
    const xml = '<?xml version="1.0"?>\r\n<files><file name="ä"/></files>\n';
    const { caller } = await open(
      signIn((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/xml' });
        response.end(xml);
      }),
    );
    expect(take(await caller.callMethod(call))).toEqual({ status: 200, text: xml });
  });

  test('that got nothing back is a success with an empty text', async () => {
    const { caller } = await open(
      signIn((_request, response) => void response.writeHead(204).end()),
    );
    expect(take(await caller.callMethod(call))).toEqual({ status: 204, text: '' });
  });
});

describe('a call is sent once', () => {
  test.each([
    [429, 'rate-limited'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [501, 'rejected'],
    [408, 'outcome-unknown'],
    [500, 'outcome-unknown'],
    [503, 'outcome-unknown'],
  ])('whoever answered %i', async (status, kind) => {
    const { caller, calls } = await open(refuse(status, { Message: 'No' }));
    expect(await caller.callMethod(call)).toMatchObject({
      ok: false,
      failure: { kind, message: 'No', tries: 1 },
    });
    expect(calls()).toHaveLength(1);
  });

  test.each<readonly [string, (response: ServerResponse) => void]>([
    ['no answer', (response) => void response.destroy()],
    [
      'an answer that is cut off',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => response.destroy());
      },
    ],
  ])('also where there was %s', async (_name, end) => {
    const { caller, calls } = await open(signIn((_request, response) => end(response)));
    expect(await caller.callMethod(call)).toMatchObject({
      ok: false,
      failure: { kind: 'outcome-unknown' },
    });
    expect(calls()).toHaveLength(1);
  });
});

describe('a refused call', () => {
  test('names the parameter or field that it lacks', async () => {
    const body = { Message: 'Required', ParameterId: 11, TargetName: 'since' };
    const { caller } = await open(refuse(400, body));
    expect(await caller.callMethod(call)).toMatchObject({
      failure: { kind: 'rejected', status: 400, item: { id: '11', name: 'since' } },
    });
  });

  test.each([
    [{ Message: 'Wrong', ParameterId: null, TargetName: null }],
    [{ Message: 'Wrong' }],
    ['Wrong'],
    [{ Message: 'Wrong', TargetName: { a: 1 } }],
  ])('names nothing where it does not say what: %j', async (body) => {
    const { caller } = await open(refuse(400, body));
    const answer = await caller.callMethod(call);
    expect(answer).toMatchObject({ failure: { kind: 'rejected', message: 'Wrong' } });
    expect(JSON.stringify(answer)).not.toContain('"item"');
  });

  test('never reveals a secret of the call', async () => {
    const secret = 'token-of-a-customer';
    const body = { Message: `${secret} is wrong`, ParameterId: 1, TargetName: secret };
    const { caller } = await open(refuse(400, body));
    expect(JSON.stringify(await caller.callMethod(call))).not.toContain(secret);
  });
});

test('says nothing of rules that are absent, or in a form that no source proves', () => {
  const nothing = { isOptional: true, dataType: null, values: [] };
  expect(readItemRules(toWire({}))).toEqual(nothing);
  const odd = { IsOptional: null, DataType: 2, Values: [{ Name: 'Open', Value: '1' }] };
  expect(readItemRules(toWire(odd))).toEqual(nothing);
});

test('reads what is required, of which type, and which values there are', () => {
  const rules = { IsOptional: false, DataType: 'Integer', Values: [1, '2', true] };
  expect(readItemRules(toWire(rules))).toEqual({
    isOptional: false,
    dataType: 'Integer',
    values: ['1', '2', 'true'],
  });
});
