import type { State } from '../../state/state.ts';
import { readAuthentication } from '../connectors/create-installed.ts';
import { findInstalled } from '../connectors/find-installed.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';
import { readReleaseOf } from '../connectors/to-installed-json.ts';
import { saveTokens } from './accept-consent-callback.ts';
import { type OauthCredential, parseCredential } from './credential.ts';
import { readOauthClient } from './oauth-client.ts';
import { type Grant, sendTokenRequest } from './send-token-request.ts';

/** A valid access token and its connector, or the reason for none. */
export type AccessTokenResult =
  | { readonly kind: 'fresh'; readonly token: string; readonly installed: InstalledRow }
  | { readonly kind: 'stale'; readonly reason: string };

/**
 * Refreshes in flight: a second caller awaits the first, because its refresh token may be valid
 * once.
 */
const refreshing = new WeakMap<State, Map<number, Promise<AccessTokenResult>>>();

/**
 * Access token of an OAuth 2.0 connector (SERVICE D [D]), refreshed if expired, or by client
 * credentials if the AuthValue is `{}`. Sends requests, so run it without an open transaction.
 */
export async function resolveAccessToken(
  state: State,
  installed: InstalledRow,
): Promise<AccessTokenResult> {
  const stored = findInstalled(state, installed.accountId, installed.id);
  const credential = parseCredential(stored?.authValue ?? null);
  if (stored === undefined || credential === undefined || !stored.isAuthenticated) {
    return { kind: 'stale', reason: `The connector '${installed.name}' is not signed in.` };
  }
  const { accessToken: token, expiresAtMs } = credential;
  const nowMs = state.clock.nowMs();
  if (token !== null && (expiresAtMs === null || expiresAtMs > nowMs)) {
    return { kind: 'fresh', token, installed: stored };
  }
  const grant = chooseGrant(state, stored, credential);
  if (grant === undefined) {
    const reason = `The access token of '${stored.name}' has expired, and nothing can renew it.`;
    return { kind: 'stale', reason };
  }
  return refreshOnce(state, stored, grant);
}

function chooseGrant(
  state: State,
  installed: InstalledRow,
  credential: OauthCredential,
): Grant | undefined {
  const { refreshToken, refreshExpiresAtMs } = credential;
  const { oauth2Type } = readAuthentication(readReleaseOf(state, installed), installed);
  if (oauth2Type === 'ClientCredentials') {
    return { grant_type: 'client_credentials' };
  }
  const lives = refreshExpiresAtMs === null || refreshExpiresAtMs > state.clock.nowMs();
  return refreshToken !== null && lives
    ? { grant_type: 'refresh_token', refresh_token: refreshToken }
    : undefined;
}

async function refreshOnce(
  state: State,
  installed: InstalledRow,
  grant: Grant,
): Promise<AccessTokenResult> {
  const all = refreshing.get(state) ?? new Map<number, Promise<AccessTokenResult>>();
  refreshing.set(state, all);
  const underWay =
    all.get(installed.id) ??
    refresh(state, installed, grant).finally(() => all.delete(installed.id));
  all.set(installed.id, underWay);
  return underWay;
}

async function refresh(
  state: State,
  installed: InstalledRow,
  grant: Grant,
): Promise<AccessTokenResult> {
  const client = readOauthClient(readReleaseOf(state, installed), installed);
  const nowMs = state.clock.nowMs();
  const answered = await sendTokenRequest(state.outside, client, { grant, nowMs });
  if (answered.kind === 'denied') {
    return { kind: 'stale', reason: `${answered.reason}.`.replace(/\.\.$/, '.') };
  }
  const { result } = state.store.transact(() => ({
    fresh: saveRefreshed(state, installed, answered.credential),
    keep: true,
  }));
  return result.fresh;
}

/** Drops the answer if the connector was signed in again or deleted meanwhile. */
function saveRefreshed(
  state: State,
  before: InstalledRow,
  credential: OauthCredential,
): AccessTokenResult {
  const stored = findInstalled(state, before.accountId, before.id);
  const old = parseCredential(before.authValue);
  const token = credential.accessToken ?? '';
  if (stored === undefined || stored.authValue !== before.authValue) {
    return { kind: 'fresh', token, installed: stored ?? before };
  }
  const refreshExpiresAtMs = credential.refreshExpiresAtMs ?? old?.refreshExpiresAtMs ?? null;
  return {
    kind: 'fresh',
    token,
    installed: saveTokens(state, stored, { ...credential, refreshExpiresAtMs }),
  };
}
