import { toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import type { StoreReader } from '../../../model/ports.ts';

/**
 * Lists cycles that we left paused in accounts without a manifest, because no other stage reads
 * them. `ids` are external ids of the accounts that are read; renamed accounts are reported there.
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
      found.push(
        reportWarning('left-paused', {
          summary: `${address} is paused by cyclectl since ${pausedAt}, and no manifest has its account`,
          address,
          remedy: `Restore the manifest and apply; or start it in the console and remove it from state: cyclectl state forget ${address}`,
        }),
      );
    }
  }
  return found;
}
