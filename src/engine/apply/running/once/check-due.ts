import type { Address } from '../../../../model/address.ts';
import { isAhead, isLongPast } from '../../../../model/desired/schedule.ts';
import { writeFailure } from '../../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../../model/plan/operation.ts';
import { accountId, done, idOf, type Performed, type Scene, toFailed } from '../../scene.ts';
import { findAwaited, mayHaveRun, sideAt } from './may-have-run.ts';

/**
 * Looks, before cycles are stopped, whether the single run of one of them is due or under way. It is left to its end:
 * once it is stopped nobody could tell whether it was had. A cycle that runs on with nothing in progress runs on
 * something else: a single run stops its cycle.
 */
export async function checkDue(scene: Scene, pauses: readonly Operation[]): Promise<Performed> {
  const { reader, clock } = scene.ports;
  for (const pause of pauses) {
    const { address } = pause;
    const awaited = findAwaited(scene, address);
    if (awaited === null || isAhead(awaited, clock.now())) continue;
    const seen = await reader.readCycle(accountId(scene), idOf(scene, address));
    if (!seen.ok) return toFailed(pause, seen.failure, writeFailure(seen.failure));
    if (seen.value?.status !== 'Active') continue;
    const askedAt = sideAt(scene, address).record?.run?.activatedAt ?? null;
    const isOver = isLongPast(awaited, askedAt, clock.now());
    if (seen.value.inProgressCount === 0 && isOver) continue;
    return leaveDue(address, awaited.at);
  }
  return done;
}

/**
 * Looks, before a running cycle is stopped for an edit, whether it could be started again: not on a single run that it
 * may have had. What it runs on is then not in Git, and what a person has put it on is not taken from it.
 */
export async function checkOverdue(scene: Scene, activate: Operation): Promise<Performed> {
  const { address, action } = activate;
  const schedule = action.kind === 'activate-cycle' ? action.schedule : null;
  if (schedule?.kind !== 'once' || !(await mayHaveRun(scene, address, schedule))) return done;
  const seen = await scene.ports.reader.readCycle(accountId(scene), idOf(scene, address));
  if (!seen.ok) return toFailed(activate, seen.failure, writeFailure(seen.failure));
  return seen.value?.status === 'Active' ? leaveOverdue(address, schedule.at) : done;
}

function leaveDue(address: Address, at: string): Performed {
  return leaveRunning({
    code: 'single-run-due',
    summary: `${address}: its single run at ${at} is due or under way, so that it is not stopped`,
    address,
    remedy:
      'Apply again when it is over. If the cycle runs on something else by now, stop it in the console and apply again.',
  });
}

function leaveOverdue(address: Address, at: string): Performed {
  return leaveRunning({
    code: 'single-run-overdue',
    summary: `${address}: the time of its single run, ${at}, is past and it still runs: stopped for the edit, nothing in Git could start it again`,
    address,
    remedy:
      'If it has its run only now, since somebody has started it: apply again when that is over. Else write the schedule that it shall run on, or stop it in the console if it shall rest, and apply again.',
  });
}

function leaveRunning(why: Omit<Diagnostic, 'severity'>): Performed {
  return { kind: 'failed', diagnostics: [{ ...why, severity: 'error' }] };
}
