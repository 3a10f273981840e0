import { toRecord } from '../../../engine/verify/next-state.ts';
import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { makeBaselineContext } from '../../../model/observed/make-baseline-context.ts';
import type { Fingerprint } from '../../../model/secret/secret.ts';
import type { StateChange } from '../../../model/state/account-state.ts';

/**
 * Builds the state change that binds found objects in one transaction, as the first apply would.
 * Closes their open creates and the pause of an earlier binding. `now` is ISO UTC.
 */
export function makeAdoptionChange(
  diff: AccountDiff,
  adopts: ReadonlySet<Address>,
  found: { readonly fingerprint: (text: string) => Fingerprint; readonly now: string },
): StateChange {
  const { state } = diff;
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const baseline = makeBaselineContext(diff, found.fingerprint);
  const saveObjects = objects.flatMap((object) => {
    if (!adopts.has(object.address)) return [];
    const record = toRecord(object, diff, { baseline, now: found.now });
    return record === null ? [] : [record];
  });
  const closePauses = saveObjects.flatMap(({ address, remoteId }) => {
    const pause = state.pauses.get(address);
    return pause === undefined || pause.cycleId === remoteId ? [] : [address];
  });
  const closeCreates = saveObjects
    .map(({ address }) => address)
    .filter((address) => state.creates.has(address));
  return { account: state.account, saveObjects, closeCreates, closePauses };
}
