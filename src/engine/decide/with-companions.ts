import type { ObjectKind } from '../../model/address.ts';
import { isChanged, isKept } from '../../model/diff/disposition.ts';
import type { FieldDiff } from '../../model/diff/field-diff.ts';
import { findFieldRow } from '../../model/fields/fields.ts';
import { isLiveHidden } from '../../model/fields/to-shown-value.ts';

/**
 * Adds the fields that one request must send together with the written ones; one without a value is
 * not sent. A field beside a secret that must stay is kept.
 */
export function withCompanions(kind: ObjectKind, all: readonly FieldDiff[]): readonly FieldDiff[] {
  const fields = all.map((field) => (isBesideSecret(kind, field, all) ? toKept(field) : field));
  const companions = new Set<string>(
    fields.filter(isChanged).flatMap(({ path }) => findFieldRow(kind, path).needsWith),
  );
  if (companions.size === 0) return fields;
  return fields.map((field) =>
    companions.has(field.path) && !isChanged(field) ? toCompanion(field) : field,
  );
}

function isBesideSecret(kind: ObjectKind, field: FieldDiff, all: readonly FieldDiff[]): boolean {
  if (!isChanged(field)) return false;
  const companions: readonly string[] = findFieldRow(kind, field.path).needsWith;
  return all.some((each) => companions.includes(each.path) && isSecretOfOthers(each));
}

// Its live value is not known in clear, and Git has another one, or one that was never sent.
function isSecretOfOthers(field: FieldDiff): boolean {
  const { desired, comparison } = field;
  if (!isKept(field, 'out-of-scope', 'owned-by-others', 'ignored')) return false;
  return desired.value.kind === 'secret' ? comparison !== 'same' : isLiveHidden(field);
}

function toKept(field: FieldDiff): FieldDiff {
  return { ...field, disposition: { kind: 'keep', because: { kind: 'companion-lacks-secret' } } };
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
