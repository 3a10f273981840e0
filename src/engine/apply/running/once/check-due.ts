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
 * Checks if a single run of the cycles is due or in progress, because a stop would leave its
 * outcome unknown. A single run stops its cycle, so an idle running cycle has another schedule.
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
 * Checks before an edit if the cycle could start again: not on a single run that may have taken
 * place. Its current schedule is then not in Git, and a manual one is kept.
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
    summary: `${address}: its single run at ${at} is due or in progress, so it is not stopped`,
    address,
    remedy:
      'Apply again when it is over. If the cycle has another schedule by now, stop it in the console and apply again.',
  });
}

function toOverdue(address: Address, at: string): OperationResult {
  return toLeftRunning({
    code: 'single-run-overdue',
    summary: `${address}: the time of its single run, ${at}, is past and it still runs; after a stop, nothing in Git could start it again`,
    address,
    remedy:
      'If its single run is still in progress, apply again when it is over. Otherwise write its schedule in the manifest, or stop it in the console to keep it paused, and apply again.',
  });
}

function toLeftRunning(why: Omit<Diagnostic, 'severity'>): OperationResult {
  return { kind: 'failed', diagnostics: [{ ...why, severity: 'error' }] };
}
