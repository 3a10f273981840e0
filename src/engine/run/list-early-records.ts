import { isSameJson } from '../../kit/json/canonical-json.ts';
import { listSecretPlaces, withSecretPlaces } from '../../model/secret/secret-places.ts';
import type { AccountState, ObjectRecord, StateChange } from '../../model/state/account-state.ts';

/**
 * Lists records to save before the first write: whole ones of adopted objects, and of known ones the
 * start of an earlier run and secrets of open writes, which the next intent overwrites.
 */
export function listEarlyRecords(
  state: AccountState,
  { saveObjects = [], closePauses = [] }: Pick<StateChange, 'saveObjects' | 'closePauses'>,
): readonly ObjectRecord[] {
  return saveObjects.flatMap((record): ObjectRecord[] => {
    const { address, kind, remoteId: id, run } = record;
    const before = state.objects.get(address);
    // The state of a missing object was never sent to another one of its name.
    if (before?.remoteId !== id) return [record];
    if (!closePauses.includes(address) && isSameJson(before.run, run)) return [];
    // Only the read after the apply shows all of it: a released line has its value from here.
    return [withSecretPlaces({ ...before, run }, listSecretPlaces(state, address, { kind, id }))];
  });
}
