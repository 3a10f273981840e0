import { type Context, Hono } from 'hono';
import { toHash } from '../../kit/hash.ts';
import { parseDuration } from '../../kit/tasks/duration.ts';
import { checkEveryOrigin } from '../http/web/check-origin.ts';
import { toResponse } from '../http/web/to-response.ts';
import { makeOauthClient } from '../resources/consent/oauth-client.ts';
import {
  formatPage,
  makePage,
  makePageHeaders,
  makeRedirect,
  toHtmlText,
} from '../resources/consent/pages.ts';
import type { State } from '../state/state.ts';
import { partner, type Table } from '../state/store.ts';
import { toDerivedHex } from '../world/derived-id.ts';

// Sample authorization server (RFC 6749): consent page, one-time codes, expiring tokens. As a third
// party it uses only the clock and store of the service. Its clients are those of the world's
// connectors.

/** Grant of tokens; stored by the hash of the code or token. */
interface GrantRow {
  readonly kind: 'code' | 'access' | 'refresh';
  readonly clientId: string;
  readonly redirectUri: string | null;
  /** Null: no expiry. */
  readonly expiresAtMs: number | null;
}

interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accessLifetimeMs: number;
  /** Null: no expiry. */
  readonly refreshLifetimeMs: number | null;
}

/** Tokens as the server returns them. */
export interface IssuedTokens {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly refresh_token_expires_in?: number;
}

const codeLifetimeMs = 60_000;
const defaultAccessLifetimeMs = 3_600_000;
const consentPath = '/connectorauth/callback';

/**
 * The server as an application: `/authorize`, `/decide` and `/token`, relative to its mount path.
 */
export function makeAuthorizationServer(readState: () => State): Hono {
  const app = new Hono();
  app.use(checkEveryOrigin);
  app.get('/authorize', (context) =>
    toResponse(makeConsentPage(readState(), new URL(context.req.url).searchParams)),
  );
  app.post('/decide', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const state = readState();
    return toResponse(transact(state, () => decide(state, form)));
  });
  app.post('/token', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const state = readState();
    return serveToken(context, state, form);
  });
  return app;
}

/** True if this server issued the access token and it is still valid. */
export function isAccessTokenLive(state: State, token: string): boolean {
  const row = openGrantTable(state).read(toHash(token));
  return row?.kind === 'access' && isLive(state, row);
}

/** Tokens of a new grant, as after a consent; undefined for an unknown client. */
export function createTokens(state: State, clientId: string): IssuedTokens | undefined {
  const client = findClient(state, clientId);
  if (client === undefined) {
    return undefined;
  }
  const refresh = makeToken(state, 'refresh token');
  const { refreshLifetimeMs } = client;
  writeGrant(state, refresh, { kind: 'refresh', client, lifetimeMs: refreshLifetimeMs });
  return {
    ...issueAccessToken(state, client),
    refresh_token: refresh,
    ...(refreshLifetimeMs === null ? {} : { refresh_token_expires_in: refreshLifetimeMs / 1000 }),
  };
}

function makeConsentPage(state: State, query: URLSearchParams) {
  const asked = readAsked(state, query);
  if (asked === undefined) {
    return makeRefusalPage();
  }
  const hidden = ['client_id', 'redirect_uri', 'state', 'scope']
    .filter((name) => query.has(name))
    .map((name) => {
      const value = toHtmlText(query.get(name) ?? '');
      return `<input type="hidden" name="${name}" value="${value}">`;
    });
  const scope = query.get('scope') ?? '';
  const access = scope === '' ? 'your data' : `your data (${scope})`;
  const content = `<p>${toHtmlText(`${asked.clientId} asks to work with ${access}.`)}</p>
<form method="post" action="decide">
${hidden.join('\n')}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`;
  return {
    status: 200,
    body: null,
    headers: makePageHeaders("default-src 'none'; frame-ancestors 'none'"),
    page: formatPage('Sample sign-in', content),
  };
}

function decide(state: State, form: URLSearchParams) {
  const asked = readAsked(state, form);
  if (asked === undefined) {
    return makeRefusalPage();
  }
  const target = new URL(asked.redirectUri);
  target.searchParams.set('state', form.get('state') ?? '');
  if (form.get('decision') !== 'allow') {
    target.searchParams.set('error', 'access_denied');
    return makeRedirect(target.href);
  }
  const code = makeToken(state, 'code');
  const { client, redirectUri } = asked;
  writeGrant(state, code, { kind: 'code', client, lifetimeMs: codeLifetimeMs, redirectUri });
  target.searchParams.set('code', code);
  return makeRedirect(target.href);
}

/** Consent request; undefined for an unknown client or redirect address. */
function readAsked(state: State, given: URLSearchParams) {
  const clientId = given.get('client_id') ?? '';
  const client = findClient(state, clientId);
  const redirectUri = given.get('redirect_uri') ?? '';
  const isKnown = URL.canParse(redirectUri) && isRedirectUri(new URL(redirectUri));
  return client === undefined || !isKnown ? undefined : { client, clientId, redirectUri };
}

/** True for the one redirect address that all clients of this server share. */
function isRedirectUri({ protocol, pathname, search, hash }: URL): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && pathname === consentPath && search === '' && hash === '';
}

function makeRefusalPage() {
  const text = 'The client is unknown, or its redirect address is not registered.';
  return makePage(400, { title: 'Sample sign-in', text });
}

function serveToken(context: Context, state: State, form: URLSearchParams): Response {
  const answered = transact(state, () => grantTokens(state, form));
  return 'error' in answered
    ? context.json({ error: answered.error }, answered.status)
    : context.json(answered, 200, { 'Cache-Control': 'no-store' });
}

type Denied = { readonly status: 400 | 401; readonly error: string };

function grantTokens(state: State, form: URLSearchParams): IssuedTokens | Denied {
  const client = findClient(state, form.get('client_id') ?? '');
  if (client === undefined || client.clientSecret !== form.get('client_secret')) {
    return { status: 401, error: 'invalid_client' };
  }
  const invalid: Denied = { status: 400, error: 'invalid_grant' };
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const code = form.get('code') ?? '';
      const row = openGrantTable(state).read(toHash(code));
      if (row?.kind !== 'code' || row.clientId !== client.clientId) {
        return invalid;
      }
      openGrantTable(state).remove(toHash(code));
      const isGood = isLive(state, row) && row.redirectUri === form.get('redirect_uri');
      return (isGood ? createTokens(state, client.clientId) : undefined) ?? invalid;
    }
    case 'refresh_token': {
      const row = openGrantTable(state).read(toHash(form.get('refresh_token') ?? ''));
      const isGood = row?.kind === 'refresh' && row.clientId === client.clientId;
      return isGood && isLive(state, row) ? issueAccessToken(state, client) : invalid;
    }
    case 'client_credentials':
      return issueAccessToken(state, client);
    default:
      return { status: 400, error: 'unsupported_grant_type' };
  }
}

function issueAccessToken(state: State, client: Client): IssuedTokens {
  const token = makeToken(state, 'access token');
  writeGrant(state, token, { kind: 'access', client, lifetimeMs: client.accessLifetimeMs });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: client.accessLifetimeMs / 1000,
  };
}

function findClient(state: State, clientId: string): Client | undefined {
  const connector = (state.world.connectors ?? []).find(
    ({ name, api }) => makeOauthClient(name, api?.oauth2).clientId === clientId,
  );
  if (connector === undefined) {
    return undefined;
  }
  const written = connector.api?.oauth2;
  return {
    clientId,
    clientSecret: makeOauthClient(connector.name, written).clientSecret,
    accessLifetimeMs: toLifetimeMs(written?.accessTokenLifetime) ?? defaultAccessLifetimeMs,
    refreshLifetimeMs: toLifetimeMs(written?.refreshTokenLifetime),
  };
}

function toLifetimeMs(duration: string | undefined): number | null {
  return duration === undefined ? null : parseDuration(duration);
}

function makeToken(state: State, kind: string): string {
  return toDerivedHex(state.seed, [kind, state.store.countUp(`sample ${kind}`)]);
}

function writeGrant(
  state: State,
  token: string,
  grant: {
    readonly kind: GrantRow['kind'];
    readonly client: Client;
    readonly lifetimeMs: number | null;
    readonly redirectUri?: string;
  },
): void {
  const { kind, client, lifetimeMs, redirectUri = null } = grant;
  const expiresAtMs = lifetimeMs === null ? null : state.clock.nowMs() + lifetimeMs;
  const { clientId } = client;
  openGrantTable(state).write(toHash(token), partner, { kind, clientId, redirectUri, expiresAtMs });
}

function isLive(state: State, { expiresAtMs }: GrantRow): boolean {
  return expiresAtMs === null || expiresAtMs > state.clock.nowMs();
}

function openGrantTable(state: State): Table<GrantRow> {
  return state.store.table('sample grant');
}

function transact<T>(state: State, work: () => T): T {
  return state.store.transact(() => ({ answered: work(), keep: true })).result.answered;
}
