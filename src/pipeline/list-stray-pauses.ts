import type { Diagnostic } from '../model/diagnostic.ts';
import type { StoreReader } from '../model/ports.ts';

/**
 * Cycles that we paused for an edit and have not started again, of accounts that no manifest names any
 * more. Nothing of theirs is looked at, so that this is the one place where they are told of.
 */
export async function listStrayPauses(
  store: StoreReader,
  keys: ReadonlySet<string>,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const account of await store.listAccounts()) {
    if (keys.has(account)) continue;
    const { pauses } = await store.readMemory(account);
    for (const { address, pausedAt } of pauses.values()) {
      found.push({
        code: 'left-paused',
        severity: 'warning',
        summary: `${address} was paused by cyclectl ${pausedAt} and not started again, and no manifest has its account`,
        address,
        remedy: `Put the manifest back and apply; or start it in the console and let it go: cyclectl state forget ${address}`,
      });
    }
  }
  return found;
}
