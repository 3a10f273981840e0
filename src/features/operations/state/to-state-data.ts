import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';
import type { StateObject } from '../../../model/state/state-object.ts';

/** The state of an account as data. */
export function toStateData({ account, objects, pauses, creates, writes }: AccountState): object {
  return {
    account,
    objects: [...objects.values()].map(toRecordData),
    pauses: [...pauses.values()],
    creates: [...creates.values()],
    writes: [...writes.values()],
  };
}

/** One object as data; hides the value of a secret. */
export function toStateEntryData({ address, record, sides }: StateObject): object {
  return {
    address,
    remembered: record === null ? null : toRecordData(record),
    ...(sides === null ? {} : { sides }),
  };
}

function toRecordData(record: ObjectRecord): object {
  const applied = Object.entries(record.applied).map(([path, value]) => [
    path,
    toAppliedData(value),
  ]);
  return { ...record, applied: Object.fromEntries(applied) };
}

function toAppliedData(value: AppliedValue): object {
  return value.kind === 'plain' ? value : { kind: 'secret', origin: value.origin };
}
