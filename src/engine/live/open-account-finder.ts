import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { LiveAccount } from '../../model/live/live.ts';
import type { ServiceReader } from '../../model/ports.ts';

/** Finds accounts by external id or by the Id that the service gave; see `openAccountFinder`. */
export type AccountFinder = (ids: {
  readonly external: string;
  readonly bound: string | null;
}) => Promise<Answer<LiveAccount | null>>;

/** Fewer named accounts than this are read one by one instead of by pages (ENGINE, Limiter and budget). */
const fewAccounts = 20;

/**
 * Reads what is there of the accounts of this run: the pages of the list once, or a GET for each when
 * few are wanted. An account is absent only when the list and a GET on its id both say so.
 */
export async function openAccountFinder(
  reader: ServiceReader,
  wanted: number | 'all',
): Promise<Answer<AccountFinder>> {
  if (wanted !== 'all' && wanted < fewAccounts) {
    return { ok: true, value: makeAccountFinder(reader) };
  }
  const listed = await reader.listAccounts();
  if (!listed.ok) return listed;
  const byId = new Map(listed.value.map((account) => [account.id, account]));
  return {
    ok: true,
    value: async (ids) => {
      const found =
        (ids.bound === null ? undefined : byId.get(ids.bound)) ?? byId.get(ids.external);
      return found === undefined ? readOne(reader, ids) : { ok: true, value: found };
    },
  };
}

/** Reads each account by itself. */
export function makeAccountFinder(reader: ServiceReader): AccountFinder {
  return (ids) => readOne(reader, ids);
}

// The external id also finds an account whose own Id is another (ENGINE, Ownership and identity).
async function readOne(
  reader: ServiceReader,
  ids: { readonly external: string; readonly bound: string | null },
): Promise<Answer<LiveAccount | null>> {
  if (ids.bound !== null && ids.bound !== ids.external) {
    const bound = await reader.readAccount(ids.bound);
    if (!bound.ok || bound.value !== null) return bound;
  }
  return reader.readAccount(ids.external);
}
