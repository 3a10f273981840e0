import {
  type AccountDiff,
  type ConnectorDiff,
  type CycleDiff,
  isGoneVariable,
} from '../../../model/diff/field-diff.ts';
import { readOutcome } from '../../../model/diff/outcome.ts';
import { toShownDesired } from '../../../model/fields/to-shown-value.ts';
import type { Notice } from '../../../model/plan/notice.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/** Lists the fields of an object that need manual action. */
export function listManual(object: AnyDiff): Notice[] {
  const { address, fields: diffs } = object;
  return diffs.flatMap((field): Notice[] => {
    const { path } = field;
    const { value, at } = field.desired;
    // Activation sends the schedule.
    if (readOutcome(field).notice !== 'by-hand' || path === 'schedule') return [];
    const gone = isGoneVariable(object, field) ? { isGone: true as const } : {};
    return [{ kind: 'by-hand', address, path, wants: toShownDesired(value), at, ...gone }];
  });
}
