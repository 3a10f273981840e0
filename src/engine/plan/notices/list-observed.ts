import { findOtherOwner } from '../../../model/diff/disposition.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import { toShownDesired, toShownLive } from '../../../model/fields/to-shown-value.ts';
import type { Notice } from '../../../model/plan/notice.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Lists the fields of an object that are left to others or ignored, and differ. Skips fields that
 * are in sync or unreadable.
 */
export function listObserved({ address, live, fields: diffs }: AnyDiff): Notice[] {
  if (live === null) return [];
  return diffs.flatMap((field): Notice[] => {
    const { path, desired, disposition } = field;
    if (!isOther(field)) return [];
    const [wants, is] = [toShownDesired(desired.value), toShownLive(field)];
    if (disposition.kind === 'keep' && disposition.because.kind === 'ignored') {
      const { until, reason, at } = disposition.because.ignored;
      return [{ kind: 'ignored', address, path, until, reason, wants, is, at }];
    }
    return findOtherOwner(field) === 'observed'
      ? [{ kind: 'observed', address, path, wants, is, at: desired.at }]
      : [];
  });
}

function isOther({ comparison, live }: FieldDiff): boolean {
  return live?.kind !== 'not-readable' && comparison !== 'same' && comparison !== 'not-compared';
}
