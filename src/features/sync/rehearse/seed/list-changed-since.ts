import type { RunReader } from '../../../../model/ports.ts';
import { isServiceCommand } from '../../../../model/state/run.ts';
import { readChangedAccounts } from '../../../operations/undo/read-changed-accounts.ts';

/** Runs to search; the store keeps no accounts of older ones. */
const recent = 100;

/** Lists accounts that a run has changed since a time (ISO UTC), each with that run. */
export async function listChangedSince(
  store: RunReader,
  since: string,
): Promise<ReadonlyMap<string, string>> {
  const changed = new Map<string, string>();
  for (const { id, command, startedAt } of await store.listRuns(recent)) {
    if (!isServiceCommand(command) || startedAt < since) continue;
    for (const account of (await readChangedAccounts(store, id)).keys()) changed.set(account, id);
  }
  return changed;
}
