import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { LiveAccount, RemoteId } from '../../model/live/live.ts';
import type { ServiceReader } from '../../model/ports.ts';

/** Accounts that a run has read. */
export type AccountCache = {
  /** The list of the run, read once; again after a failure. */
  readonly list: () => Promise<Answer<readonly LiveAccount[]>>;
  /** Account of each requested id; null for none. */
  readonly found: ReadonlyMap<string, RemoteId | null>;
};

/**
 * Reads the list of accounts once per run, and caches single reads. An external id can lead to an
 * account with another Id, which the list does not show.
 */
export function withAccountCache(reader: ServiceReader): {
  readonly reader: ServiceReader;
  readonly accounts: AccountCache;
} {
  const found = new Map<string, RemoteId | null>();
  let listed: Promise<Answer<readonly LiveAccount[]>> | null = null;
  const list = () => {
    listed ??= reader.listAccounts().then((answer) => {
      if (!answer.ok) listed = null;
      return answer;
    });
    return listed;
  };
  const readAccount = async (id: RemoteId) => {
    const answer = await reader.readAccount(id);
    if (answer.ok) found.set(id, answer.value?.id ?? null);
    return answer;
  };
  return {
    reader: { ...reader, listAccounts: list, readAccount },
    accounts: { list, found },
  };
}
