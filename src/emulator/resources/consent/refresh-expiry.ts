import type { State } from '../../state/state.ts';
import { partner, type Table } from '../../state/store.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';
import { parseCredential } from './credential.ts';

// Expiry times of refresh tokens, in a list of their own because a search through all accounts is
// slow.

interface ExpiryRow {
  readonly accountId: string;
  readonly accountConnectorId: number;
  readonly expiresAtMs: number;
}

/** Records the expiry of a connector's refresh token; called with every connector that is saved. */
export function recordRefreshExpiry(state: State, row: InstalledRow): void {
  const expiries = openExpiryTable(state);
  const key = String(row.id);
  const expiresAtMs = row.isAuthenticated
    ? parseCredential(row.authValue)?.refreshExpiresAtMs
    : null;
  if (typeof expiresAtMs === 'number') {
    const { accountId, id: accountConnectorId } = row;
    expiries.write(key, partner, { accountId, accountConnectorId, expiresAtMs });
  } else if (expiries.read(key) !== undefined) {
    expiries.remove(key);
  }
}

/** Removes and returns expired entries, in order of expiry. */
export function deleteExpired(state: State): readonly ExpiryRow[] {
  const expiries = openExpiryTable(state);
  const expired = expiries
    .list(partner)
    .filter(({ value }) => value.expiresAtMs <= state.clock.nowMs());
  for (const { id } of expired) {
    expiries.remove(id);
  }
  return expired
    .map(({ value }) => value)
    .toSorted((left, right) => left.expiresAtMs - right.expiresAtMs);
}

/** Next expiry of a refresh token, in milliseconds since 1970, or null. */
export function findNextRefreshExpiryMs(state: State): number | null {
  return openExpiryTable(state)
    .list(partner)
    .map(({ value }) => value.expiresAtMs)
    .reduce((first: number | null, atMs) => Math.min(first ?? atMs, atMs), null);
}

function openExpiryTable(state: State): Table<ExpiryRow> {
  return state.store.table('refresh expiry');
}
