import type { Deposed } from '../../../model/desired/scope/deposed.ts';
import { isPossiblyRunning } from '../../../model/desired/scope/deposed.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { isToActivate, type Running } from './decide-running.ts';

/**
 * Decision about deposed cycles. `stays`: the replacement must run and cannot start, or waits for an
 * edit. `goes`: they are deleted, those in `stops` in the window of its start.
 */
export type Cutover =
  | { readonly kind: 'none' }
  | { readonly kind: 'stays'; readonly deposed: readonly Deposed[] }
  | {
      readonly kind: 'goes';
      readonly deposed: readonly Deposed[];
      readonly stops: readonly Deposed[];
    };

/** Decides if a cycle replaces its deposed ones in this plan. */
export function decideCutover(cycle: CycleDiff, running: Running, account: AccountDiff): Cutover {
  const deposed = account.deposed.get(cycle.address) ?? [];
  if (deposed.length === 0) return { kind: 'none' };
  const starts = isToActivate(cycle, running) && running.schedule !== null;
  const atWork = deposed.filter((each) => isPossiblyRunning(each, account.state));
  const isReady = running.isRunning || starts || !isToRun(running);
  // They are deleted when the replacement has all values of Git, not before.
  if (cycle.isEditWaiting === true) return { kind: 'stays', deposed };
  if (!isReady) return { kind: 'stays', deposed };
  return { kind: 'goes', deposed, stops: starts ? atWork : [] };
}

/** True if a replacement must run after the cutover. */
export function isToRun({ wants, takesOver, isSpent }: Running): boolean {
  return wants === 'active' ? !isSpent : wants === null && takesOver;
}
