import { isSameJson } from '../../kit/json/canonical-json.ts';
import { toFieldPath } from '../../model/address.ts';
import { isChanged } from '../../model/diff/disposition.ts';
import type { AccountDiff, CycleDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import {
  type AppliedValue,
  type DesiredValue,
  type LiveValue,
  type StoredValue,
  toStoredValue,
} from '../../model/fields/field-value.ts';
import { isLiveHidden, isSecretField, toShownLive } from '../../model/fields/to-shown-value.ts';
import type { ObservedObject } from '../../model/plan/expectation.ts';
import { isRefused, type RefusedObject } from '../../model/plan/refused.ts';
import type { FieldBefore } from '../../model/state/run.ts';

/**
 * Lists the live values of all fields that an apply will change, recorded before its first write.
 * New and refused objects have none. A cycle that is stopped also has its schedule.
 */
export function listBefore(diff: AccountDiff, refused: readonly RefusedObject[]): FieldBefore[] {
  const { pauses } = diff.state;
  return [
    ...[diff.account, ...diff.connectors].flatMap(listFields),
    ...diff.cycles.flatMap((cycle) => [
      // A cycle that an unfinished run paused ran before.
      ...listFields(cycle).filter(({ address, path }) => path !== 'state' || !pauses.has(address)),
      ...listSchedule(cycle),
    ]),
  ].filter(({ address }) => !isRefused(refused, address));
}

function listFields({ address, live, fields }: ObservedObject): FieldBefore[] {
  if (live === null) return [];
  return fields.filter(isChanged).map((field) => {
    const { path, desired } = field;
    return { address, path, was: toWas(field), wrote: toWrote(desired.value) };
  });
}

// Only a restart needs the schedule, because a stop leaves it as it is.
function listSchedule({ address, runState, fields }: CycleDiff): FieldBefore[] {
  const isStopped = fields.some((field) => isChanged(field) && field.path === 'state');
  const ran = runState.kind === 'running' && isStopped ? runState.on : null;
  if (ran?.kind !== 'every') return [];
  const value = { kind: 'plain', value: ran } as const;
  return [{ address, path: toFieldPath('schedule'), was: value, wrote: value }];
}

function toWas(field: FieldDiff): StoredValue | null {
  const { live, applied, comparison } = field;
  if (live?.kind === 'plain') {
    if (isStorable(field, live)) return live;
    // A value in the place of a secret may be one: only a fingerprint of what we wrote is recorded.
    return comparison === 'git' && applied?.kind === 'secret' ? toStoredValue(applied) : null;
  }
  // A field that the service does not show has the value that we last sent; none if it was never
  // sent.
  if (live?.kind === 'not-readable' && applied?.kind === 'plain') {
    return isSecretField(field) || applied.origin === 'assumed' ? null : toStoredValue(applied);
  }
  // A secret has the value that we last wrote, if the service still shows it.
  return live?.kind === 'secret' && isStillOurs(live, applied) ? toStoredValue(applied) : null;
}

// Our own last write was in Git; of others, an address with credentials is shown in part only.
function isStorable(
  field: FieldDiff,
  live: Extract<LiveValue, { readonly kind: 'plain' }>,
): boolean {
  if (live.value !== null && isLiveHidden(field)) return false;
  const sides = [field.applied, toShownLive(field)];
  return sides.some((side) => side?.kind === 'plain' && isSameJson(side.value, live.value));
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
