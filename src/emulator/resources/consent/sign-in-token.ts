import { toHash } from '../../../kit/hash.ts';
import type { Call } from '../../http/call.ts';
import { makeReply, type Reply } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import type { Table } from '../../state/store.ts';
import { toServiceTime } from '../../world/clock.ts';
import { toDerivedHex } from '../../world/derived-id.ts';
import { readAccount } from '../accounts/accounts.ts';
import { addUser, readName } from '../accounts/users.ts';

// Sign-in tokens for a browser: one user of one account, once, for five minutes (SPEC 2.5, 4.4;
// SERVICE D [D]). Only the hash of a token is stored.

const lifetimeMs = 5 * 60_000;

export interface SignInRow {
  readonly accountId: string;
  readonly user: string;
  readonly expiresAtMs: number;
}

/** POST /accounts/{id}/signintoken creates a missing user (SPEC 4.4). */
export function createSignInToken(call: Call): Reply {
  const { state } = call;
  const { id } = readAccount(call);
  const user = readName(call, 'Username');
  addUser(state, id, user);
  const token = toDerivedHex(state.seed, ['sign-in token', state.store.countUp('sign-in token')]);
  const expiresAtMs = state.clock.nowMs() + lifetimeMs;
  openTokenTable(state).write(toHash(token), id, { accountId: id, user, expiresAtMs });
  return makeReply({ Token: token, ExpiresAtUtc: toServiceTime(expiresAtMs) });
}

/** Consumes a token; undefined if unknown, used or expired. */
export function acceptSignInToken(state: State, token: string): SignInRow | undefined {
  const tokens = openTokenTable(state);
  const row = tokens.read(toHash(token));
  tokens.remove(toHash(token));
  return row !== undefined && row.expiresAtMs > state.clock.nowMs() ? row : undefined;
}

function openTokenTable(state: State): Table<SignInRow> {
  return state.store.table('sign-in token');
}
