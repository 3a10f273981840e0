import { isUpcoming } from '../../../../model/desired/schedule.ts';
import { formatFailure } from '../../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../../model/plan/operation.ts';
import {
  reportDueRun,
  reportUnknownRun,
} from '../../../../model/report/advice/report-single-run.ts';
import { withKnownOutcome } from '../../../../model/state/account-state.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  toFailed,
} from '../../apply-state.ts';
import { toNotStopped } from '../stop-cycle.ts';
import { saveRunState } from './save-run-state.ts';

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
  if (!isUpcoming({ kind: 'once', at }, clock.now()))
    return { kind: 'failed', diagnostics: [reportDueRun(address, at)] };
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
    // Without a record of it, its saved plan would request it again.
    if (run !== null)
      await saveRunState(state, address, { ...withKnownOutcome(run), isBeforeRun: true });
    return done;
  }
  if (run !== null) await saveRunState(state, address, { ...run, isUnknown: true });
  const { environment } = state.diff.desired;
  return { kind: 'unknown', diagnostics: [reportUnknownRun(address, at, environment)] };
}
