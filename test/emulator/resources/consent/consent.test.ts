import { beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { type Caller, signIn, startEmulator } from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';
import { askSignInToken, browse, decide, makeLink } from './browse.ts';

const targetOrigin = 'https://app.northwind.example';
let emulator: Emulator;
let caller: Caller;
let id: string;

beforeEach(async () => {
  emulator = await startEmulator({ world: quickstartWorld, frozenAt: '2026-12-01T05:00:00Z' });
  const partner = await signIn(emulator);
  for (const Id of ['northwind', 'contoso']) {
    await partner.call('POST', '/v1.0/accounts', { Id, Name: Id });
  }
  caller = partner.inside('northwind');
  const { body } = await caller.call('POST', '/v1.0/connectors/Sample%20Mailer/install', {});
  id = String(body.Id);
});

async function begin(more: Readonly<Record<string, string>> = {}) {
  const { Token: token } = await askSignInToken(caller);
  return browse(emulator, makeLink({ id, token, targetOrigin, ...more }));
}

async function readInstalled() {
  return (await caller.call('GET', `/v1.0/account/connectors/${id}`)).body;
}

describe('a sign-in token', () => {
  test('names when it expires, and makes its user', async () => {
    const { Token, ExpiresAtUtc } = await askSignInToken(caller);
    expect(Token).toMatch(/^[0-9a-f]{64}$/);
    expect(ExpiresAtUtc).toBe('2026-12-01T05:05:00.0000000Z');
    const users = await caller.call('GET', '/v1.0/accounts/northwind/users');
    expect(users.body).toEqual(['it@northwind.example']);
    expect((await caller.call('GET', '/v1.0/accounts/contoso/users')).body).toEqual([]);
  });

  test('opens the way once, and only within five minutes', async () => {
    const { Token: token } = await askSignInToken(caller);
    const link = makeLink({ id, token, targetOrigin });
    expect((await browse(emulator, link)).status).toBe(302);
    const again = await browse(emulator, link);
    expect(again).toMatchObject({ status: 403, location: undefined });
    expect(again.headers.get('Content-Type')).toMatch(/^text\/html/);
    const late = await askSignInToken(caller);
    emulator.control.advance('300s');
    const expired = await browse(emulator, makeLink({ id, token: late.Token, targetOrigin }));
    expect(expired.status).toBe(403);
  });

  test('is good for connectors of its own account alone, and is not used up by a mistake', async () => {
    const { Token: token } = await askSignInToken(caller, 'contoso');
    expect((await browse(emulator, makeLink({ id, token, targetOrigin }))).status).toBe(404);
    const own = await askSignInToken(caller);
    const wrong = makeLink({ id: '1', token: own.Token, targetOrigin });
    expect((await browse(emulator, wrong)).status).toBe(404);
    const right = makeLink({ id, token: own.Token, targetOrigin });
    expect((await browse(emulator, right)).status).toBe(302);
  });

  test('is in no log of requests and in no dump', async () => {
    const { Token: token } = await askSignInToken(caller);
    const { location } = await browse(emulator, makeLink({ id, token, targetOrigin }));
    const back = await decide(emulator, location, 'allow');
    await browse(emulator, back);
    const kept = JSON.stringify([emulator.requests(), emulator.control.dump()]);
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(back.searchParams.get('code'));
  });
});

describe('the way through the third party', () => {
  test('leaves tokens as the credential, and continues to targetOrigin', async () => {
    const { location } = await begin();
    expect((await readInstalled()).Authenticated).toBe(false);
    const done = await browse(emulator, await decide(emulator, location, 'allow'));
    expect(done).toMatchObject({ status: 302, location: new URL(targetOrigin) });
    const { Authenticated, AuthValue } = await readInstalled();
    expect(Authenticated).toBe(true);
    expect(JSON.parse(AuthValue)).toEqual({
      AccessToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      RefreshToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      Expires: '2026-12-01T06:00:00.000Z',
      RefreshExpires: null,
    });
  });

  test('may begin by POST with a form', async () => {
    const { Token: token } = await askSignInToken(caller);
    const form = { id, token, targetOrigin, callbackMessage: 'done' };
    const { location } = await browse(emulator, makeLink({}), form);
    const done = await browse(emulator, await decide(emulator, location, 'allow'));
    expect(done.status).toBe(200);
    expect((await readInstalled()).Authenticated).toBe(true);
  });

  test('changes nothing where the person says no', async () => {
    const { location } = await begin();
    const back = await decide(emulator, location, 'deny');
    expect((await browse(emulator, back)).status).toBe(403);
    expect((await readInstalled()).Authenticated).toBe(false);
    expect((await browse(emulator, back)).status, 'a state that came back').toBe(400);
  });

  test('takes a code once, and a state once', async () => {
    const first = await decide(emulator, (await begin()).location, 'allow');
    const second = await decide(emulator, (await begin()).location, 'allow');
    expect((await browse(emulator, first)).status).toBe(302);
    expect((await browse(emulator, first)).status).toBe(400);
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    const stolen = await browse(emulator, second);
    expect(stolen).toMatchObject({ status: 502, location: undefined });
    expect(stolen.text).toContain('invalid_grant');
  });

  test('ends where the person takes too long', async () => {
    const { location } = await begin();
    const back = await decide(emulator, location, 'allow');
    emulator.control.advance('31m');
    expect((await browse(emulator, back)).status).toBe(400);
  });
});

describe('what a browser is shown', () => {
  test.each([
    ['no origin at all', ''],
    ['a path', 'https://app.northwind.example/done'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['a name and a password', 'https://me:word@app.northwind.example'],
    ['every origin', '*'],
  ])('refuses %s as targetOrigin', async (_, wrong) => {
    const { status, location } = await begin({ targetOrigin: wrong });
    expect([status, location]).toEqual([400, undefined]);
  });

  test('holds a message as data, whatever is in it', async () => {
    const callbackMessage = `</script><script>alert("1")</script>\u2028 & ' <!-- {"a":1}`;
    const { location } = await begin({ callbackMessage });
    const done = await browse(emulator, await decide(emulator, location, 'allow'));
    const [, data = ''] = /id="completion">([\s\S]*?)<\/script>/.exec(done.text) ?? [];
    expect(JSON.parse(data)).toEqual({ message: callbackMessage, targetOrigin });
    expect(data).not.toContain('<');
    expect(done.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; frame-ancestors https:\/\/app\.northwind\.example; base-uri 'none'$/,
    );
  });

  test('is escaped where it repeats what came in', async () => {
    const path = '/v1.0/connectors/Sample%20CRM/install';
    const { body } = await caller.call('POST', path, { Name: '<img src=x onerror=alert(1)>' });
    const { status, text } = await begin({ id: String(body.Id) });
    expect(status).toBe(400);
    expect(text).toContain('&lt;img src=x');
    expect(text).not.toContain('<img');
  });
});

describe('users of an account', () => {
  const users = '/v1.0/accounts/northwind/users';

  test('are added, listed and taken out', async () => {
    const ada = { UserName: 'ada', Password: 'a-word' };
    expect((await caller.call('PUT', users, ada)).status).toBe(200);
    expect((await caller.call('PUT', users, { UserName: 'ADA' })).status).toBe(200);
    expect((await caller.call('GET', users)).body).toEqual(['ada']);
    expect((await caller.call('DELETE', users, { UserName: 'ada' })).status).toBe(200);
    expect((await caller.call('DELETE', users, { UserName: 'ada' })).status).toBe(404);
    expect((await caller.call('GET', users)).body).toEqual([]);
  });

  test('stay when they leave an account, and go with no account', async () => {
    await caller.call('PUT', users, { UserName: 'ada' });
    await caller.call('DELETE', users, { UserName: 'ada' });
    const word = { UserName: 'ada', Password: 'another' };
    expect((await caller.call('PUT', '/v1.0/users', word)).status).toBe(200);
    expect((await caller.call('PUT', '/v1.0/users', { UserName: 'ada' })).status).toBe(400);
    const unknown = { UserName: 'grace', Password: 'another' };
    expect((await caller.call('PUT', '/v1.0/users', unknown)).status).toBe(404);
  });
});
