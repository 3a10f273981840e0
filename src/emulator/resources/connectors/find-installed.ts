import { type Call, readParam } from '../../http/call.ts';
import { makeNotFound } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { recordRefreshExpiry } from '../consent/refresh-expiry.ts';
import type { InstalledRow } from './installed-row.ts';

/** Installed connector of the path, or a 404. */
export function readInstalled(call: Call): InstalledRow {
  const row = findInstalled(call.state, call.accountId, readParam(call, 'accountConnectorId'));
  if (row === undefined) {
    throw makeNotFound('The account connector');
  }
  return row;
}

/** Installed connector of this account; those of other accounts are not found. */
export function findInstalled(
  state: State,
  accountId: string,
  id: string | number,
): InstalledRow | undefined {
  const row = state.installed.read(String(Number(id)));
  return row?.accountId === accountId ? row : undefined;
}

/** Saves an installed connector. */
export function writeInstalled(state: State, row: InstalledRow): void {
  state.installed.write(String(row.id), row.accountId, row);
  recordRefreshExpiry(state, row);
}
