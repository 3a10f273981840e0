import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';
import type { StateObject } from '../../../model/state/state-object.ts';

/** The state of an account as data. */
export function toStateData({ account, objects, pauses, creates, writes }: AccountState) {
  return {
    account,
    objects: [...objects.values()].map(toRecordData),
    pauses: [...pauses.values()],
    creates: [...creates.values()],
    writes: [...writes.values()],
  };
}

/** One object as data; hides the value of a secret. */
export function toStateEntryData({ address, record, sides }: StateObject) {
  return {
    address,
    remembered: record === null ? null : toRecordData(record),
    ...(sides === null ? {} : { sides }),
  };
}

function toRecordData(record: ObjectRecord) {
  const applied = Object.entries(record.applied).map(
    ([path, value]) => [path, toAppliedData(value)] as const,
  );
  return { ...record, applied: Object.fromEntries(applied) };
}

function toAppliedData(value: AppliedValue) {
  return value.kind === 'plain' ? value : { kind: value.kind, origin: value.origin };
}
