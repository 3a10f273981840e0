import type { Deposed } from '../../../model/desired/scope/deposed.ts';
import { isPossiblyRunning } from '../../../model/desired/scope/deposed.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { isToActivate, type Running } from './decide-running.ts';

/**
 * What a plan does about those that make way for a cycle. `stays`: that one cannot start yet, and one of them runs,
 * or cannot be edited yet, so that they are left as they are until it can. `goes`: they go, those in `stops` in a window in which it starts.
 */
export type Cutover =
  | { readonly kind: 'none' }
  | { readonly kind: 'stays'; readonly deposed: readonly Deposed[] }
  | {
      readonly kind: 'goes';
      readonly deposed: readonly Deposed[];
      readonly stops: readonly Deposed[];
    };

/** Judges whether a cycle takes the place of others by this plan. */
export function decideCutover(cycle: CycleDiff, running: Running, account: AccountDiff): Cutover {
  const deposed = account.deposed.get(cycle.address) ?? [];
  if (deposed.length === 0) return { kind: 'none' };
  const starts = isToActivate(cycle, running) && running.schedule !== null;
  const atWork = deposed.filter((each) => isPossiblyRunning(each, account.memory));
  const isReady = running.isRunning || starts || !isToRun(running);
  // They go when it has all that Git wants, and not before.
  if (cycle.isEditWaiting === true) return { kind: 'stays', deposed };
  // What rests anyway is waited for by nobody.
  if (!isReady && atWork.length > 0) return { kind: 'stays', deposed };
  return { kind: 'goes', deposed, stops: starts ? atWork : [] };
}

/** Whether a cycle that takes the place of others is to run when it has it. */
export function isToRun({ wants, takesOver, isSpent }: Running): boolean {
  return wants === 'active' ? !isSpent : wants === null && takesOver;
}
