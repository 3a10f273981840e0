import { toAccountAddress } from '../../model/address.ts';
import { isNotOffered } from '../../model/diagnostic/api-failure.ts';
import type { LiveAccount, RemoteId } from '../../model/live/live.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { StoreReader } from '../../model/ports.ts';
import {
  isUnmanagedIgnored,
  maxNamed,
  type NamedAccounts,
  type NotObservedReason,
  type OrphanedAccount,
  type UntrackedAccounts,
} from '../../model/report/untracked-accounts.ts';
import type { AccountBinding } from '../../model/state/account-state.ts';
import type { AccountCache } from '../live/with-account-cache.ts';

type Asked = {
  readonly store: StoreReader;
  readonly accounts: AccountCache;
  readonly environment: Pick<Environment, 'name' | 'unmanagedIgnored' | 'isProtected'>;
  /** All manifests. */
  readonly entries: readonly AccountEntry[];
  /** Most accounts of each kind that are named; the others are counted. */
  readonly mostNamed?: number;
  /** Reason for a partial read of the accounts; null if all are read. */
  readonly narrowed: NotObservedReason | null;
};

/**
 * Lists the accounts that Git lacks: orphaned ones of ours, and unmanaged ones of the service.
 * Matches by id first, by state key second. Needs only the list of accounts, read once per run.
 */
export async function listUntrackedAccounts(asked: Asked): Promise<UntrackedAccounts> {
  const { store, accounts, environment, entries, narrowed, mostNamed = maxNamed } = asked;
  if (narrowed !== null) return { kind: 'not-looked-at', why: narrowed };
  const listed = await accounts.list();
  if (!listed.ok) {
    return { kind: 'not-looked-at', why: isNotOffered(listed) ? 'not-offered' : 'unread' };
  }
  const live = new Map(listed.value.map((account) => [account.id, account]));
  const bindings = await store.listBindings();
  const claims = claim({ live, bindings, accounts, entries, environment });
  const orphans = listOrphans(bindings, { live, ...claims });
  const owned = new Set([...claims.ids, ...orphans.map(({ remoteId }) => remoteId)]);
  const others = listed.value.filter(({ id }) => !owned.has(id));
  const unmanaged = others.filter(
    (account) => !isUnmanagedIgnored(account, environment.unmanagedIgnored),
  );
  return {
    kind: 'looked-at',
    ...(await describeOrphans(store, orphans, { mostNamed, environment })),
    unmanaged: {
      count: unmanaged.length,
      accounts: unmanaged
        .map(({ id, name }) => ({ id, name }))
        .toSorted(byId)
        .slice(0, mostNamed),
    },
    ignored: others.length - unmanaged.length,
    unmatched: claims.unmatched.size,
  };
}

/** Accounts that manifests of the environment name. */
type Claims = {
  readonly keys: ReadonlySet<string>;
  /** Ids of their accounts, as in the list. */
  readonly ids: ReadonlySet<RemoteId>;
  /** Ids of manifests whose account is unknown. */
  readonly unmatched: ReadonlySet<string>;
};

function claim({
  live,
  bindings,
  accounts,
  entries,
  environment,
}: Pick<Asked, 'accounts' | 'entries' | 'environment'> & {
  readonly live: ReadonlyMap<RemoteId, LiveAccount>;
  readonly bindings: readonly AccountBinding[];
}): Claims {
  const byKey = new Map(bindings.map((binding) => [binding.account, binding]));
  const keys = new Set<string>();
  const ids = new Set<RemoteId>();
  const unmatched = new Set<string>();
  for (const entry of entries) {
    const id = findIdInEnvironment(entry, environment.name);
    if (id === null) continue;
    keys.add(entry.key);
    const bound = byKey.get(entry.key);
    // A mismatch of state and id is refused, and both accounts are reported there.
    if (bound !== undefined) ids.add(bound.remoteId);
    if (bound?.externalId === id || bound?.remoteId === id) continue;
    const found = live.has(id) ? id : accounts.found.get(id);
    if (found === undefined) unmatched.add(id);
    else if (found !== null) ids.add(found);
  }
  return { keys, ids, unmatched };
}

// An account that is gone from the service is not orphaned, because nothing of it runs.
function listOrphans(
  bindings: readonly AccountBinding[],
  { live, keys, ids, unmatched }: Claims & { readonly live: ReadonlyMap<RemoteId, LiveAccount> },
): readonly AccountBinding[] {
  const orphans = new Map<RemoteId, AccountBinding>();
  for (const binding of bindings) {
    const { account, remoteId, externalId } = binding;
    const isNamed = keys.has(account) || ids.has(remoteId) || unmatched.has(externalId ?? '');
    if (live.has(remoteId) && !isNamed && !orphans.has(remoteId)) orphans.set(remoteId, binding);
  }
  return [...orphans.values()];
}

// One state at a time is in memory.
async function describeOrphans(
  store: StoreReader,
  orphans: readonly AccountBinding[],
  { mostNamed, environment }: { readonly mostNamed: number } & Pick<Asked, 'environment'>,
) {
  const accounts: OrphanedAccount[] = [];
  let guarded = 0;
  for (const { account, remoteId } of orphans) {
    const { objects } = await store.readState(account);
    const isProtected = objects.get(toAccountAddress(account))?.isProtected === true;
    if (environment.isProtected || isProtected) guarded += 1;
    const cycles = [...objects.values()].filter(({ kind }) => kind === 'cycle').length;
    if (accounts.length < mostNamed) accounts.push({ account, id: remoteId, cycles });
  }
  const orphaned: NamedAccounts<OrphanedAccount> = { count: orphans.length, accounts };
  return { orphaned, ...(guarded === 0 ? {} : { protected: guarded }) };
}

function byId(left: { readonly id: string }, right: { readonly id: string }): number {
  return left.id < right.id ? -1 : 1;
}
