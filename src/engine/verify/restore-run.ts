import { toFieldPath } from '../../model/address.ts';
import { type Schedule, toActivation } from '../../model/desired/schedule.ts';
import {
  type AccountDiff,
  type CycleDiff,
  isBound,
  listDeposed,
} from '../../model/diff/field-diff.ts';
import { isRunning } from '../../model/diff/run-state.ts';
import type { AppliedValue } from '../../model/fields/field-value.ts';
import {
  type AccountState,
  type ObjectRecord,
  type PauseRecord,
  type RunState,
  withKnownOutcome,
} from '../../model/state/account-state.ts';

/**
 * Restores the requested schedule of a live cycle, because a running cycle proves its outcome.
 * `now` is ISO UTC for an apply.
 */
export function restoreRun(
  cycle: CycleDiff,
  state: AccountState,
  now: string | null,
): RunState | null {
  const { record, runState } = cycle;
  const run = record?.run ?? toStopped(cycle, state) ?? toClaimed(cycle, state, now);
  if (run === null) return null;
  if (isRunning(runState)) return withKnownOutcome(run);
  const isKnown = run.schedule.kind === 'once' && run.isUnknown !== true;
  const isBefore = isKnown && endedPause(cycle, state)?.isBeforeRun === true;
  return isBefore ? { ...run, isBeforeRun: true } : run;
}

/**
 * Restores the applied single run of a cycle that Git keeps paused, because a pause does not
 * request it, and a cycle stopped for an edit may not have had it.
 */
export function restoreSingleRun(cycle: CycleDiff, state: AccountState): AppliedValue | null {
  return endedPause(cycle, state) === null ? readApplied(cycle.record) : null;
}

/** Tests whether Git wants the cycle paused. */
export function isToRest({ desired }: CycleDiff): boolean {
  const { activity } = desired.bound.desired;
  return activity.kind === 'set' && activity.value.kind === 'paused';
}

/**
 * Lists deposed cycles that run again, because an earlier pause no longer rules out their single
 * run.
 */
export function listRunningAgain(diff: AccountDiff): readonly ObjectRecord[] {
  return listDeposed(diff).flatMap(({ run: state, record }) => {
    const { run } = record;
    const runsAgain = isRunning(state) && run?.isBeforeRun === true;
    return runsAgain ? [{ ...record, run: withKnownOutcome(run) }] : [];
  });
}

/** True if Git keeps a cycle paused that has a single run in its manifest. */
export function isToRestOnce(cycle: CycleDiff): boolean {
  return isToRest(cycle) && readWanted(cycle)?.kind === 'once';
}

function readWanted({ desired }: CycleDiff): Schedule | null {
  const { activity } = desired.bound.desired;
  return activity.kind === 'set' ? activity.value.schedule : null;
}

// A pause for an edit that ended because Git keeps the cycle paused.
function endedPause(cycle: CycleDiff, { pauses }: AccountState): PauseRecord | null {
  const isAtRest = cycle.live !== null && !isRunning(cycle.runState);
  return isAtRest && isToRest(cycle) ? (pauses.get(cycle.address) ?? null) : null;
}

// The single run no longer counts as applied after such a pause, but its request stays recorded.
function toStopped(cycle: CycleDiff, state: AccountState): RunState | null {
  const pause = endedPause(cycle, state);
  const applied = readApplied(cycle.record);
  const schedule = applied?.kind === 'plain' ? (applied.value as Schedule | null) : null;
  return pause === null || schedule?.kind !== 'once' ? null : toRun(schedule, pause.pausedAt);
}

// A newly bound cycle may have been asked for a single run by others.
function toClaimed(
  cycle: CycleDiff,
  { creates }: AccountState,
  now: string | null,
): RunState | null {
  const isFound = !isBound(cycle.record, cycle.live) && !creates.has(cycle.address);
  const wanted = readWanted(cycle);
  if (!isFound || now === null || wanted === null) return null;
  return isToRestOnce(cycle) ? toRun(wanted, now) : null;
}

function toRun(schedule: Schedule, activatedAt: string): RunState {
  return { schedule, sent: toActivation(schedule, activatedAt, null), activatedAt };
}

function readApplied(record: ObjectRecord | null): AppliedValue | null {
  return record?.applied[toFieldPath('schedule')] ?? null;
}
