import type { FieldDiff } from '../../../model/diff/field-diff.ts';
import { isDrift } from '../../../model/diff/outcome.ts';

/** Detects a managed field that others changed in the service. */
export function hasDrifted(field: FieldDiff): boolean {
  const { live, pendingSeed } = field;
  return isDrift(field) && !pendingSeed && live !== null && live.kind !== 'not-readable';
}
