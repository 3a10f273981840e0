import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { LiveAccount } from '../../model/live/live.ts';
import type { ServiceReader } from '../../model/ports.ts';

/** Finds accounts by external id or by the Id of the service; see `openAccountFinder`. */
export type AccountFinder = (ids: {
  readonly external: string;
  readonly bound: string | null;
}) => Promise<Answer<LiveAccount | null>>;

/** Fewer accounts are read one by one because that takes fewer requests than the pages. */
const fewAccounts = 20;

/**
 * Reads the accounts of this run: the pages of the list once, or a GET for each of a few. An
 * account is absent only if both the list and a GET lack it.
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

/** Reads each account separately. */
export function makeAccountFinder(reader: ServiceReader): AccountFinder {
  return (ids) => readOne(reader, ids);
}

// The external id also finds an account with another Id.
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
