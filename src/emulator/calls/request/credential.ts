import type { Release } from '../../resources/catalog/catalog.ts';
import { readAuthentication } from '../../resources/connectors/create-installed.ts';
import type { InstalledRow } from '../../resources/connectors/installed-row.ts';
import { resolveAccessToken } from '../../resources/consent/resolve-access-token.ts';
import type { State } from '../../state/state.ts';
import { CallError } from '../answer/call-error.ts';

/** Credential that a connector sends to a third party. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'header'; readonly value: string; readonly secrets: readonly string[] };

/**
 * Credential in an AuthValue (SPEC 4.3, 5): plain API key, base64 user and password, or OAuth as
 * JSON text, with an expired token renewed. Throws CallError if it is missing or malformed.
 */
export async function readCredential(
  state: State,
  release: Release,
  row: InstalledRow,
): Promise<Credential> {
  const { type } = readAuthentication(release, row);
  if (!row.isAuthenticated) {
    throw makeCallError(`The connector '${row.name}' is not authenticated.`);
  }
  const value = row.authValue ?? '';
  switch (type) {
    case 'None':
    case 'AuthFields':
      return { kind: 'none' };
    case 'ApiKey':
      return { kind: 'key', key: value };
    case 'Basic': {
      const pair = Buffer.from(value, 'base64').toString('utf8');
      if (!pair.includes(':')) {
        throw makeCallError(`The AuthValue of '${row.name}' is no base64 of user:password.`);
      }
      const password = pair.replace(/^[^:]*:/, '');
      return { kind: 'header', value: `Basic ${value}`, secrets: [value, password] };
    }
    case 'OAuth2': {
      const fresh = await resolveAccessToken(state, row);
      if (fresh.kind === 'stale') {
        throw makeCallError(fresh.reason);
      }
      return { kind: 'header', value: `Bearer ${fresh.token}`, secrets: [fresh.token] };
    }
    case 'OAuth1':
      throw makeCallError('The emulator does not sign requests by OAuth 1.');
  }
}

function makeCallError(reason: string): CallError {
  return new CallError('Failed to authenticate the connector', reason);
}
