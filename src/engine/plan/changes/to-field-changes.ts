import type { ObjectKind } from '../../../model/address.ts';
import type { FieldDiff } from '../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import {
  isSecretField,
  toShownApplied,
  toShownDesired,
  toShownLive,
} from '../../../model/fields/to-shown-value.ts';
import type { FieldChange } from '../../../model/plan/change.ts';

/** The fields of an object that a plan changes, as people may see them. */
export function toFieldChanges(verdicts: readonly FieldDiff[], kind: ObjectKind): FieldChange[] {
  return verdicts
    .filter((verdict) => verdict.isChange && findFieldRow(kind, verdict.path).kind === kind)
    .map((verdict) => ({
      path: verdict.path,
      before: toShownBefore(verdict),
      after: toShownDesired(verdict.desired.value),
      secret: isSecretField(verdict),
      moved: toMoved(verdict),
      at: verdict.desired.at,
    }));
}

// What the service does not show is as we last sent it, as far as anybody knows; what was never sent nobody knows.
function toShownBefore(verdict: FieldDiff): FieldChange['before'] {
  const { live, applied } = verdict;
  const isAssumed = live?.kind === 'not-readable' && applied?.origin === 'assumed';
  if (live === null || (isAssumed && !isSecretField(verdict))) return { kind: 'unknown' };
  return live.kind === 'not-readable' ? toShownApplied(verdict) : toShownLive(verdict);
}

function toMoved(verdict: FieldDiff): FieldChange['moved'] {
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
