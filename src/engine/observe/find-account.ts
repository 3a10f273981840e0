import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { LiveAccount } from '../../model/live/live.ts';
import type { ServiceReader, StoreReader } from '../../model/ports.ts';
import type { AccountState } from '../../model/state/account-state.ts';
import type { AccountFinder } from '../live/open-account-finder.ts';
import { type RenameConflict, resolveRenames } from '../match/resolve-renames.ts';
import { findLiveAccount, type LiveAccountSearch } from './find-live-account.ts';
import { resolveAccountOwner } from './resolve-account-owner.ts';
import type { RunContext } from './run-context.ts';

/** Result of a search for an account and its state. */
export type AccountSearch =
  | {
      readonly kind: 'found';
      /** Null if the service has no such account yet. */
      readonly account: LiveAccount | null;
      readonly state: AccountState;
      /** Entries whose earlier key is bound to another object. */
      readonly clashes: readonly RenameConflict[];
    }
  | Exclude<LiveAccountSearch, { readonly kind: 'found' }>;

/**
 * Finds the account of a manifest with its state, also under an earlier key. Every command within
 * an account uses it, so that all select the same account.
 */
export async function findAccount(
  ports: {
    readonly reader: ServiceReader;
    readonly store: StoreReader;
    readonly findAccount: AccountFinder;
    /** Keys of the accounts of all manifests. */
    readonly keys: ReadonlySet<string>;
    readonly isStale?: NonNullable<RunContext['isStale']>;
  },
  desired: DesiredAccount,
): Promise<AccountSearch> {
  const state = await ports.store.readState(desired.key);
  const record = state.objects.get(desired.address) ?? null;
  const { reader, findAccount: find } = ports;
  const search = await findLiveAccount({ reader, find }, { desired, record });
  if (search.kind !== 'found') return search;
  const owned = await resolveAccountOwner(ports, { desired, account: search.account, state });
  if ('refused' in owned) return { kind: 'refused', diagnostic: owned.refused };
  const renamed = resolveRenames(owned.state, desired);
  if (!(await isAtWork(ports, owned.state))) return { ...search, ...renamed };
  return { ...search, ...renamed, state: { ...renamed.state, isAtWork: true } };
}

// Locks are read for an account with unfinished work alone.
async function isAtWork(
  { store, isStale }: Pick<RunContext, 'store' | 'isStale'>,
  { account, movedFrom = account, creates, pauses, writes }: AccountState,
): Promise<boolean> {
  if (isStale === undefined || creates.size + pauses.size + writes.size === 0) return false;
  const locks = await store.listLocks();
  return locks.some((lock) => [account, movedFrom].includes(lock.account) && !isStale(lock));
}
