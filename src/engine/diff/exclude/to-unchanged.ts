import type { FieldPath } from '../../../model/address.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/** The fields that must travel with those that are written of an object, where only some of it is. */
export function listCompanions(
  { kind, fields }: AnyDiff,
  isWritten: (path: FieldPath) => boolean,
): ReadonlySet<string> {
  return new Set(
    fields
      .filter(({ path, isChange }) => isChange && isWritten(path))
      .flatMap(({ path }): readonly string[] => findFieldRow(kind, path).needsWith),
  );
}

/**
 * A field that travels with another one and stays what it is; what has no value needs not travel. What stands where a
 * reference belongs is sent from there.
 */
export function toUnchanged(field: FieldDiff): FieldDiff[] {
  const { desired, live } = field;
  const still = { ...field, isChange: false, isDrift: false };
  if (desired.value.kind === 'secret') return [still];
  if (live?.kind !== 'plain' || live.value === null) return [];
  return [{ ...still, state: 'same', desired: { ...desired, value: live } }];
}
