import type { Schedule, SingleRun } from '../desired/schedule.ts';

/**
 * The running of a cycle: what the service shows, and our requests to it. `restartOn` is its
 * schedule for the next start, unless Git has one; null if it is unknown.
 */
export type RunState = { readonly restartOn: Schedule | null } & (
  | { readonly kind: 'absent' | 'resting' }
  /** `on` is null if its schedule is unknown. */
  | { readonly kind: 'running'; readonly on: Schedule | null }
  /** It ends by itself; only `cyclectl run --cancel` stops one of ours. */
  | { readonly kind: 'running-once'; readonly on: SingleRun; readonly by: 'us' | 'others' }
  /** By an unfinished run, which did not start it again. */
  | { readonly kind: 'paused-by-us' }
);

/** Returns whether it runs now. */
export function isRunning({ kind }: RunState): boolean {
  return kind === 'running' || kind === 'running-once';
}

/** Finds the single run of ours that a cycle waits for, or is in; null if there is none. */
export function findAwaitedRun(state: RunState): SingleRun | null {
  return state.kind === 'running-once' && state.by === 'us' ? state.on : null;
}

/** Returns whether an unfinished run of ours paused it. */
export function isPausedByUs(state: RunState): boolean {
  return state.kind === 'paused-by-us';
}

/** Returns whether it runs, or is paused only until we start it again. */
export function isEffectivelyRunning(state: RunState): boolean {
  return isRunning(state) || isPausedByUs(state);
}
