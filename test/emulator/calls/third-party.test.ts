import { describe, expect, test } from 'vitest';
import type { WorldApi } from '../../../src/emulator/world/file/world.ts';
import { openParty } from './open-party.ts';

// A third party that stands at a socket of its own: what comes to it, and what is made of what it
// answers.

describe('a request to a third party', () => {
  test('carries merge fields, parameters and fields where they belong', async () => {
    const party = await openParty({
      api: { baseUrl: '{url}/v1/' },
      authentication: 'ApiKey',
      install: { AuthValue: 'secret-key', Properties: [{ Name: 'place', Value: 'x y' }] },
      method: {
        endpoint: 'POST /a/{id}?fixed=1&tail={place}',
        parameters: [
          { name: 'id', target: 'MergeField' },
          { name: 'q' },
          { name: 'X-Trace', target: 'HttpHeader' },
          { name: 'unused' },
          { name: 'local', target: 'Script' },
        ],
        fields: [
          'a.b',
          { location: '[rows].n', type: 'Integer' },
          { location: 'on', type: 'Boolean' },
          { location: 'price', type: 'Decimal' },
          { location: 'at', type: 'DateTime' },
          'none',
        ],
      },
    });
    const { status } = await party.call({
      Parameters: { id: 'a/b?c#d', q: 'ü&=', 'X-Trace': 't1', unused: '', local: 'l' },
      Fields: {
        'a.b': '1',
        '[rows].n': '7',
        on: 'TRUE',
        price: '1.50',
        at: '2026-12-01T06:00:00Z',
      },
    });
    expect(status).toBe(200);
    const [came] = party.came;
    expect(came).toMatchObject({
      method: 'POST',
      path: '/v1/a/a%2Fb%3Fc%23d?fixed=1&tail=x+y&q=%C3%BC%26%3D',
      headers: {
        authorization: 'Bearer secret-key',
        'x-trace': 't1',
        accept: 'application/json',
        'content-type': 'application/json',
      },
    });
    expect(JSON.parse(came?.text ?? '')).toEqual({
      a: { b: '1' },
      rows: [{ n: 7 }],
      on: true,
      price: 1.5,
      at: '2026-12-01T06:00:00Z',
    });
  });

  const places: readonly (readonly [string, WorldApi['auth'], object])[] = [
    [
      'header',
      { in: 'header', name: 'X-Key', prefix: 'K ' },
      { headers: { 'x-key': 'K se cret' } },
    ],
    ['query', { in: 'query', name: 'key' }, { path: '/x?key=se+cret' }],
  ];
  test.each(places)(
    'carries an API key in its %s where the world says so',
    async (_, auth, came) => {
      const party = await openParty({
        api: auth === undefined ? {} : { auth },
        authentication: 'ApiKey',
        install: { AuthValue: 'se cret' },
        method: {},
      });
      expect((await party.call()).status).toBe(200);
      expect(party.came).toMatchObject([came]);
    },
  );

  test('carries user and password as they were installed', async () => {
    const AuthValue = Buffer.from('ada:pass').toString('base64');
    const basic = await openParty({ authentication: 'Basic', install: { AuthValue }, method: {} });
    await basic.call();
    expect(basic.came[0]?.headers.authorization).toBe(`Basic ${AuthValue}`);
    const plain = await openParty({
      authentication: 'Basic',
      install: { AuthValue: 'ada:pass' },
      method: {},
    });
    expect(await plain.call()).toMatchObject({
      status: 400,
      body: { Message: expect.stringMatching(/^Failed to authenticate the connector/) },
    });
    expect(plain.came).toEqual([]);
  });

  test('writes a form where the API takes one', async () => {
    const party = await openParty({
      api: { format: 'form' },
      method: { endpoint: 'POST /x', fields: ['a', '[b]'] },
    });
    await party.call({ Fields: { a: '1 & 2', '[b]': 'x' } });
    expect(party.came).toMatchObject([
      { text: 'a=1+%26+2&b=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]);
  });

  test.each([
    ['Integer', '1.5'],
    ['Integer', 'x'],
    ['Decimal', '1,5'],
    ['Boolean', 'yes'],
    ['DateTime', 'soon'],
  ] as const)('is not made where a field of type %s is %j', async (type, value) => {
    const party = await openParty({
      method: { endpoint: 'POST /x', fields: [{ location: 'f', type }] },
    });
    const { status, body } = await party.call({ Fields: { f: value } });
    expect({ status, target: body.TargetName }).toEqual({ status: 400, target: 'f' });
    expect(party.came).toEqual([]);
  });
});

describe('a merge field does not lead elsewhere', () => {
  test.each(['..', '.'])('by climbing out of the path with %j', async (id) => {
    const party = await openParty({
      method: { endpoint: 'GET /a/{id}/b', parameters: [{ name: 'id', target: 'MergeField' }] },
    });
    const { status, body } = await party.call({ Parameters: { id } });
    expect({ status, said: body.Message.split(':')[0] }).toEqual({
      status: 400,
      said: 'Failed to build the request',
    });
    expect(party.came).toEqual([]);
  });

  test.each(['evil.example/', 'a@b', 'x?', '#', 'a:1', '', '%2f', '-'])(
    'by the host that property %j would make',
    async (Value) => {
      const party = await openParty({
        api: { baseUrl: 'http://{{place}}.api.example' },
        install: { Properties: [{ Name: 'place', Value }] },
        method: {},
      });
      const { status, body } = await party.call();
      expect({ status, said: body.Message.split(':')[0] }).toEqual({
        status: 400,
        said: 'Failed to build the request',
      });
    },
  );

  test('by a property in the path of the base address', async () => {
    const party = await openParty({
      api: { baseUrl: '{url}/{{place}}/v1' },
      install: { Properties: [{ Name: 'place', Value: '../a/b' }] },
      method: {},
    });
    await party.call();
    expect(party.came).toMatchObject([{ path: '/..%2Fa%2Fb/v1/x' }]);
  });

  test('and a sensitive property is none for who calls', async () => {
    const party = await openParty({
      method: { endpoint: 'GET /x?key={key}&place={place}' },
      install: { Properties: [{ Name: 'key', Value: 'stored' }] },
    });
    const Mergefields = { place: 'eu', key: 'mine' };
    const refused = await party.account.callBody(party.id, party.method, { Mergefields });
    expect(refused).toMatchObject({ status: 400, body: { TargetName: 'key' } });
    await party.account.callBody(party.id, party.method, { Mergefields: { place: 'eu' } });
    expect(party.came).toMatchObject([{ path: '/x?key=stored&place=eu' }]);
  });

  test('and a header does not break into two', async () => {
    const party = await openParty({
      method: { parameters: [{ name: 'X-A', target: 'HttpHeader' }] },
    });
    const { status } = await party.call({ Parameters: { 'X-A': 'a\r\nX-B: b' } });
    expect(status).toBe(400);
    expect(party.came).toEqual([]);
  });
});

describe('an answer of a third party', () => {
  test.each([
    [400, 400],
    [502, 502],
    ['passed on', 418],
  ] as const)('that is an error is a %s by choice', async (thirdPartyError, expected) => {
    const party = await openParty({
      choices: { thirdPartyError },
      serve: () => ({ status: 418, json: { error: 'short and stout' } }),
      method: {},
    });
    const { status, body } = await party.call();
    expect(status).toBe(expected);
    expect(body).toEqual({
      Message: `Failed to call the method: The third party answered 418 I'm a Teapot: {"error":"short and stout"}`,
      ParameterId: null,
      TargetName: null,
    });
  });

  test('that names the credential does not reveal it', async () => {
    const party = await openParty({
      authentication: 'ApiKey',
      install: { AuthValue: 'top"secret' },
      serve: ({ headers }) => ({ status: 401, json: { got: headers.authorization } }),
      method: {},
    });
    const { body } = await party.call();
    expect(body.Message).toMatch(/^Failed to authenticate the connector: .*\*{8}/);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('is not followed to another place', async () => {
    const party = await openParty({
      serve: ({ path }) =>
        path === '/x' ? { status: 302, headers: { Location: '/y' } } : { status: 200, json: {} },
      method: {},
    });
    expect((await party.call()).status).toBe(400);
    expect(party.came).toHaveLength(1);
  });

  test('that is not JSON, too long or too late is reported as such', async () => {
    const said = async (limits: object, text: string | null) => {
      const serve = () => (text === null ? null : { status: 200, text });
      const party = await openParty({ limits, serve, method: {} });
      return (await party.call()).body.Message;
    };
    expect(await said({}, '<html>')).toBe(
      'Response data not in expected format: The answer is no JSON.',
    );
    expect(await said({ answerBytes: 100 }, JSON.stringify('x'.repeat(101)))).toBe(
      'Failed to call the method: The answer is longer than 100 bytes.',
    );
    expect(await said({ requestMs: 30 }, null)).toBe(
      'Failed to call the method: There was no answer within 30 ms.',
    );
  });

  test('keeps what JavaScript cannot hold', async () => {
    const text = '{"id": 9007199254740993, "a":1.0}';
    const party = await openParty({ serve: () => ({ status: 200, text }), method: {} });
    const { caller } = party.account;
    const path = `/v1.0/account/connectors/${party.id}/methods/${party.method.Id}`;
    const response = await party.account.emulator.fetch(
      new Request(`http://emulator${path}`, {
        headers: { Authorization: `Bearer ${caller.token}`, 'X-Service-Account': 'northwind' },
      }),
    );
    expect(await response.text()).toBe(text);
  });

  test('without a body is an empty object', async () => {
    const party = await openParty({ serve: () => ({ status: 204, text: '' }), method: {} });
    expect(await party.call()).toMatchObject({ status: 200, body: {} });
  });
});
