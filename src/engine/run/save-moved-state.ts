import type { Address } from '../../model/address.ts';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';
import type { AccountState } from '../../model/state/account-state.ts';

/**
 * Saves the state of renamed or deposed objects under their current addresses, and returns it. One
 * transaction moves all of it, so that nothing is lost or doubled.
 */
export async function saveMovedState(
  store: StoreWriter,
  found: AccountState,
): Promise<AccountState> {
  const { movedFrom, renamed, deposed, ...memory } = found;
  if ([movedFrom, renamed, deposed].every((moved) => moved === undefined)) return found;
  const { account } = memory;
  await store.update({
    account,
    ...(movedFrom === undefined ? {} : { moveFrom: movedFrom }),
    ...(await listStaleEntries(store, memory)),
    saveObjects: [...memory.objects.values()],
    openCreates: [...memory.creates.values()],
    openPauses: [...memory.pauses.values()],
    openWrites: [...memory.writes.values()],
  });
  return memory;
}

// Entries under this account's key that are not in its next state.
async function listStaleEntries(store: StoreReader, memory: AccountState) {
  const kept = await store.readState(memory.account);
  const left = (
    before: ReadonlyMap<Address, unknown>,
    after: ReadonlyMap<Address, unknown>,
  ): Address[] => [...before.keys()].filter((address) => !after.has(address));
  return {
    deleteObjects: left(kept.objects, memory.objects),
    closeCreates: left(kept.creates, memory.creates),
    closePauses: left(kept.pauses, memory.pauses),
    closeWrites: left(kept.writes, memory.writes),
  };
}
