import type { Comparison } from '../../../model/diff/disposition.ts';
import type { Normaliser } from '../../../model/fields/field-row.ts';
import type { LiveValue, PlainValue, StoredValue } from '../../../model/fields/field-value.ts';
import { isSameValue } from '../../../model/fields/normalise.ts';

/**
 * Classifies a plain field by Git, last applied and live, as ARCHITECTURE.md's table has it. If the service does not
 * show it, the last sent value counts as live.
 */
export function classifyPlain(
  desired: PlainValue,
  sides: {
    readonly live: LiveValue;
    readonly applied: StoredValue | null;
    /** True if the object is ours, so that unwritten fields are pending. */
    readonly isBound: boolean;
    readonly normaliser: Normaliser;
  },
): Comparison {
  const isSame = (left: PlainValue, right: PlainValue): boolean =>
    isSameValue(left, right, sides.normaliser);
  const applied = sides.applied?.kind === 'plain' ? sides.applied : null;
  if (sides.live.kind !== 'plain') {
    if (applied === null) return sides.isBound ? 'git' : 'not-readable';
    return isSame(desired, applied.value) ? 'not-readable' : 'git';
  }
  const live = sides.live.value;
  if (isSame(desired, live)) return 'same';
  // Git had a reference here and has text now.
  if (sides.applied?.kind === 'secret') return 'git';
  if (applied === null) return 'unknown';
  if (isSame(desired, applied.value)) return 'live';
  return isSame(applied.value, live) ? 'git' : 'both';
}
