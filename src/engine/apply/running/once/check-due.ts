import type { Address } from '../../../../model/address.ts';
import { isLongPast, isUpcoming } from '../../../../model/desired/schedule.ts';
import { formatFailure } from '../../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../../model/plan/operation.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  toFailed,
} from '../../apply-state.ts';
import { findAwaitedRun, findSide, hasPossiblyRun } from './has-possibly-run.ts';

/**
 * Looks, before cycles are stopped, whether the single run of one of them is due or under way. It is left to its end:
 * once it is stopped nobody could tell whether it was had. A cycle that runs on with nothing in progress runs on
 * something else: a single run stops its cycle.
 */
export async function checkDue(
  state: ApplyState,
  pauses: readonly Operation[],
): Promise<OperationResult> {
  const { reader, clock } = state.ports;
  for (const pause of pauses) {
    const { address } = pause;
    const awaited = findAwaitedRun(state, address);
    if (awaited === null || isUpcoming(awaited, clock.now())) continue;
    const observed = await reader.readCycle(findAccountId(state), findRemoteId(state, address));
    if (!observed.ok) return toFailed(pause, observed.failure, formatFailure(observed.failure));
    if (observed.value?.status !== 'Active') continue;
    const askedAt = findSide(state, address).record?.run?.activatedAt ?? null;
    const isOver = isLongPast(awaited, askedAt, clock.now());
    if (observed.value.inProgressCount === 0 && isOver) continue;
    return toDue(address, awaited.at);
  }
  return done;
}

/**
 * Looks, before a running cycle is stopped for an edit, whether it could be started again: not on a single run that it
 * may have had. What it runs on is then not in Git, and what a person has put it on is not taken from it.
 */
export async function checkOverdue(
  state: ApplyState,
  activate: Operation,
): Promise<OperationResult> {
  const { address, action } = activate;
  const schedule = action.kind === 'activate-cycle' ? action.schedule : null;
  if (schedule?.kind !== 'once' || !(await hasPossiblyRun(state, address, schedule))) return done;
  const observed = await state.ports.reader.readCycle(
    findAccountId(state),
    findRemoteId(state, address),
  );
  if (!observed.ok) return toFailed(activate, observed.failure, formatFailure(observed.failure));
  return observed.value?.status === 'Active' ? toOverdue(address, schedule.at) : done;
}

function toDue(address: Address, at: string): OperationResult {
  return toLeftRunning({
    code: 'single-run-due',
    summary: `${address}: its single run at ${at} is due or under way, so that it is not stopped`,
    address,
    remedy:
      'Apply again when it is over. If the cycle runs on something else by now, stop it in the console and apply again.',
  });
}

function toOverdue(address: Address, at: string): OperationResult {
  return toLeftRunning({
    code: 'single-run-overdue',
    summary: `${address}: the time of its single run, ${at}, is past and it still runs: stopped for the edit, nothing in Git could start it again`,
    address,
    remedy:
      'If it has its run only now, since somebody has started it: apply again when that is over. Else write the schedule that it shall run on, or stop it in the console if it shall rest, and apply again.',
  });
}

function toLeftRunning(why: Omit<Diagnostic, 'severity'>): OperationResult {
  return { kind: 'failed', diagnostics: [{ ...why, severity: 'error' }] };
}
