import type { ObjectKind } from '../../../model/address.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { FieldDiff } from '../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import {
  isSecretField,
  toShownApplied,
  toShownDesired,
  toShownLive,
} from '../../../model/fields/to-shown-value.ts';
import type { FieldChange } from '../../../model/plan/change.ts';

/** Lists the fields of an object that a plan changes, with secrets redacted. */
export function toFieldChanges(fields: readonly FieldDiff[], kind: ObjectKind): FieldChange[] {
  return fields
    .filter((field) => isChanged(field) && findFieldRow(kind, field.path).kind === kind)
    .map((field) => ({
      path: field.path,
      before: toShownBefore(field),
      after: toShownDesired(field.desired.value),
      secret: isSecretField(field),
      moved: toMoved(field),
      at: field.desired.at,
    }));
}

// A field that the service does not show is assumed as we last sent it; unknown if it was never
// sent.
function toShownBefore(field: FieldDiff): FieldChange['before'] {
  const { live, applied } = field;
  const isAssumed = live?.kind === 'not-readable' && applied?.origin === 'assumed';
  if (live === null || (isAssumed && !isSecretField(field))) return { kind: 'unknown' };
  return live.kind === 'not-readable' ? toShownApplied(field) : toShownLive(field);
}

function toMoved({ comparison, disposition }: FieldDiff): FieldChange['moved'] {
  if (disposition.kind === 'write' && disposition.because === 'restored') return 'earlier';
  switch (comparison) {
    case 'git':
      return 'manifest';
    case 'live':
    case 'both':
    case 'unfinished':
    case 'new':
      return comparison;
    default:
      return 'unknown';
  }
}
