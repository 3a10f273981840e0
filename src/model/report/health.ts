import {
  type CycleHealth,
  type CycleProblem,
  type CycleState,
  cycleProblems,
  cycleStates,
} from '../manifest/selection.ts';
import type { CycleStatus, ReadStatus } from './status.ts';

const problems: Readonly<Record<CycleProblem, (cycle: CycleStatus) => boolean>> = {
  gone: ({ isGone, ignoredUntil }) => isGone === true && ignoredUntil === undefined,
  errors: ({ errors }) => errors > 0,
  'signed-out': ({ notSignedIn }) => notSignedIn > 0,
  stopped: (cycle) => isStopped(cycle),
  'left-paused': ({ pausedByUsSince }) => pausedByUsSince !== undefined,
  'run-unknown': ({ isRunUnknown }) => isRunUnknown === true,
};

/** Lists why a cycle needs a person; empty for a healthy one. Warnings alone are no reason. */
export function listProblems(cycle: CycleStatus): readonly CycleProblem[] {
  return cycleProblems.filter((problem) => problems[problem](cycle));
}

/** Returns whether a cycle needs attention. */
export function isAttentionNeeded(cycle: CycleStatus): boolean {
  return listProblems(cycle).length > 0;
}

/** Returns whether it is paused although Git owns its state and wants it active. */
export function isStopped({ wants, state, stateOwner }: CycleStatus): boolean {
  return stateOwner === undefined && wants === 'active' && state !== null && state !== 'Active';
}

/** The word for the state of a cycle: that of the service in small letters, or why there is none. */
export function toStateWord({ state, isGone }: CycleStatus): string {
  return state?.toLowerCase() ?? (isGone === true ? 'gone' : 'absent');
}

/** The health of a cycle; nothing of one that the service does not have yet. */
export function listHealth(cycle: CycleStatus): readonly CycleHealth[] {
  const found = listProblems(cycle);
  const warned = cycle.warnings > 0 ? (['warnings'] as const) : [];
  if (found.length > 0) return ['unhealthy', ...found, ...warned];
  return cycle.state === null ? [] : ['healthy', ...warned];
}

/** The state of a cycle, as it can be selected. */
export function toCycleState(cycle: CycleStatus): CycleState {
  const word = toStateWord(cycle);
  return cycleStates.find((each) => each === word) ?? 'other';
}

/** Returns whether an account needs attention. */
export function isAccountAttentionNeeded({ isGone, waits, cycles }: ReadStatus): boolean {
  return (
    isGone === true ||
    waits.some(({ isInstalled }) => isInstalled) ||
    cycles.some(isAttentionNeeded)
  );
}

/** Returns whether an account has nothing to report. */
export function isSilent({ waits, cycles }: ReadStatus): boolean {
  return waits.length === 0 && cycles.length === 0;
}
