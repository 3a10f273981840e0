import type { State } from '../../state/state.ts';
import { partner, type Table } from '../../state/store.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';
import { parseCredential } from './credential.ts';

// When the refresh tokens of installed connectors end. They stand in a list of their own, so that
// nobody looks through all accounts to find the next one.

interface ExpiryRow {
  readonly accountId: string;
  readonly accountConnectorId: number;
  readonly expiresAtMs: number;
}

/** Notes when the refresh token of a connector ends; called with every connector that is stored. */
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

/** What has ended by now, in the order of its ends; it is listed no more. */
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

/** When the next refresh token ends, in milliseconds since 1970; null: none does. */
export function findNextRefreshExpiryMs(state: State): number | null {
  return openExpiryTable(state)
    .list(partner)
    .map(({ value }) => value.expiresAtMs)
    .reduce((first: number | null, atMs) => Math.min(first ?? atMs, atMs), null);
}

function openExpiryTable(state: State): Table<ExpiryRow> {
  return state.store.table('refresh expiry');
}
