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
  scene: ApplyState,
  operation: Operation,
  schedule: Schedule,
): Promise<OperationResult> {
  if (schedule.kind !== 'once') return startCycleIfReady(scene, operation, schedule);
  const { address } = operation;
  const unknown = await checkUnknown(scene, address, schedule);
  if (unknown.kind !== 'done') return unknown;
  const sides = listCycleAddresses(scene, address);
  const putBack = await recordStartRequest(scene, address, {
    run: toRunState(scene, schedule),
    sides,
  });
  const started = await startCycleIfReady(scene, operation, schedule);
  if (started.kind === 'done') return started;
  if (!isLost(started)) {
    await putBack();
    return started;
  }
  return isUpcoming(schedule, scene.ports.clock.now())
    ? started
    : reportManualStart(scene, address, schedule);
}

/** Looks whether a start asks for a single run that may have been had: then that is noted, and a person told. */
export async function checkUnknown(
  scene: ApplyState,
  address: Address,
  schedule: Schedule,
): Promise<OperationResult> {
  if (schedule.kind !== 'once' || !(await hasPossiblyRun(scene, address, schedule))) return done;
  return reportManualStart(scene, address, schedule);
}

// Notes that nobody knows of a single run whether it was had, and tells a person. */
async function reportManualStart(
  scene: ApplyState,
  address: Address,
  schedule: SingleRun,
): Promise<OperationResult> {
  await saveRunState(scene, address, { run: { ...toRunState(scene, schedule), isUnknown: true } });
  const { environment } = scene.diff.desired;
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
