import { findWindow, type WindowState } from '../../../engine/policy/find-window.ts';
import { defaultTimeZone } from '../../../model/desired/maintenance-window.ts';
import type { Rollout, RolloutAccount } from '../../../model/state/rollout.ts';

/** All that decides which accounts of a step may begin, besides windows and time zones. */
export type TurnFacts = {
  /** Time of the service (ISO UTC). */
  readonly readTime: () => string;
  /** Accounts whose apply died within its work: they go on at any time, because a cycle may be paused. */
  readonly unfinished: ReadonlySet<string>;
};

/** Accounts of a step by their maintenance windows. */
export type Turn = {
  readonly ready: readonly RolloutAccount[];
  readonly waiting: readonly RolloutAccount[];
  /** The window that opens first for one that waits; null where none does. */
  readonly next: NextWindow | null;
};

export type NextWindow = {
  /** ISO UTC. */
  readonly opensAt: string;
  readonly timeZone: string;
};

/** Plans which accounts of a step begin now, and when the next one may. Without windows, all begin. */
export function planTurn(
  { windows }: Pick<Rollout, 'windows'>,
  accounts: readonly RolloutAccount[],
  { readTime, unfinished }: TurnFacts,
): Turn {
  if (windows === undefined) return { ready: accounts, waiting: [], next: null };
  const now = readTime();
  const states = new Map<string, WindowState>();
  const ready: RolloutAccount[] = [];
  const waiting: RolloutAccount[] = [];
  let next: NextWindow | null = null;
  for (const account of accounts) {
    const { timezone: timeZone = defaultTimeZone } = account;
    const state = states.get(timeZone) ?? findWindow(windows, timeZone, now);
    states.set(timeZone, state);
    if (state.isOpen || unfinished.has(account.account)) {
      ready.push(account);
      continue;
    }
    waiting.push(account);
    const { opensAt } = state;
    if (next === null || Date.parse(opensAt) < Date.parse(next.opensAt))
      next = { opensAt, timeZone };
  }
  return { ready, waiting, next };
}
