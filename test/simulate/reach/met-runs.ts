import type { Deposed } from '../../../src/model/desired/scope/deposed.ts';
import type { AccountDiff, CycleDiff } from '../../../src/model/diff/field-diff.ts';
import { isEffectivelyRunning, type RunState } from '../../../src/model/diff/run-state.ts';
import { makeCellDiff } from '../../engine/plan/running/make-cell-plan.ts';
import { findImpossible, listCells } from '../../engine/plan/running/run-cells.ts';

// How worlds meet the table of run states: the run state, the cycle beside it, Git and the plan.

/** The cells of the table of run states that an account is in. */
export function listRuns({ cycles }: Pick<AccountDiff, 'cycles'>): readonly string[] {
  return cycles.map(formatRun);
}

/** All cells that can exist. */
export function listRunGoals(): readonly string[] {
  const possible = listCells().filter((cell) => findImpossible(cell) === null);
  return [...new Set(possible.flatMap((cell) => listRuns(makeCellDiff(cell))))].sort();
}

function formatRun({ runState, deposed, desired, runPlan }: CycleDiff): string {
  const { activity } = desired.bound.desired;
  const wanted = activity.kind === 'set' ? activity.value.kind : 'unmanaged';
  const reason = 'for' in runPlan ? runPlan.for : 'code' in runPlan ? runPlan.code : '';
  const plan = [runPlan.kind, reason].filter((each) => each !== '').join(' ');
  return `run ${formatState(runState)}${formatBeside(deposed)}, ${wanted}: ${plan}`;
}

function formatState(state: RunState): string {
  return state.kind === 'running-once' ? `${state.kind} by ${state.by}` : state.kind;
}

function formatBeside(deposed: readonly Deposed[]): string {
  if (deposed.length === 0) return '';
  if (deposed.some(({ run }) => run.kind === 'running-once')) return ' beside a single run';
  const isBusy = deposed.some(({ run }) => isEffectivelyRunning(run));
  return isBusy ? ' beside one that runs' : ' beside one at rest';
}
