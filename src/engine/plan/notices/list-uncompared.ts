import {
  type FieldPath,
  findByAddress,
  type ObjectKind,
  parseCategoryKey,
  toFieldPath,
} from '../../../model/address.ts';
import type { AccountDiff, AnyDiff, FieldDiff } from '../../../model/diff/field-diff.ts';
import { readOutcome } from '../../../model/diff/outcome.ts';
import { isRunning } from '../../../model/diff/run-state.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { isWritable } from '../../../model/live/capabilities.ts';
import type { Notice } from '../../../model/plan/notice.ts';
import { formatSecretRef } from '../../../model/secret/secret.ts';

/** Lists the managed fields of an object that were not compared, or never verified. */
export function listUncompared(object: AnyDiff, diff: AccountDiff): Notice[] {
  if (object.live === null) return [];
  return object.fields.flatMap((field): Notice[] => {
    if (field.pendingSeed) return [];
    const { address, kind } = object;
    const { path, applied } = field;
    const { value } = field.desired;
    const { notice } = readOutcome(field);
    if (notice === 'not-compared' && value.kind === 'secret') {
      const { ref, lack = 'not-set', reason } = value.secret;
      const said = reason === undefined ? {} : { reason };
      return [{ kind: 'not-compared', address, path, from: formatSecretRef(ref), lack, ...said }];
    }
    if (notice === 'other-key') return [{ kind: 'other-key', address, path }];
    if (notice !== 'unverified' || (applied !== null && applied.origin !== 'assumed')) return [];
    const what = classifyUnverified(kind, field);
    // A run that restores a part sends nothing else.
    if (what !== null && isSendable(object, path, diff)) {
      return diff.part !== undefined ? [] : [{ kind: 'never-verified', address, path, what }];
    }
    return applied === null ? [{ kind: 'not-readable', address, path }] : [];
  });
}

type Unverified = Extract<Notice, { readonly kind: 'never-verified' }>['what'];

function classifyUnverified(
  kind: ObjectKind,
  { path, desired: { value } }: FieldDiff,
): Unverified | null {
  if (value.kind === 'secret') return 'secret';
  if (kind === 'cycle' && path === toFieldPath('schedule')) return 'schedule';
  return parseCategoryKey(path) === null ? null : 'category';
}

// Fields that `--rewrite` sends: a custom category is created, all else is updated, except the
// schedule of a running cycle without a way to pause it.
function isSendable(object: AnyDiff, path: FieldPath, diff: AccountDiff): boolean {
  const cycle = findByAddress(diff.cycles, object.address);
  if (cycle !== undefined && path === toFieldPath('schedule')) {
    if (isRunning(cycle.runState) && !diff.capabilities.cycles) return false;
  }
  return (
    parseCategoryKey(path) !== null ||
    isWritable(findFieldRow(object.kind, path), false, diff.capabilities)
  );
}
