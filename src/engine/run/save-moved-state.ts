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
  const { movedFrom, renamed, deposed, ...state } = found;
  if ([movedFrom, renamed, deposed].every((moved) => moved === undefined)) return found;
  const { account } = state;
  await store.update({
    account,
    ...(movedFrom === undefined ? {} : { moveFrom: movedFrom }),
    ...(await listStaleEntries(store, state)),
    saveObjects: [...state.objects.values()],
    openCreates: [...state.creates.values()],
    openPauses: [...state.pauses.values()],
    openWrites: [...state.writes.values()],
  });
  return state;
}

// Entries under this account's key that are not in its next state.
async function listStaleEntries(store: StoreReader, state: AccountState) {
  const kept = await store.readState(state.account);
  const left = (
    before: ReadonlyMap<Address, unknown>,
    after: ReadonlyMap<Address, unknown>,
  ): Address[] => [...before.keys()].filter((address) => !after.has(address));
  return {
    deleteObjects: left(kept.objects, state.objects),
    closeCreates: left(kept.creates, state.creates),
    closePauses: left(kept.pauses, state.pauses),
    closeWrites: left(kept.writes, state.writes),
  };
}
