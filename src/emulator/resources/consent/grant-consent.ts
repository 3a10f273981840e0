import { issueTokens } from '../../apps/authorization-server.ts';
import { Refusal } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { deriveHex } from '../../world/derive-id.ts';
import { readAuthentication } from '../connectors/install-connector.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';
import { readReleaseOf } from '../connectors/present-installed.ts';
import { readTokens } from './ask-tokens.ts';
import { keepTokens } from './finish-consent.ts';
import { readOauthClient } from './oauth-client.ts';

/**
 * What a person's consent in the browser leaves behind, without a browser: tokens that the sample
 * server knows, where the client is one of its own. Refuses a connector without OAuth.
 */
export function grantConsent(state: State, row: InstalledRow): InstalledRow {
  const release = readReleaseOf(state, row);
  const { type } = readAuthentication(release, row);
  if (type !== 'OAuth2' && type !== 'OAuth1') {
    throw new Refusal(400, `Connector '${row.name}' is authenticated by ${type}, not by consent.`);
  }
  const tokens = issueTokens(state, readOauthClient(release, row).clientId) ?? {
    access_token: deriveHex(state.seed, ['consent access', state.store.countUp('consent')]),
  };
  return keepTokens(state, row, readTokens(tokens, state.clock.nowMs()));
}
