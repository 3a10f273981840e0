import type { AccountMemory } from '../model/memory.ts';
import type { StoreWriter } from '../model/ports.ts';

/**
 * Writes what is remembered of a renamed account under its new key, and gives it as it stands then. One
 * transaction moves all of it: nothing is remembered twice, and nothing is lost.
 */
export async function takeOver(store: StoreWriter, found: AccountMemory): Promise<AccountMemory> {
  const { movedFrom, ...memory } = found;
  if (movedFrom === undefined) return found;
  await store.change({
    account: memory.account,
    takeOver: movedFrom,
    keepObjects: [...memory.objects.values()],
    openCreates: [...memory.creates.values()],
    openPauses: [...memory.pauses.values()],
  });
  return memory;
}
