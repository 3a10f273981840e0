import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { LiveAccount, RemoteId } from '../../model/live/live.ts';
import type { ServiceReader } from '../../model/ports.ts';

/** What a run has read of the accounts of the service. */
export type AccountCache = {
  /** The list of the run; it is read once. */
  readonly list: () => Promise<Answer<readonly LiveAccount[]>>;
  /** What an id leads to where one was asked for; null: to none. */
  readonly found: ReadonlyMap<string, RemoteId | null>;
};

/**
 * A reader for one run that reads the list of accounts once and notes what single reads find. An external id leads to
 * an account whose own Id is another (ENGINE, Ownership and identity): the list alone does not tell whose that is.
 */
export function withAccountCache(reader: ServiceReader): {
  readonly reader: ServiceReader;
  readonly accounts: AccountCache;
} {
  const found = new Map<string, RemoteId | null>();
  let listed: Promise<Answer<readonly LiveAccount[]>> | null = null;
  const list = () => {
    listed ??= reader.listAccounts();
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
