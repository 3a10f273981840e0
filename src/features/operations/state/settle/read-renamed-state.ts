import { toAccountAddress } from '../../../../model/address.ts';
import type { StoreReader } from '../../../../model/ports.ts';
import { type AccountState, mergeMovedState } from '../../../../model/state/account-state.ts';

/**
 * Reads the state of an account without a call to the service: under its key, or under an
 * undeclared key bound to the manifest's id. Writes nothing.
 */
export async function readRenamedState(
  store: StoreReader,
  asked: {
    readonly key: string;
    /** Id in the manifest for this environment. */
    readonly id: string;
    /** Keys of all accounts in manifests. */
    readonly keys: ReadonlySet<string>;
  },
): Promise<AccountState> {
  const { key, id, keys } = asked;
  const state = await store.readState(key);
  if (state.objects.has(toAccountAddress(key))) return state;
  const owners: AccountState[] = [];
  for (const other of await store.listAccounts()) {
    if (keys.has(other)) continue;
    const found = await store.readState(other);
    const record = found.objects.get(toAccountAddress(other));
    if (record?.externalId === id || record?.remoteId === id) owners.push(found);
  }
  const [owner, second] = owners;
  return owner === undefined || second !== undefined ? state : mergeMovedState(owner, state);
}
