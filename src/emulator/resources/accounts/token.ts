import { toHash } from '../../../kit/hash.ts';
import type { Call } from '../../http/call.ts';
import { makeReply, Refusal, type Reply } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { partner } from '../../state/store.ts';
import { toDerivedHex } from '../../world/derived-id.ts';
import { findAccount } from './accounts.ts';
import type { TokenRow } from './token-row.ts';

// POST /oauth/token: OAuth 2.0 client credentials in a form (SERVICE A.0 [T], D [D]). Several
// tokens are valid at once, and each expires alone. Only the hash of a token is stored.

/** Lifetime of a token in seconds: fourteen days less one second. */
const tokenLifetimeS = 1_209_599;

/** The token endpoint; wrong credentials are a 401. */
export function createToken(call: Call): Reply {
  const { state } = call;
  const form = new URLSearchParams(call.text);
  if (form.get('grant_type') !== 'client_credentials') {
    throw new Refusal(400, 'unsupported_grant_type', { error: 'unsupported_grant_type' });
  }
  const clientId = form.get('client_id') ?? '';
  const client = state.clients.find((each) => each.clientId === clientId);
  if (client === undefined || client.clientSecret !== form.get('client_secret')) {
    throw new Refusal(401, 'invalid_client', { error: 'invalid_client' });
  }
  const accountId = readScope(state, form.get('scope'));
  const { token, issuedAtMs, expiresAtMs } = makeToken(state, { clientId, accountId });
  return makeReply({
    access_token: token,
    token_type: 'bearer',
    expires_in: tokenLifetimeS,
    clientId,
    '.issued': new Date(issuedAtMs).toUTCString(),
    '.expires': new Date(expiresAtMs).toUTCString(),
    '.refresh': 'False',
  });
}

/** A new token of a client, for one account or for all. */
export function makeToken(
  state: State,
  owner: Pick<TokenRow, 'clientId' | 'accountId'>,
): Pick<TokenRow, 'issuedAtMs' | 'expiresAtMs'> & { readonly token: string } {
  const issuedAtMs = state.clock.nowMs();
  const expiresAtMs = issuedAtMs + tokenLifetimeS * 1000;
  const secret = state.clients.find((each) => each.clientId === owner.clientId)?.clientSecret ?? '';
  const token = toDerivedHex(state.seed, ['token', secret, state.store.countUp('token')]);
  state.tokens.write(toHash(token), partner, { ...owner, issuedAtMs, expiresAtMs });
  return { token, issuedAtMs, expiresAtMs };
}

/** Row of a valid token in the header. */
export function readToken(state: State, authorization: string | undefined): TokenRow | undefined {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const row = token === undefined ? undefined : state.tokens.read(toHash(token));
  return row !== undefined && row.expiresAtMs > state.clock.nowMs() ? row : undefined;
}

function readScope(state: State, scope: string | null): string | null {
  if (scope === null || scope === '') {
    return null;
  }
  const id = /^account:(.+)$/.exec(scope)?.[1];
  const account = id === undefined ? undefined : findAccount(state, id);
  if (account === undefined) {
    throw new Refusal(400, 'invalid_scope', { error: 'invalid_scope' });
  }
  return account.id;
}
