import type { Address } from '../../../model/address.ts';
import { isUpcoming, type Schedule, type SingleRun } from '../../../model/desired/schedule.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { formatStateCommand } from '../../../model/report/advice/format-state-command.ts';
import { type ApplyState, done, type OperationResult } from '../apply-state.ts';
import { hasPossiblyRun, listCycleAddresses } from './once/has-possibly-run.ts';
import { isLost } from './once/is-lost.ts';
import { recordStartRequest, saveRunState, toRunState } from './once/record-start-request.ts';
import { startCycleIfReady } from './start-cycle-if-ready.ts';

/**
 * Starts a cycle. A single run is an event: that it is asked for is noted before the request, and it is asked for
 * again only while its time is still to come, or where it cannot have been had. Whatever else becomes of it is left to
 * a person.
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

/** Looks whether a start asks for a single run that may have been had: then that is noted, and a person told. */
export async function checkUnknown(
  state: ApplyState,
  address: Address,
  schedule: Schedule,
): Promise<OperationResult> {
  if (schedule.kind !== 'once' || !(await hasPossiblyRun(state, address, schedule))) return done;
  return reportManualStart(state, address, schedule);
}

// Notes that nobody knows of a single run whether it was had, and tells a person. */
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
    summary: `${address}: whether its single run at ${schedule.at} was had is not known`,
    address,
    remedy: `It is not asked for again. Look at its runs in the console. If it was had, or shall not be: ${command} done. If it shall be: write another moment in its schedule.`,
  };
  return { kind: 'unknown', diagnostics: [diagnostic] };
}
