import type { Address } from '../../../model/address.ts';
import { isUpcoming, type Schedule, type SingleRun } from '../../../model/desired/schedule.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { formatStateCommand } from '../../../model/report/advice/commands.ts';
import { type ApplyState, done, type OperationResult } from '../apply-state.ts';
import { hasPossiblyRun, listCycleAddresses } from './once/has-possibly-run.ts';
import { isLost } from './once/is-lost.ts';
import { recordStartRequest, saveRunState, toRunState } from './once/record-start-request.ts';
import { startCycleIfReady } from './start-cycle-if-ready.ts';

/**
 * Starts a cycle. Records a single run before its request, and repeats it only before its time or
 * if it cannot have taken place. Any other case needs manual action.
 */
export async function startCycle(
  state: ApplyState,
  operation: Operation,
  schedule: Schedule,
): Promise<OperationResult> {
  if (schedule.kind !== 'once') return startCycleIfReady(state, operation, schedule);
  const { address } = operation;
  const unknown = await checkUnknown(state, address, schedule);
  if (unknown.kind !== 'done') return unknown;
  const sides = listCycleAddresses(state, address);
  const putBack = await recordStartRequest(state, address, {
    run: toRunState(state, schedule),
    sides,
  });
  const started = await startCycleIfReady(state, operation, schedule);
  if (started.kind === 'done') return started;
  if (!isLost(started)) {
    await putBack();
    return started;
  }
  return isUpcoming(schedule, state.ports.clock.now())
    ? started
    : reportManualStart(state, address, schedule);
}

/** Reports a start of a single run that may have taken place, and records it as unknown. */
export async function checkUnknown(
  state: ApplyState,
  address: Address,
  schedule: Schedule,
): Promise<OperationResult> {
  if (schedule.kind !== 'once' || !(await hasPossiblyRun(state, address, schedule))) return done;
  return reportManualStart(state, address, schedule);
}

// Records a single run as unknown and reports it.
async function reportManualStart(
  state: ApplyState,
  address: Address,
  schedule: SingleRun,
): Promise<OperationResult> {
  await saveRunState(state, address, { run: { ...toRunState(state, schedule), isUnknown: true } });
  const { environment } = state.diff.desired;
  const command = formatStateCommand('settle', { environment, address });
  const diagnostic: Diagnostic = {
    code: 'single-run-unknown',
    severity: 'error',
    summary: `${address}: it is unknown if its single run at ${schedule.at} took place`,
    address,
    remedy: `It is not requested again. Check its runs in the console. If it took place or is no longer wanted, run ${command} done. Otherwise write another time in its schedule.`,
  };
  return { kind: 'unknown', diagnostics: [diagnostic] };
}
