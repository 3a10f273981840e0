import { type FieldPath, toFieldAddress } from '../../../model/address.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../../model/diff/field-diff.ts';

/**
 * Keeps only refusals about some fields of an object, because other mistakes of its entry do not
 * matter if these alone are written and nothing is created.
 */
export function selectRefusals<T extends AccountDiff['account'] | ConnectorDiff | CycleDiff>(
  object: T,
  isWritten: (path: FieldPath) => boolean,
): T {
  const { desired, address, fields } = object;
  if (!('refusals' in desired) || desired.refusals.length === 0) return object;
  const written = fields.filter(({ path }) => isWritten(path));
  const about = new Set(written.map(({ path }) => toFieldAddress(address, path)));
  const refusals = desired.refusals.filter((each) => each.address && about.has(each.address));
  return { ...object, desired: { ...desired, refusals } };
}
