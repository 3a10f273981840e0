import type { ObjectKind } from '../../../model/address.ts';
import type { FieldVerdict } from '../../../model/diff/verdict.ts';
import { rowOf } from '../../../model/fields/fields.ts';
import {
  isSecretField,
  showApplied,
  showDesired,
  showLive,
} from '../../../model/fields/show-value.ts';
import type { FieldChange } from '../../../model/plan/change.ts';

/** The fields of an object that a plan changes, as people may see them. */
export function toFieldChanges(verdicts: readonly FieldVerdict[], kind: ObjectKind): FieldChange[] {
  return verdicts
    .filter((verdict) => verdict.isChange && rowOf(kind, verdict.path).kind === kind)
    .map((verdict) => ({
      path: verdict.path,
      before: showBefore(verdict),
      after: showDesired(verdict.desired.value),
      secret: isSecretField(verdict),
      moved: toMoved(verdict),
      at: verdict.desired.at,
    }));
}

// What the service does not show is as we last sent it, as far as anybody knows; what was never sent nobody knows.
function showBefore(verdict: FieldVerdict): FieldChange['before'] {
  const { live, applied } = verdict;
  const isAssumed = live?.kind === 'not-readable' && applied?.origin === 'assumed';
  if (live === null || (isAssumed && !isSecretField(verdict))) return { kind: 'unknown' };
  return live.kind === 'not-readable' ? showApplied(verdict) : showLive(verdict);
}

function toMoved(verdict: FieldVerdict): FieldChange['moved'] {
  switch (verdict.state) {
    case 'manifest':
    case 'live':
    case 'both':
    case 'unfinished':
    case 'earlier':
    case 'new':
      return verdict.state;
    default:
      return 'unknown';
  }
}
