import type { RunContext } from '../../../engine/observe/run-context.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { EnvironmentMapping } from '../../../model/report/advice/environment-mapping.ts';
import type { AccountBinding } from '../../../model/state/account-state.ts';

/** State and accounts of the target environment. */
export type TargetAccounts = {
  readonly bindings: readonly AccountBinding[];
  /** Null if the service does not list them. */
  readonly accounts: readonly LiveAccount[] | null;
};

/** Id of an account in the target, and what shows that it is the same account. */
export type TargetId = { readonly id: string; readonly by: 'state' | 'id' | 'name' };

type SearchedTarget = {
  readonly context: RunContext;
  /** All accounts of manifests. */
  readonly all: readonly AccountEntry[];
  readonly mapping: EnvironmentMapping;
  readonly target: TargetAccounts;
};

/**
 * Finds accounts without an id in the target there: by the state of their key, the same id, or a
 * name that one account has in both. Never chooses between two.
 */
export async function findTargetIds(
  entries: readonly AccountEntry[],
  searched: SearchedTarget,
): Promise<ReadonlyMap<string, TargetId>> {
  const { context, all, mapping, target } = searched;
  const listed = await context.reader.listAccounts();
  const source = listed.ok ? listed.value : [];
  const claimed = listClaimed(all, mapping, target);
  const free = (target.accounts ?? []).filter((account) => !claimed.has(account.id));
  const found = entries.flatMap((entry): (readonly [string, TargetId])[] => {
    const id = findIdInEnvironment(entry, mapping.from) ?? '';
    const bound = findBound(entry, target);
    const same = free.find((account) => account.id === id) ?? findNamesake(id, source, target);
    if (bound !== null) return [[entry.key, { id: bound, by: 'state' }]];
    if (same === null || !free.includes(same)) return [];
    return [[entry.key, { id: same.id, by: same.id === id ? 'id' : 'name' }]];
  });
  return withoutShared(new Map(found));
}

// A name says which account is meant only if no second one has it, claimed or not.
function findNamesake(
  id: string,
  source: readonly LiveAccount[],
  { accounts }: TargetAccounts,
): LiveAccount | null {
  const own = source.find((account) => account.id === id);
  const isNamed = ({ name }: LiveAccount) => name === own?.name;
  const named = (accounts ?? []).filter(isNamed);
  const [only = null] = named;
  return named.length === 1 && source.filter(isNamed).length === 1 ? only : null;
}

// An account that is gone from the service is not found by its record.
function findBound({ key }: AccountEntry, { bindings, accounts }: TargetAccounts): string | null {
  const binding = bindings.find(({ account }) => account === key);
  if (binding === undefined) return null;
  const isGone = accounts?.every(({ id }) => id !== binding.remoteId) ?? false;
  return isGone ? null : (binding.externalId ?? binding.remoteId);
}

// Accounts of the target that another manifest names, or that belong to another key.
function listClaimed(
  all: readonly AccountEntry[],
  { to }: EnvironmentMapping,
  { bindings }: TargetAccounts,
): ReadonlySet<string> {
  return new Set([
    ...all.flatMap((entry) => findIdInEnvironment(entry, to) ?? []),
    ...bindings.flatMap(({ remoteId, externalId }) => [remoteId, externalId ?? remoteId]),
  ]);
}

function withoutShared(found: ReadonlyMap<string, TargetId>): ReadonlyMap<string, TargetId> {
  const counts = new Map<string, number>();
  for (const { id } of found.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map([...found].filter(([, { id }]) => counts.get(id) === 1));
}
