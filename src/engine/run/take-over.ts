import type { Address } from '../../model/address.ts';
import type { AccountMemory } from '../../model/memory/memory.ts';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';

/**
 * Writes what is remembered of an account and of objects under the addresses that they have now, and gives it as it
 * stands then: they were renamed, or set aside. One transaction moves all of it: nothing is remembered twice, and nothing is lost.
 */
export async function takeOver(store: StoreWriter, found: AccountMemory): Promise<AccountMemory> {
  const { movedFrom, renamed, setAside, ...memory } = found;
  if ([movedFrom, renamed, setAside].every((moved) => moved === undefined)) return found;
  const { account } = memory;
  await store.change({
    account,
    ...(movedFrom === undefined ? {} : { takeOver: movedFrom }),
    ...(await listLeft(store, memory)),
    keepObjects: [...memory.objects.values()],
    openCreates: [...memory.creates.values()],
    openPauses: [...memory.pauses.values()],
    openWrites: [...memory.writes.values()],
  });
  return memory;
}

// What is kept under this account's key and is not of the memory that it shall have.
async function listLeft(store: StoreReader, memory: AccountMemory) {
  const kept = await store.readMemory(memory.account);
  const left = (
    before: ReadonlyMap<Address, unknown>,
    after: ReadonlyMap<Address, unknown>,
  ): Address[] => [...before.keys()].filter((address) => !after.has(address));
  return {
    dropObjects: left(kept.objects, memory.objects),
    closeCreates: left(kept.creates, memory.creates),
    closePauses: left(kept.pauses, memory.pauses),
    closeWrites: left(kept.writes, memory.writes),
  };
}
