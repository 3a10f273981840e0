import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { ApiFailure } from '../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { LiveAccount } from '../../model/live/live.ts';
import type { ServiceReader } from '../../model/ports.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';
import type { AccountFinder } from '../live/open-account-finder.ts';
import { restoreAccount } from '../live/restore-account.ts';

/** Result of a search for an account. */
export type LiveAccountSearch =
  /** `account` is null if the service has no such account yet. */
  | { readonly kind: 'found'; readonly account: LiveAccount | null }
  /** The manifest names another account than the bound one. */
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic }
  | { readonly kind: 'unread'; readonly failure: ApiFailure };

/**
 * Finds the account of a manifest: the bound one, else the one with its id. Refuses another id than
 * that of the bound account, because its data could reach another customer.
 */
export async function findLiveAccount(
  { reader, find }: { readonly reader: ServiceReader; readonly find: AccountFinder },
  { desired, record }: { readonly desired: DesiredAccount; readonly record: ObjectRecord | null },
): Promise<LiveAccountSearch> {
  const bound = record?.remoteId ?? null;
  const account = await find({ external: desired.id, bound });
  if (!account.ok && account.failure.kind === 'not-offered') {
    return restoreBound(reader, { desired, record });
  }
  if (!account.ok) return { kind: 'unread', failure: account.failure };
  const found: LiveAccountSearch = { kind: 'found', account: account.value };
  if (record === null || account.value?.id !== bound || isFoundBy(record, desired.id)) return found;
  const named = await find({ external: desired.id, bound: null });
  if (!named.ok) return { kind: 'unread', failure: named.failure };
  return named.value?.id === bound
    ? found
    : { kind: 'refused', diagnostic: reportOtherId(desired, record) };
}

// Without reads of accounts, ours is known by its id; for others, a list of their cycles proves
// their existence (an assumption; see the service's assumptions).
async function restoreBound(
  reader: ServiceReader,
  { desired, record }: { readonly desired: DesiredAccount; readonly record: ObjectRecord | null },
): Promise<LiveAccountSearch> {
  if (record !== null) {
    return isFoundBy(record, desired.id)
      ? { kind: 'found', account: restoreAccount(record.remoteId, desired) }
      : { kind: 'refused', diagnostic: reportOtherId(desired, record) };
  }
  const cycles = await reader.listCycles(desired.id);
  if (cycles.ok) return { kind: 'found', account: restoreAccount(desired.id, desired) };
  const { failure } = cycles;
  // A 403 is about the caller (SPEC 7), and says nothing of the account.
  const isRefused = ['unauthorized', 'not-found'].includes(failure.kind);
  // A 401 may also mean an invalid token, which says nothing either.
  const isSignedIn =
    isRefused && (failure.kind !== 'unauthorized' || (await reader.listCatalog(null)).ok);
  return isSignedIn ? { kind: 'found', account: null } : { kind: 'unread', failure };
}

/** True if the state of an account has an id, or was found by it. */
export function isFoundBy(record: ObjectRecord, id: string): boolean {
  return record.externalId === id || record.remoteId === id;
}

function reportOtherId(desired: DesiredAccount, record: ObjectRecord): Diagnostic {
  const was = record.externalId ?? record.remoteId;
  return reportError('account-id-changed', {
    summary: `The manifest has the id ${desired.id}, but ${desired.key} is bound to the account ${was}`,
    at: desired.idAt,
    address: desired.address,
    remedy: `Put the id back. If the other account is meant, give it a name of its own; ${desired.key} is then orphaned, and cyclectl destroy deletes it.`,
  });
}
