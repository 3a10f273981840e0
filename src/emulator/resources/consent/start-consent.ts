import { toHash } from '../../../kit/hash.ts';
import type { Call } from '../../http/call.ts';
import type { Reply } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import type { Table } from '../../state/store.ts';
import { toDerivedHex } from '../../world/derived-id.ts';
import { readAuthentication } from '../connectors/create-installed.ts';
import { findInstalled } from '../connectors/find-installed.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';
import { readReleaseOf } from '../connectors/to-installed-json.ts';
import { readOauthClient } from './oauth-client.ts';
import { makeRedirect, PageRefusal } from './pages.ts';
import { acceptSignInToken } from './sign-in-token.ts';

/** A pending consent at a third party, by the hash of its state. */
export interface ConsentRow {
  readonly accountId: string;
  readonly accountConnectorId: number;
  readonly targetOrigin: string;
  /** Empty: none, so the browser goes to targetOrigin. */
  readonly callbackMessage: string;
  readonly redirectUri: string;
  readonly expiresAtMs: number;
}

/** Time for a person at the third party. */
const consentTimeoutMs = 30 * 60_000;

/**
 * `/connectorauth/updateaccountconnectoroauth`: takes the sign-in token, redirects to the third
 * party (SPEC 4.4). Values come in the query or a form. A bad token is a 403 page (SERVICE D [D]);
 * other refusals keep the token.
 */
export function startConsent(call: Call): Reply {
  const { state } = call;
  const given = readGiven(call);
  const signIn = acceptSignInToken(state, given('token'));
  if (signIn === undefined) {
    throw new PageRefusal(403, 'The sign-in token is not known, was used before, or has expired.');
  }
  const targetOrigin = readOrigin(given('targetOrigin'));
  const id = given('id');
  const installed = /^[0-9]{1,15}$/.test(id)
    ? findInstalled(state, signIn.accountId, id)
    : undefined;
  if (installed === undefined) {
    throw new PageRefusal(404, 'The account has no connector with this id.');
  }
  const redirectUri = `${call.origin}/connectorauth/callback`;
  const pending = toDerivedHex(state.seed, ['consent state', state.store.countUp('consent state')]);
  const location = makeAuthorizeUrl(call, installed, { pending, redirectUri });
  openConsentTable(state).write(toHash(pending), signIn.accountId, {
    accountId: signIn.accountId,
    accountConnectorId: installed.id,
    targetOrigin,
    callbackMessage: given('callbackMessage'),
    redirectUri,
    expiresAtMs: state.clock.nowMs() + consentTimeoutMs,
  });
  return makeRedirect(location);
}

/** Consumes the row of a returned state; undefined if there is none. */
export function acceptConsent(state: State, pending: string): ConsentRow | undefined {
  const consents = openConsentTable(state);
  const row = consents.read(toHash(pending));
  consents.remove(toHash(pending));
  return row !== undefined && row.expiresAtMs > state.clock.nowMs() ? row : undefined;
}

/** Reads a value of the form, else of the query; empty if absent. */
function readGiven(call: Call): (name: string) => string {
  const form = new URLSearchParams(call.text);
  return (name) => form.get(name) ?? call.query.get(name) ?? '';
}

/** Accepts only an origin, because it goes into a header and a script. */
function readOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : '';
  const isOrigin =
    /^https?:\/\//.test(origin) && [origin, `${origin}/`].includes(text.toLowerCase());
  if (!isOrigin) {
    throw new PageRefusal(400, 'targetOrigin is an origin such as https://app.example.com.');
  }
  return origin;
}

function makeAuthorizeUrl(
  { state, origin }: Call,
  installed: InstalledRow,
  { pending, redirectUri }: { readonly pending: string; readonly redirectUri: string },
): string {
  const release = readReleaseOf(state, installed);
  const { type } = readAuthentication(release, installed);
  if (type !== 'OAuth2') {
    const message = `Connector '${installed.name}' is authenticated by ${type}, not in a browser.`;
    throw new PageRefusal(400, message);
  }
  const client = readOauthClient(release, installed);
  const url = new URL(client.authoriseUrl.replace(/^app:sign-in/, `${origin}/sample-oauth`));
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', client.clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('state', pending);
  if (client.scope !== null) {
    url.searchParams.set('scope', client.scope);
  }
  return url.href;
}

function openConsentTable(state: State): Table<ConsentRow> {
  return state.store.table('consent');
}
