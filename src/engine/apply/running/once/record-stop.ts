import { type Address, toFieldPath } from '../../../../model/address.ts';
import { isSameRun, type SingleRun } from '../../../../model/desired/schedule.ts';
import { withKnownOutcome } from '../../../../model/state/account-state.ts';
import type { ApplyState } from '../../apply-state.ts';
import { findSide, findSingleRun } from './has-possibly-run.ts';
import { saveRunState, toRunState } from './record-start-request.ts';

/** Updates for the outcome of a stop. */
export type RecordedStop = {
  /** The single run that it waits for. */
  readonly asked: SingleRun;
  /** Records that the cycle was paused before the time of its single run. */
  readonly recordStoppedBefore: () => Promise<void>;
  /** Restores the records after a refused stop. */
  readonly restore: () => Promise<void>;
};

/**
 * Records before a permanent stop that the single run no longer counts as applied, because its
 * outcome is unknown. Null if no single run is known, or if the cycle is already paused.
 */
export async function recordStop(
  state: ApplyState,
  address: Address,
): Promise<RecordedStop | null> {
  const { live, record } = findSide(state, address);
  const asked = live?.status === 'Active' ? findSingleRun(state, address) : null;
  if (asked === null) return null;
  const before = { run: record?.run ?? null, applied: record?.applied ?? {} };
  const known = before.run !== null && isSameRun(before.run.schedule, asked) ? before.run : null;
  const run = known === null ? toRunState(state, asked) : withKnownOutcome(known);
  const { [toFieldPath('schedule')]: _, ...applied } = before.applied;
  await saveRunState(state, address, { run, applied });
  return {
    asked,
    recordStoppedBefore: () => saveRunState(state, address, { run: { ...run, isBeforeRun: true } }),
    restore: () => saveRunState(state, address, before),
  };
}
