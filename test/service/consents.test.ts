import { once } from 'node:events';
import { request } from 'node:http';
import { fetch } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { openReturnPage } from '../../src/service/consents.ts';
import { quickstartWorld } from '../emulator/support/worlds.ts';
import { closeAfterFile } from '../support/opened.ts';
import { openForTest, type Rig, take } from './open-for-test.ts';

const wanted = { user: 'it@northwind.example', targetOrigin: 'http://127.0.0.1:4711' };
let emulator: Emulator;
let rig: Rig;

beforeAll(async () => {
  emulator = await openEmulator({ world: quickstartWorld, frozenAt: '2026-12-01T05:00:00Z' });
  closeAfterFile(() => emulator.close());
  const { url: baseUrl } = await emulator.listen();
  const authUrl = 'https://sign-in.example.com/';
  rig = openForTest({ baseUrl, authUrl, credentials: emulator.credentials });
  take(await rig.writer.createAccount('north wind', { name: 'Northwind' }));
});

describe('a link for a consent', () => {
  test('names connector, token and target at the domain of browsers', async () => {
    const made = await rig.consents?.createConsentLink(
      { account: 'north wind', connector: '7' },
      wanted,
    );
    if (made?.ok !== true) return expect.unreachable();
    const { link, show, expiresAt } = made.value;
    const url = new URL(show());
    expect(url.origin + url.pathname).toBe(
      'https://sign-in.example.com/connectorauth/updateaccountconnectoroauth',
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({
      id: '7',
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      targetOrigin: 'http://127.0.0.1:4711',
    });
    expect(expiresAt).toBe('2026-12-01T05:05:00.0000000Z');
    const token = url.searchParams.get('token') ?? '';
    expect(`${JSON.stringify(made)} ${link} ${JSON.stringify(rig.observed)}`).not.toContain(token);
  });

  test('is not made for an account that is not there', async () => {
    const made = await rig.consents?.createConsentLink(
      { account: 'nobody', connector: '7' },
      wanted,
    );
    expect(made).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  });

  test('is not made without the address of browsers', () => {
    expect(openForTest({ baseUrl: 'http://127.0.0.1:1' }).consents).toBeNull();
  });
});

describe('the page that a browser comes back to', () => {
  test('leads on to a link once, and has nothing else', async () => {
    const page = await openReturnPage();
    closeAfterFile(() => page.close());
    const address = page.hide(new SecretValue('https://sign-in.example.com/?token=secret'));
    expect(address).not.toContain('secret');
    const first = await fetch(address, { redirect: 'manual' });
    expect([first.status, first.headers.get('Location')]).toEqual([
      302,
      'https://sign-in.example.com/?token=secret',
    ]);
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(404);
    expect((await fetch(`${page.origin}/favicon.ico`)).status).toBe(404);
    const answers = await Promise.all([fetch(page.origin), page.returned]);
    expect(answers[0].status).toBe(200);
    expect(answers[0].headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/);
  });

  test('outlives whoever asks for what is no address', async () => {
    const page = await openReturnPage();
    closeAfterFile(() => page.close());
    for (const path of ['//', '///', '//[', 'http://[', '*', '/%']) {
      const [answer] = await once(request(page.origin, { path }).end(), 'response');
      expect(answer.statusCode, path).toBe(404);
      answer.resume();
    }
    expect((await fetch(page.origin)).status).toBe(200);
  });
});
