import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { parseCategoryKey } from '../../../model/address.ts';
import type { ComparedField } from '../../../model/diff/field-diff.ts';
import type { LiveConnector } from '../../../model/live/live.ts';
import { findMadeCategory, type ObjectRecord } from '../../../model/state/account-state.ts';

/**
 * Compares a custom category, which is created once and never shown. Without state it is new on a
 * connector of ours; on an adopted one it counts as created, unverified, unless `rewrite` is set.
 */
export function diffCategory(
  field: ComparedField,
  sides: {
    readonly live: LiveConnector | null;
    readonly record: ObjectRecord | null;
    readonly rewrite: boolean;
  },
): ComparedField {
  const { live, record, rewrite } = sides;
  if (live === null) return field;
  const made = findMadeCategory(record, parseCategoryKey(field.path) ?? '');
  const { value } = field.desired;
  if (made !== null && value.kind === 'plain') {
    const isSame = made.name === null || isSameJson(made.name, value.value);
    // A manually confirmed category keeps its name.
    const applied =
      made.name === null
        ? ({ ...value, origin: 'read' } as const)
        : ({ kind: 'plain', value: made.name, origin: 'sent' } as const);
    return { ...field, applied, comparison: isSame ? 'not-readable' : 'git' };
  }
  if (field.applied !== null && !(rewrite && field.applied.origin === 'assumed')) return field;
  const isAdopted = record === null || Object.keys(record.applied).length === 0;
  if (isAdopted && !rewrite) return field;
  return { ...field, comparison: 'new' };
}
