import { toAccountAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { StoreReader } from '../../../model/ports.ts';

/**
 * Cycles that we paused for an edit and have not started again, of accounts that no manifest names any
 * more. Nothing of theirs is looked at, so that this is the one place where they are told of. `ids` are
 * external ids of accounts that are looked at: one that was renamed is told of there.
 */
export async function listUnfinishedPauses(
  store: StoreReader,
  { keys, ids }: { readonly keys: ReadonlySet<string>; readonly ids: ReadonlySet<string> },
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const account of await store.listUnfinished()) {
    if (keys.has(account)) continue;
    const { pauses, objects } = await store.readState(account);
    const record = objects.get(toAccountAddress(account));
    if (record !== undefined && (ids.has(record.externalId ?? '') || ids.has(record.remoteId)))
      continue;
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
