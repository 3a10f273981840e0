import { isUpcoming } from '../../../../model/desired/schedule.ts';
import { formatFailure } from '../../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../../model/plan/operation.ts';
import { reportUnknownRun } from '../../../../model/report/advice/report-unknown-run.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  toFailed,
} from '../../apply-state.ts';
import { toNotStopped } from '../stop-cycle.ts';
import { checkDue } from './check-due.ts';
import { saveRunState } from './record-start-request.ts';

/**
 * Stops a cycle that waits for its single run. A stop that comes too late leaves the run unknown,
 * because it may have started.
 */
export async function stopSingleRun(
  state: ApplyState,
  operation: Operation,
  at: string,
): Promise<OperationResult> {
  const { reader, writer, clock } = state.ports;
  const { address } = operation;
  const due = await checkDue(state, [operation]);
  if (due.kind !== 'done') return due;
  const [account, cycle] = [findAccountId(state), findRemoteId(state, address)];
  const answer = await writer.deactivateCycle(account, cycle);
  if (!answer.ok && answer.failure.kind !== 'outcome-unknown')
    return toFailed(operation, answer.failure, formatFailure(answer.failure));
  const observed = await reader.readCycle(account, cycle);
  if (!observed.ok) {
    const failed = toFailed(operation, observed.failure, formatFailure(observed.failure));
    return 'diagnostics' in failed ? { ...failed, kind: 'unknown' } : failed;
  }
  if (observed.value?.status === 'Active')
    return answer.ok
      ? toNotStopped(operation)
      : toFailed(operation, answer.failure, formatFailure(answer.failure));
  const run = state.records.get(address)?.run ?? null;
  if (isUpcoming({ kind: 'once', at }, clock.now())) {
    await saveRunState(state, address, { run: run?.earlier ?? null });
    return done;
  }
  if (run !== null) await saveRunState(state, address, { run: { ...run, isUnknown: true } });
  const { environment } = state.diff.desired;
  return { kind: 'unknown', diagnostics: [reportUnknownRun(address, at, environment)] };
}
