import type { Predecessor } from '../../../model/desired/scope/predecessor.ts';
import { mayRun } from '../../../model/desired/scope/predecessor.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/verdict.ts';
import { type Running, willActivate } from './judge-running.ts';

/**
 * What a plan does about those that make way for a cycle. `stays`: that one cannot start yet, and one of them runs,
 * or cannot be edited yet, so that they are left as they are until it can. `goes`: they go, those in `stops` in a window in which it starts.
 */
export type Exchange =
  | { readonly kind: 'none' }
  | { readonly kind: 'stays'; readonly predecessors: readonly Predecessor[] }
  | {
      readonly kind: 'goes';
      readonly predecessors: readonly Predecessor[];
      readonly stops: readonly Predecessor[];
    };

/** Judges whether a cycle takes the place of others by this plan. */
export function judgeExchange(cycle: CycleDiff, running: Running, account: AccountDiff): Exchange {
  const predecessors = account.predecessors.get(cycle.address) ?? [];
  if (predecessors.length === 0) return { kind: 'none' };
  const starts = willActivate(cycle, running) && running.schedule !== null;
  const atWork = predecessors.filter((each) => mayRun(each, account.memory));
  const isReady = running.isRunning || starts || !shallRun(running);
  // They go when it has all that Git wants, and not before.
  if (cycle.isEditWaiting === true) return { kind: 'stays', predecessors };
  // What rests anyway is waited for by nobody.
  if (!isReady && atWork.length > 0) return { kind: 'stays', predecessors };
  return { kind: 'goes', predecessors, stops: starts ? atWork : [] };
}

/** Whether a cycle that takes the place of others is to run when it has it. */
export function shallRun({ wants, takesOver, isSpent }: Running): boolean {
  return wants === 'active' ? !isSpent : wants === null && takesOver;
}
