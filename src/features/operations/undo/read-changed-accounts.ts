import type { RunReader } from '../../../model/ports.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { RunAccount } from '../../../model/state/run.ts';

/** Reads the accounts that a run changed, or may have changed, by key. */
export async function readChangedAccounts(
  store: RunReader,
  id: RunId,
  isWanted: (account: RunAccount) => boolean = () => true,
): Promise<ReadonlyMap<string, RunAccount>> {
  const touched = new Map<string, RunAccount>();
  for await (const account of store.readRunAccounts(id)) {
    const { state, before, made, deleted } = account;
    if (state === 'planned' || state === 'refused' || !isWanted(account)) continue;
    // The plan is dropped, because it may be large.
    if (before.length + made.length + deleted.length > 0) {
      touched.set(account.account, { ...account, plan: null });
    }
  }
  return touched;
}
