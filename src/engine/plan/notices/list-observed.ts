import type { AnyDiff } from '../../../model/diff/field-diff.ts';
import { readOutcome } from '../../../model/diff/outcome.ts';
import { toShownDesired, toShownLive } from '../../../model/fields/to-shown-value.ts';
import type { Notice } from '../../../model/plan/notice.ts';

/**
 * Lists the fields of an object that are left to others or ignored, and differ. Skips fields that
 * are in sync or unreadable.
 */
export function listObserved({ address, live, fields }: AnyDiff): Notice[] {
  if (live === null) return [];
  return fields.flatMap((field): Notice[] => {
    const { notice } = readOutcome(field);
    if (field.live?.kind === 'not-readable') return [];
    const { path, desired, disposition } = field;
    const [wants, is] = [toShownDesired(desired.value), toShownLive(field)];
    if (disposition.kind === 'keep' && disposition.because.kind === 'ignored') {
      const { until, reason, at } = disposition.because.ignored;
      return notice === 'ignored'
        ? [{ kind: 'ignored', address, path, until, reason, wants, is, at }]
        : [];
    }
    return notice === 'observed'
      ? [{ kind: 'observed', address, path, wants, is, at: desired.at }]
      : [];
  });
}
