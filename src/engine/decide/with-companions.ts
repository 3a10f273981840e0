import type { ObjectKind } from '../../model/address.ts';
import { isChanged, isKept } from '../../model/diff/disposition.ts';
import type { FieldDiff } from '../../model/diff/field-diff.ts';
import { findFieldRow } from '../../model/fields/fields.ts';

/**
 * Adds the fields that one request must send together with the written ones. A field that is left
 * as it is keeps its live value; one without a value is not sent.
 */
export function withCompanions(
  kind: ObjectKind,
  fields: readonly FieldDiff[],
): readonly FieldDiff[] {
  const companions = new Set<string>(
    fields.filter(isChanged).flatMap(({ path }) => findFieldRow(kind, path).needsWith),
  );
  if (companions.size === 0) return fields;
  return fields.map((field) =>
    companions.has(field.path) && !isChanged(field) ? toCompanion(field) : field,
  );
}

function toCompanion(field: FieldDiff): FieldDiff {
  const { desired, live } = field;
  const disposition = { kind: 'write', because: 'companion' } as const;
  const isLeft = isKept(field, 'out-of-scope', 'owned-by-others', 'ignored');
  // A field with a reference is sent from it.
  if (!isLeft || desired.value.kind === 'secret') return { ...field, disposition };
  if (live?.kind !== 'plain' || live.value === null) return field;
  return { ...field, disposition, desired: { ...desired, value: live } };
}
