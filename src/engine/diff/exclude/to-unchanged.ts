import type { FieldPath } from '../../../model/address.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/** Lists the fields that one request must send together with the written ones. */
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
 * Keeps a field that is sent with another one; none if it has no value. A field with a reference is
 * sent from it.
 */
export function toUnchanged(field: FieldDiff): FieldDiff[] {
  const { desired, live } = field;
  const still = { ...field, isChange: false, isDrift: false };
  if (desired.value.kind === 'secret') return [still];
  if (live?.kind !== 'plain' || live.value === null) return [];
  return [{ ...still, state: 'same', desired: { ...desired, value: live } }];
}
