import type { Address, FieldPath } from '../../../model/address.ts';
import type { BaselineValue } from '../../../model/observed/baseline.ts';
import { isOfContents } from '../../../model/observed/contents.ts';
import type { AcceptedChange } from '../../../model/observed/unmanaged.ts';
import { listMemberChanges, type MemberChange } from '../../../model/observed/unmanaged.ts';
import type {
  AccountState,
  ObjectRecord,
  StateChange,
} from '../../../model/state/account-state.ts';

/** Builds the state change that moves the baseline of accepted members, and nothing else of their records. */
export function makeAcceptanceChange(
  { account, objects }: AccountState,
  changes: readonly AcceptedChange[],
): StateChange {
  const saveObjects = [...Map.groupBy(changes, ({ address }) => address)].map(([address, own]) =>
    withAccepted(findRecord(objects, address), own),
  );
  return { account, saveObjects };
}

function findRecord(objects: AccountState['objects'], address: Address): ObjectRecord {
  const record = objects.get(address);
  if (record === undefined) throw new Error(`${address} has a baseline and no record`);
  return record;
}

// Drops the last applied value of a line that Git released, which would count as the baseline until
// the next apply drops it.
function withAccepted(record: ObjectRecord, changes: readonly AcceptedChange[]): ObjectRecord {
  const members = changes.flatMap(listMemberChanges);
  const accepted = new Map<FieldPath, BaselineValue>(members.map(({ path, is }) => [path, is]));
  const applied = Object.entries(record.applied).filter(
    ([path, { kind }]) => kind !== 'plain' || !accepted.has(path as FieldPath),
  );
  const gone = new Set(members.filter(isGone).map(({ path }) => path));
  const baseline = Object.entries<BaselineValue>({
    ...record.baseline,
    ...Object.fromEntries(accepted),
  }).filter(([path]) => !gone.has(path as FieldPath));
  return {
    ...record,
    applied: Object.fromEntries(applied),
    baseline: Object.fromEntries(baseline),
  };
}

/** Returns whether what is inside a cycle has no value any more, so that its baseline leaves it out. */
export function isGone({ path, is }: MemberChange): boolean {
  return isOfContents(path) && is.kind === 'plain' && is.value === null;
}
