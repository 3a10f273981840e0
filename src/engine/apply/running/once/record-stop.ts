import { type Address, toFieldPath } from '../../../../model/address.ts';
import { isSameRun, type SingleRun } from '../../../../model/desired/schedule.ts';
import { withKnownOutcome } from '../../../../model/memory/account-state.ts';
import type { ApplyState } from '../../apply-state.ts';
import { findSide, findSingleRun } from './has-possibly-run.ts';
import { saveRunState, toRunState } from './record-start-request.ts';

/** What is noted of a stop when it is known what became of it. */
export type RecordedStop = {
  /** What it waits for. */
  readonly asked: SingleRun;
  /** The cycle was seen at rest before the time of its single run. */
  readonly recordStoppedBefore: () => Promise<void>;
  /** The stop was refused. */
  readonly restore: () => Promise<void>;
};

/**
 * Notes of a cycle that is stopped for good, before it is, that its single run counts as applied no more: it was asked
 * for, and may be had or not. Null where no single run is known of it, and where it rests already.
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
