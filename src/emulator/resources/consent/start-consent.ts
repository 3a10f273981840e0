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

/** A browser that was sent to a third party and is expected back, by the hash of its state. */
export interface ConsentRow {
  readonly accountId: string;
  readonly accountConnectorId: number;
  readonly targetOrigin: string;
  /** Empty: there is none, and the browser is sent to targetOrigin. */
  readonly callbackMessage: string;
  readonly redirectUri: string;
  readonly expiresAtMs: number;
}

/** How long a person may take at the third party. */
const consentTimeoutMs = 30 * 60_000;

/**
 * `/connectorauth/updateaccountconnectoroauth`: takes the sign-in token, then sends the browser to the
 * third party's authorization endpoint (SPEC 4.4). Values come in the query, or in a form by POST.
 * A bad or used token is a 403 page (SERVICE D [D]); a refusal of another kind leaves the token.
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

/** The row of a state that came back, which is good once; undefined where there is none. */
export function acceptConsent(state: State, pending: string): ConsentRow | undefined {
  const consents = openConsentTable(state);
  const row = consents.read(toHash(pending));
  consents.remove(toHash(pending));
  return row !== undefined && row.expiresAtMs > state.clock.nowMs() ? row : undefined;
}

/** A value by its name: of the form, else of the query; empty where it is in neither. */
function readGiven(call: Call): (name: string) => string {
  const form = new URLSearchParams(call.text);
  return (name) => form.get(name) ?? call.query.get(name) ?? '';
}

/** Nothing but an origin may stand there: it goes into a header and into a script's call. */
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
