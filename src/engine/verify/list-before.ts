import { toFieldPath } from '../../model/address.ts';
import { selectRunningSchedule } from '../../model/desired/schedule.ts';
import type { AccountDiff, CycleDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import {
  type AppliedValue,
  type DesiredValue,
  type LiveValue,
  type StoredValue,
  toStoredValue,
} from '../../model/fields/field-value.ts';
import { isLiveHidden, isSecretField } from '../../model/fields/to-shown-value.ts';
import type { FieldBefore } from '../../model/memory/run.ts';
import type { ObservedObject } from '../../model/plan/expectation.ts';

/**
 * What was there of all that is about to be changed, noted before the first write: the inverse of an apply.
 * What is made has no before. Of a cycle that is stopped it is also noted what it ran on.
 */
export function listBefore(diff: AccountDiff): FieldBefore[] {
  return [
    ...[diff.account, ...diff.connectors].flatMap(listFields),
    ...diff.cycles.flatMap((cycle) => [...listFields(cycle), ...listSchedule(cycle)]),
  ];
}

function listFields({ address, live, fields }: ObservedObject): FieldBefore[] {
  if (live === null) return [];
  return fields
    .filter((field) => field.isChange)
    .map((field) => {
      const { path, desired } = field;
      return { address, path, was: toWas(field), wrote: toWrote(desired.value) };
    });
}

// Only what starts it again needs to know it: stopping leaves the schedule as it is.
function listSchedule({ address, live, record, fields }: CycleDiff): FieldBefore[] {
  const isStopped =
    live?.status === 'Active' && fields.some(({ path, isChange }) => isChange && path === 'state');
  const ran = isStopped
    ? selectRunningSchedule(record?.run?.schedule ?? null, live.schedule)
    : null;
  if (ran?.kind !== 'every') return [];
  const value = { kind: 'plain', value: ran } as const;
  return [{ address, path: toFieldPath('schedule'), was: value, wrote: value }];
}

function toWas(field: FieldDiff): StoredValue | null {
  const { live, applied, state } = field;
  if (live?.kind === 'plain') {
    if (live.value === null || !isLiveHidden(field)) return live;
    // What stands where a secret belongs may be one: it is known by what we wrote, or not at all.
    return state === 'manifest' && applied?.kind === 'secret' ? toStoredValue(applied) : null;
  }
  // What the service does not show is as we last sent it, as far as anybody knows; what was never sent nobody knows.
  if (live?.kind === 'not-readable' && applied?.kind === 'plain') {
    return isSecretField(field) || applied.origin === 'assumed' ? null : toStoredValue(applied);
  }
  // A secret is what we last wrote, where that is what the service still shows.
  return live?.kind === 'secret' && isStillOurs(live, applied) ? toStoredValue(applied) : null;
}

function isStillOurs(
  live: Extract<LiveValue, { readonly kind: 'secret' }>,
  applied: AppliedValue | null,
): applied is AppliedValue {
  return applied?.kind === 'secret' && applied.read === live.read;
}

function toWrote(value: DesiredValue): StoredValue {
  if (value.kind === 'plain') return value;
  return { kind: 'secret', written: value.secret.fingerprint, read: null };
}
