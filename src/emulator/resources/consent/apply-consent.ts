import { createTokens } from '../../apps/authorization-server.ts';
import { Refusal } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { toDerivedHex } from '../../world/derived-id.ts';
import { readAuthentication } from '../connectors/create-installed.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';
import { readReleaseOf } from '../connectors/to-installed-json.ts';
import { saveTokens } from './accept-consent-callback.ts';
import { readOauthClient } from './oauth-client.ts';
import { readTokens } from './send-token-request.ts';

/**
 * Applies a consent without a browser: tokens of the sample server, if it knows the client. Refuses
 * a connector without OAuth.
 */
export function applyConsent(state: State, row: InstalledRow): InstalledRow {
  const release = readReleaseOf(state, row);
  const { type } = readAuthentication(release, row);
  if (type !== 'OAuth2' && type !== 'OAuth1') {
    throw new Refusal(400, `Connector '${row.name}' is authenticated by ${type}, not by consent.`);
  }
  const tokens = createTokens(state, readOauthClient(release, row).clientId) ?? {
    access_token: toDerivedHex(state.seed, ['consent access', state.store.countUp('consent')]),
  };
  return saveTokens(state, row, readTokens(tokens, state.clock.nowMs()));
}
