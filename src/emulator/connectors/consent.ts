import { deriveHex } from '../derive-id.ts';
import { Refusal } from '../door/call.ts';
import type { State } from '../state.ts';
import { readAuthentication } from './install-connector.ts';
import type { InstalledRow } from './installed-row.ts';
import { readReleaseOf } from './present-installed.ts';

/**
 * What a person's consent in the browser leaves behind: the connector is authenticated, and its
 * AuthValue is the service's own JSON text (SERVICE D [D]). Refuses a connector without OAuth.
 */
export function grantConsent(state: State, row: InstalledRow): InstalledRow {
  const { type } = readAuthentication(readReleaseOf(state, row), row);
  if (type !== 'OAuth2' && type !== 'OAuth1') {
    throw new Refusal(400, `Connector '${row.name}' is authenticated by ${type}, not by consent.`);
  }
  const grant = state.store.countUp('consent');
  const authValue = JSON.stringify({
    AccessToken: deriveHex(state.seed, ['consent access', grant]),
    RefreshToken: deriveHex(state.seed, ['consent refresh', grant]),
    Expires: new Date(state.clock.nowMs() + 3_600_000).toISOString(),
  });
  const consented: InstalledRow = { ...row, authValue, isAuthenticated: true };
  state.installed.write(String(row.id), row.accountId, consented);
  return consented;
}
