import { type Call, readParam } from '../../http/call.ts';
import { makeNotFound, Refusal } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import type { CycleRow, StepRow } from './cycle-row.ts';
import { isRunning, resolveCycle } from './resolve-cycle.ts';

/** Cycle of this account, resolved to now; one in DeleteScheduled still exists. */
function findCycle(state: State, accountId: string, id: string): CycleRow | undefined {
  const row = state.cycles.read(id);
  return row?.accountId === accountId ? resolveCycle(row, state.clock.nowMs()) : undefined;
}

/** All cycles of an account, resolved to now. */
export function listCycleRows(state: State, accountId: string): readonly CycleRow[] {
  const nowMs = state.clock.nowMs();
  return state.cycles
    .list(accountId)
    .map(({ value }) => resolveCycle(value, nowMs))
    .filter((row) => row !== undefined);
}

/** Cycle of the path, or a 404. */
export function readCycle(call: Call): CycleRow {
  const row = findCycle(call.state, call.accountId, readParam(call, 'cycleId'));
  if (row === undefined) {
    throw makeNotFound('The cycle');
  }
  return row;
}

/** Cycle of the path that is not deleted, or a 404. */
export function readExistingCycle(call: Call): CycleRow {
  const row = readCycle(call);
  if (row.status === 'DeleteScheduled') {
    throw makeNotFound('The cycle');
  }
  return row;
}

/** Cycle of the path that is not running; a running one is a 409 (SERVICE A.5 [T]). */
export function readEditableCycle(call: Call): CycleRow {
  const row = readExistingCycle(call);
  checkNotRunning(row);
  return row;
}

/** Step of the path in a cycle that is not deleted, or a 404. */
export function readStep(call: Call): { readonly step: StepRow; readonly cycle: CycleRow } {
  const step = call.state.steps.read(readParam(call, 'stepId'));
  const cycle =
    step === undefined ? undefined : findCycle(call.state, call.accountId, step.cycleId);
  const isElsewhere =
    call.params.cycleId !== undefined && step !== undefined && step.cycleId !== call.params.cycleId;
  if (step === undefined || cycle === undefined || isElsewhere) {
    throw makeNotFound('The step');
  }
  if (cycle.status === 'DeleteScheduled') {
    throw makeNotFound('The cycle');
  }
  return { step, cycle };
}

/** Throws a 409 for a running cycle. */
export function checkNotRunning(row: CycleRow): void {
  if (isRunning(row)) {
    throw new Refusal(409, `Cycle '${row.name}' is running.`);
  }
}

/** Saves a cycle. */
export function writeCycle(state: State, row: CycleRow): void {
  state.cycles.write(row.id, row.accountId, row);
  state.agenda.add(row);
}

/** Steps in order of execution, even those that no list shows yet. */
export function readSteps(state: State, cycle: CycleRow): readonly StepRow[] {
  const steps = new Map(state.steps.list(cycle.id).map(({ id, value }) => [id, value]));
  return cycle.bindings.map(({ stepId }) => {
    const step = steps.get(stepId) ?? state.steps.read(stepId);
    if (step === undefined) {
      throw new Error(`Cycle ${cycle.id} has no row for its step ${stepId}.`);
    }
    return step;
  });
}
