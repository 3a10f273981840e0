import { describe, expect, test } from 'vitest';
import { startEmulator } from '../../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../../emulator/support/worlds.ts';
import { account, type Play, type Seen, sendJson, serveBroken } from '../../wire/serve-broken.ts';
import { openForTest, openOnEmulator, take } from '../open-for-test.ts';

const credentials = { clientId: 'northwind tools', clientSecret: 'p&ss=w+rd not-a-secret' };

/** Hands out token-1, token-2 … and leaves the rest to the play. */
function withTokens(play: Play): Play {
  let count = 0;
  return (request, response, number) => {
    if (request.url !== '/oauth/token') return play(request, response, number);
    count += 1;
    sendJson(response, { access_token: `token-${count}`, token_type: 'bearer' });
  };
}

async function open(play: Play) {
  const { url, seen } = await serveBroken(play);
  const rig = openForTest({ baseUrl: url, credentials });
  const find = (path: string): readonly Seen[] => seen.filter((one) => one.url === path);
  return { seen, find, ...rig };
}

const takeOnly =
  (token: string): Play =>
  (request, response) =>
    request.headers.authorization === `Bearer ${token}`
      ? sendJson(response, account)
      : sendJson(response, { Message: 'Authorization denied' }, { status: 401 });

describe('signing in', () => {
  test('credentials go in a form to the token endpoint, the token in a header to the rest', async () => {
    const { reader, seen } = await open(withTokens(takeOnly('token-1')));
    take(await reader.readAccount('northwind'));
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    });
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[1]).toMatchObject({ url: '/v1.0/accounts/northwind' });
  });

  test('a token that is refused is renewed once, for all calls that were refused, also creates', async () => {
    const { reader, writer, find } = await open(withTokens(takeOnly('token-2')));
    const answers = await Promise.all([
      reader.readAccount('northwind'),
      reader.readAccount('northwind'),
      writer.createAccount('northwind', { name: 'Northwind' }),
    ]);
    for (const answer of answers) expect(take(answer)?.id).toBe('northwind');
    expect(find('/oauth/token')).toHaveLength(2);
    expect(find('/v1.0/accounts')).toHaveLength(2);
    expect(find('/v1.0/accounts/northwind')).toHaveLength(4);
  });

  test('a second refusal is reported, and the call was sent twice', async () => {
    const { reader, find } = await open(withTokens(takeOnly('another token')));
    expect(await reader.readAccount('northwind')).toMatchObject({
      failure: {
        kind: 'unauthorized',
        message: 'Authorization denied',
        request: { path: '/accounts/northwind' },
      },
    });
    expect(find('/v1.0/accounts/northwind')).toHaveLength(2);
  });

  test('a token from elsewhere is not renewed', async () => {
    const { url, seen } = await serveBroken(takeOnly('another token'));
    const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
    expect(await reader.readAccount('northwind')).toMatchObject({
      failure: { kind: 'unauthorized' },
    });
    expect(seen).toHaveLength(1);
  });

  test('a failure to sign in is not kept: the next call tries again', async () => {
    let isUp = false;
    const { reader, find } = await open((request, response, count) =>
      isUp
        ? withTokens(takeOnly('token-1'))(request, response, count)
        : sendJson(response, { error: 'invalid_client' }, { status: 400 }),
    );
    expect(await reader.readAccount('northwind')).toMatchObject({
      failure: {
        kind: 'unauthorized',
        message: 'invalid_client',
        request: { method: 'POST', path: '/oauth/token', account: null },
      },
    });
    isUp = true;
    take(await reader.readAccount('northwind'));
    expect(find('/oauth/token')).toHaveLength(2);
  });

  test('when signing in has no answer, nothing can have happened to a create', async () => {
    const { writer, seen } = await open((_request, response) => void response.destroy());
    expect(await writer.createAccount('northwind', { name: 'Northwind' })).toMatchObject({
      failure: { kind: 'unavailable', request: { path: '/oauth/token' }, tries: 4 },
    });
    expect(seen).toHaveLength(4);
  });

  test.each([
    ['no token', {}, 'access_token is missing, expected text'],
    ['a list', [], 'the answer is a list, expected an object'],
  ])('an answer with %s is unexpected', async (_name, json, message) => {
    const { reader } = await open((_request, response) => sendJson(response, json));
    expect(await reader.listAccounts()).toMatchObject({
      failure: { kind: 'unexpected-shape', message },
    });
  });

  test('a token that no header can carry is refused before it is sent', async () => {
    const { reader, seen } = await open((_request, response) =>
      sendJson(response, { access_token: 'two\r\nlines' }),
    );
    expect(await reader.listAccounts()).toMatchObject({ failure: { kind: 'unauthorized' } });
    expect(seen).toHaveLength(1);
  });

  test('a secret without a value here is named, and nothing is sent', async () => {
    const { url, seen } = await serveBroken(takeOnly('token'));
    const { reader } = openForTest({ baseUrl: url, accessToken: '' });
    const without = openForTest({ baseUrl: url, credentials: { clientId: 'x', clientSecret: '' } });
    for (const one of [reader, without.reader]) {
      expect(await one.listAccounts()).toMatchObject({
        failure: { kind: 'unauthorized', message: expect.stringMatching(/has no value here$/) },
      });
    }
    expect(seen).toHaveLength(0);
  });
});

describe('signing in to the emulator', () => {
  test('a wrong secret is unauthorized', async () => {
    const emulator = await startEmulator({ world: quickstartWorld });
    const { url } = await emulator.listen();
    const { reader } = openForTest({
      baseUrl: url,
      credentials: { ...emulator.credentials, clientSecret: 'wrong-not-a-secret' },
    });
    expect(await reader.listAccounts()).toMatchObject({
      failure: { kind: 'unauthorized', request: { path: '/oauth/token' } },
    });
  });

  test('a wrong token is unauthorized, a right secret lets in', async () => {
    const emulator = await startEmulator({ world: quickstartWorld });
    const { url } = await emulator.listen();
    const wrong = openForTest({ baseUrl: url, accessToken: 'wrong-not-a-secret' });
    expect(await wrong.reader.listAccounts()).toMatchObject({
      failure: { kind: 'unauthorized', request: { path: '/accounts' } },
    });
    const { reader } = await openOnEmulator(emulator);
    expect(take(await reader.listAccounts())).toEqual([]);
  });
});
