import { isDifferent } from '../../../model/diff/disposition.ts';
import type { ComparedField } from '../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import type { Decider } from '../decider.ts';

/**
 * Keeps a field of an existing object whose secret has no value here, or that must be sent together
 * with one. A creation is refused instead.
 */
export const secretUnavailable: Decider = (field, { object: { live, kind, fields } }) => {
  if (live === null || field.lost !== undefined) return null;
  const lack = readLack(field);
  if (lack !== null) return { kind: 'keep', because: { kind: 'secret-unavailable', lack } };
  if (!isDifferent(field)) return null;
  const companions: readonly string[] = findFieldRow(kind, field.path).needsWith;
  const isTorn = fields.some((each) => companions.includes(each.path) && readLack(each) !== null);
  return isTorn ? { kind: 'keep', because: { kind: 'companion-lacks-secret' } } : null;
};

function readLack({ desired: { value } }: Pick<ComparedField, 'desired'>) {
  if (value.kind !== 'secret' || value.secret.fingerprint !== null) return null;
  return value.secret.lack ?? 'not-set';
}
