import { describe, expect, test } from 'vitest';
import { isAccessTokenLive } from '../../../../src/emulator/apps/authorization-server.ts';
import { runConsole } from '../../../../src/emulator/console/run-console.ts';
import { writeInstalled } from '../../../../src/emulator/resources/connectors/find-installed.ts';
import type { InstalledRow } from '../../../../src/emulator/resources/connectors/installed-row.ts';
import { applyRefreshExpiry } from '../../../../src/emulator/resources/consent/apply-refresh-expiry.ts';
import { resolveAccessToken } from '../../../../src/emulator/resources/consent/resolve-access-token.ts';
import type { State } from '../../../../src/emulator/state/state.ts';
import type {
  World,
  WorldAuthentication,
  WorldOauth2,
} from '../../../../src/emulator/world/file/world.ts';
import { openState } from '../../support/open-state.ts';
import {
  type Came,
  serveThirdParty,
  type ThirdPartyAnswer,
} from '../../support/serve-third-party.ts';

const hourMs = 3_600_000;

function makeWorld(oauth2: WorldOauth2, authentication: Partial<WorldAuthentication> = {}): World {
  return {
    connectors: [
      {
        name: 'Mailer',
        authentication: [{ name: 'Sign in', type: 'OAuth2', ...authentication }],
        api: { baseUrl: 'app:mailer', oauth2 },
        releases: [
          {
            version: '1.0',
            properties: [{ name: 'ClientId' }, { name: 'ClientSecret' }],
            methods: [{ name: 'List' }, { name: 'Send' }],
          },
        ],
      },
    ],
    templates: [
      {
        name: 'Letters',
        steps: [
          { name: 'List', connector: 'Mailer' },
          { name: 'Send', connector: 'Mailer' },
        ],
      },
    ],
    accounts: [
      {
        id: 'northwind',
        connectors: [{ connector: 'Mailer', authenticated: true }],
        cycles: [{ template: 'Letters', active: { interval: 60 } }],
      },
    ],
  };
}

function readMailer(state: State): InstalledRow {
  const [row] = state.installed.list('northwind');
  if (row === undefined) throw new Error('Nothing is installed.');
  return row.value;
}

function write(state: State, row: InstalledRow): void {
  state.store.transact(() => {
    writeInstalled(state, row);
    return { keep: true };
  });
}

async function readToken(state: State): Promise<string> {
  const fresh = await resolveAccessToken(state, readMailer(state));
  return fresh.kind === 'fresh' ? fresh.token : expect.unreachable(fresh.reason);
}

describe('an access token', () => {
  test('is the one that there is while it lives, and another one afterwards', async () => {
    const state = openState(makeWorld({ accessTokenLifetime: '10m', refreshTokenLifetime: '2h' }));
    const first = await readToken(state);
    state.clock.advancedMs += 9 * 60_000;
    expect(await readToken(state)).toBe(first);
    expect(isAccessTokenLive(state, first)).toBe(true);
    state.clock.advancedMs += 60_000;
    expect(isAccessTokenLive(state, first)).toBe(false);
    const second = await readToken(state);
    expect(isAccessTokenLive(state, second)).toBe(true);
    const kept = JSON.parse(readMailer(state).authValue ?? '');
    expect(kept).toMatchObject({
      AccessToken: second,
      Expires: '2026-12-01T05:20:00.000Z',
      RefreshExpires: '2026-12-01T07:00:00.000Z',
    });
  });

  test('is not to be had when the refresh token has ended too', async () => {
    const state = openState(makeWorld({ accessTokenLifetime: '10m', refreshTokenLifetime: '1h' }));
    state.clock.advancedMs += hourMs;
    expect(await resolveAccessToken(state, readMailer(state))).toMatchObject({ kind: 'stale' });
  });

  test('comes from the client itself where the AuthValue is {}', async () => {
    const state = openState(makeWorld({}, { oauth2Type: 'ClientCredentials' }));
    write(state, { ...readMailer(state), authValue: '{}' });
    expect(isAccessTokenLive(state, await readToken(state))).toBe(true);
  });

  test('is not made from an AuthValue that holds none', async () => {
    const state = openState(makeWorld({}));
    write(state, { ...readMailer(state), authValue: 'not JSON' });
    expect(await resolveAccessToken(state, readMailer(state))).toMatchObject({ kind: 'stale' });
  });
});

describe('a third party over HTTP', () => {
  const tokens = (number: number): ThirdPartyAnswer => ({
    status: 200,
    json: {
      access_token: `access-${number}`,
      refresh_token: `refresh-${number}`,
      expires_in: '60',
    },
  });

  async function open(answer: (came: Came) => ThirdPartyAnswer) {
    const { url, came } = await serveThirdParty(answer);
    const accessTokenUrl = `${url}/token`;
    const state = openState(makeWorld({ accessTokenUrl, clientId: 'id', clientSecret: 'word' }));
    state.clock.advancedMs += 2 * hourMs;
    return { state, came };
  }

  test('is asked once however many callers wait, and its new refresh token is kept', async () => {
    let given = 0;
    const { state, came } = await open(() => {
      given += 1;
      return tokens(given);
    });
    expect(await Promise.all([readToken(state), readToken(state)])).toEqual([
      'access-1',
      'access-1',
    ]);
    expect(came).toHaveLength(1);
    expect(JSON.parse(readMailer(state).authValue ?? '').RefreshToken).toBe('refresh-1');
    state.clock.advancedMs += 60_000;
    expect(await readToken(state)).toBe('access-2');
    const form = Object.fromEntries(new URLSearchParams(came[1]?.text));
    expect(form).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      client_id: 'id',
      client_secret: 'word',
    });
  });

  test("sends the account's own client, if it has one", async () => {
    const { state, came } = await open(() => tokens(1));
    const properties = [
      { id: 1, name: 'ClientId', value: 'own' },
      { id: 2, name: 'ClientSecret', value: 'own-word' },
    ];
    write(state, { ...readMailer(state), properties });
    await readToken(state);
    expect(came[0]?.text).toContain('client_id=own&client_secret=own-word');
  });

  test('may say that a token lives longer than any calendar goes', async () => {
    const json = { access_token: 'for-ever', expires_in: 1e300, refresh_token_expires_in: -1e300 };
    const { state } = await open(() => ({ status: 200, json }));
    expect(await readToken(state)).toBe('for-ever');
    state.clock.advancedMs += 1000 * 24 * hourMs;
    expect(await readToken(state)).toBe('for-ever');
  });

  test('that refuses leaves all as it was, and no secret in the reason', async () => {
    const { state } = await open(() => ({ status: 400, json: { error: 'invalid_grant' } }));
    const before = readMailer(state);
    expect(await resolveAccessToken(state, before)).toEqual({
      kind: 'stale',
      reason: 'The authorization server answered 400: invalid_grant.',
    });
    expect(readMailer(state)).toEqual(before);
  });
});

describe('a refresh token that ends', () => {
  async function open(choices: Parameters<typeof openState>[1] = {}) {
    const { url, came } = await serveThirdParty(() => ({ status: 200, json: {} }));
    const state = openState(makeWorld({ refreshTokenLifetime: '30d' }), choices);
    state.store.transact(() => {
      runConsole(state, { settings: { refreshTokenWebhookUrl: `${url}/expired` } });
      return { keep: true };
    });
    return { state, came };
  }

  async function pass(state: State, ms: number): Promise<void> {
    state.clock.advancedMs += ms;
    applyRefreshExpiry(state);
    await state.outside.settle();
  }

  test('leaves the connector unauthenticated, and is reported once by POST', async () => {
    const { state, came } = await open();
    await pass(state, 30 * 24 * hourMs - 1);
    expect([readMailer(state).isAuthenticated, came.length]).toEqual([true, 0]);
    await pass(state, 1);
    expect(readMailer(state).isAuthenticated).toBe(false);
    await pass(state, hourMs);
    expect(came.map(({ method, path }) => [method, path])).toEqual([['POST', '/expired']]);
    expect(JSON.parse(came[0]?.text ?? '')).toEqual({
      Timestamp: '2026-12-31T05:00:00.0000000Z',
      AccountId: 'northwind',
      AccountExternalId: 'northwind',
      AccountName: 'northwind',
      AccountConnectorId: readMailer(state).id,
      AccountConnectorName: 'Mailer',
      ConnectorName: 'Mailer',
      RefreshTokenExpiredUtc: '2026-12-31T05:00:00.0000000Z',
    });
  });

  test.each([
    ['kept', 'Active'],
    ['stopped', 'Paused'],
  ] as const)('leaves cycles as they are, or not: they are %s', async (choice, status) => {
    const { state } = await open({ refreshExpiryCycles: choice });
    await pass(state, 30 * 24 * hourMs);
    expect(state.cycles.list('northwind').map(({ value }) => value.status)).toEqual([status]);
  });

  test('is not reported if the connector was signed in again or removed', async () => {
    const { state, came } = await open();
    const later = JSON.stringify({ AccessToken: 'x', RefreshExpires: '2027-06-01T00:00:00Z' });
    write(state, { ...readMailer(state), authValue: later });
    await pass(state, 31 * 24 * hourMs);
    expect(readMailer(state).isAuthenticated).toBe(true);
    state.installed.remove(String(readMailer(state).id));
    await pass(state, 365 * 24 * hourMs);
    expect(came).toEqual([]);
  });
});
