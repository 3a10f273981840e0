import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { type RevisionReader, withOtherName } from '../../../model/state/rollout.ts';

/** Reads revisions, and which accounts of the service keys are bound to. */
export type FleetReader = RevisionReader & Pick<StoreReader, 'listBindings'>;

type Renames = ReadonlyMap<string, string>;

/**
 * Reads admissions and rollouts with the present names of accounts: one that was renamed keeps what its
 * earlier name has until an apply moves its state.
 */
export async function withRenames(
  store: FleetReader,
  accounts: readonly AccountEntry[],
  environment: string,
): Promise<FleetReader> {
  const isRolledOut = accounts.some(
    ({ layering }) => layering?.fleet?.document.written.spec.rollout !== undefined,
  );
  const renames = isRolledOut ? await findRenames(store, accounts, environment) : new Map();
  if (renames.size === 0) return store;
  return {
    listBindings: async () => rename(await store.listBindings(), renames, withAccount),
    listRevisions: () => store.listRevisions(),
    readRevision: (digest) => store.readRevision(digest),
    listRollouts: () => store.listRollouts(),
    readAdmissions: async (only) => {
      const former = [...renames].flatMap(([from, to]) => (only?.includes(to) ? from : []));
      const admissions = await store.readAdmissions(only && [...only, ...former]);
      return { ...admissions, accounts: rename(admissions.accounts, renames, withAccount) };
    },
    listRolloutAccounts: async (rollout) =>
      rename(await store.listRolloutAccounts(rollout), renames, withOtherName),
  };
}

function withAccount<T extends { readonly account: string }>(record: T, account: string): T {
  return { ...record, account };
}

function rename<T extends { readonly account: string }>(
  records: readonly T[],
  renames: Renames,
  toRenamed: (record: T, account: string) => T,
): readonly T[] {
  const known = new Set(records.map(({ account }) => account));
  return records.flatMap((each) => {
    const account = renames.get(each.account);
    if (account === undefined) return [each];
    return known.has(account) ? [] : [toRenamed(each, account)];
  });
}

// The same accounts whose state an observation finds under an earlier key.
async function findRenames(
  store: FleetReader,
  accounts: readonly AccountEntry[],
  environment: string,
): Promise<Renames> {
  const bindings = await store.listBindings();
  const bound = new Set(bindings.map(({ account }) => account));
  const keys = new Set(accounts.map(({ key }) => key));
  const lost = bindings.filter(({ account }) => !keys.has(account));
  return new Map(
    accounts.flatMap((entry) => {
      const id = bound.has(entry.key) ? null : findIdInEnvironment(entry, environment);
      if (id === null) return [];
      const [owner, ...others] = lost.filter(
        ({ remoteId, externalId }) => externalId === id || remoteId === id,
      );
      return owner === undefined || others.length > 0 ? [] : [[owner.account, entry.key] as const];
    }),
  );
}
