import type { Address } from '../../../model/address.ts';
import { isAhead, type Schedule, type SingleRun } from '../../../model/desired/schedule.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { writeStateCommand } from '../../../model/report/advice/state-command.ts';
import { done, type Performed, type Scene } from '../scene.ts';
import { activateCycle } from './activate-cycle.ts';
import { isLost } from './once/is-lost.ts';
import { listSides, mayHaveRun } from './once/may-have-run.ts';
import { keepRun, noteAsked, toRun } from './once/note-asked.ts';

/**
 * Starts a cycle. A single run is an event: that it is asked for is noted before the request, and it is asked for
 * again only while its time is still to come, or where it cannot have been had. Whatever else becomes of it is left to
 * a person.
 */
export async function startCycle(
  scene: Scene,
  operation: Operation,
  schedule: Schedule,
): Promise<Performed> {
  if (schedule.kind !== 'once') return activateCycle(scene, operation, schedule);
  const { address } = operation;
  const unknown = await checkUnknown(scene, address, schedule);
  if (unknown.kind !== 'done') return unknown;
  const sides = listSides(scene, address);
  const putBack = await noteAsked(scene, address, { run: toRun(scene, schedule), sides });
  const started = await activateCycle(scene, operation, schedule);
  if (started.kind === 'done') return started;
  if (!isLost(started)) {
    await putBack();
    return started;
  }
  return isAhead(schedule, scene.ports.clock.now())
    ? started
    : leaveToPerson(scene, address, schedule);
}

/** Looks whether a start asks for a single run that may have been had: then that is noted, and a person told. */
export async function checkUnknown(
  scene: Scene,
  address: Address,
  schedule: Schedule,
): Promise<Performed> {
  if (schedule.kind !== 'once' || !(await mayHaveRun(scene, address, schedule))) return done;
  return leaveToPerson(scene, address, schedule);
}

// Notes that nobody knows of a single run whether it was had, and tells a person. */
async function leaveToPerson(
  scene: Scene,
  address: Address,
  schedule: SingleRun,
): Promise<Performed> {
  await keepRun(scene, address, { run: { ...toRun(scene, schedule), isUnknown: true } });
  const { environment } = scene.diff.desired;
  const command = writeStateCommand('settle', { environment, address });
  const diagnostic: Diagnostic = {
    code: 'single-run-unknown',
    severity: 'error',
    summary: `${address}: whether its single run at ${schedule.at} was had is not known`,
    address,
    remedy: `It is not asked for again. Look at its runs in the console. If it was had, or shall not be: ${command} done. If it shall be: write another moment in its schedule.`,
  };
  return { kind: 'unknown', diagnostics: [diagnostic] };
}
