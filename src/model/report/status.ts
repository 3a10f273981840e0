import type { Address } from '../address.ts';
import type { Schedule } from '../desired/schedule.ts';
import type { Owner } from '../desired/scope/ownership.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { PendingConsent } from '../live/consent.ts';
import type { PlanTarget } from '../plan/plan.ts';
import type { RunCost } from './report.ts';
import type { UntrackedAccounts } from './untracked-accounts.ts';

/** When a cycle runs next, by what is known of its schedule; the service itself does not tell. */
export type NextRun =
  /** ISO UTC. */
  | { readonly kind: 'expected'; readonly at: string }
  /** Whenever its first step is called from outside. */
  | { readonly kind: 'on-call' }
  /** Its single run was to be had by now. */
  | { readonly kind: 'past'; readonly at: string }
  /** It rests. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/** What a cycle runs on: as we sent it last, or as the service shows it where that is something else. */
export type KnownSchedule =
  | { readonly from: 'sent'; readonly schedule: Schedule; readonly sentAt: string }
  | { readonly from: 'shown'; readonly schedule: Schedule }
  /** Shown, with an interval that the service does not offer. */
  | { readonly from: 'shown'; readonly unlistedMinutes: number }
  /** Nothing is shown, and nothing that is remembered was sent for the start on which it runs. */
  | { readonly from: 'nowhere' };

/** A cycle of an account. */
export type CycleStatus = {
  /** Null: no manifest names it, and nothing is remembered of it. */
  readonly address: Address | null;
  readonly name: string;
  /** The service's word, such as Active or Paused; null where it does not have the cycle. */
  readonly state: string | null;
  /** What Git wants; null where it does not say. */
  readonly wants: 'active' | 'paused' | null;
  /** Who has the say over that, where it is not Git any more. */
  readonly stateOwner?: Exclude<Owner, 'managed'>;
  /** The last day on which what differs of that is left as it is, `2026-12-31` in UTC. */
  readonly ignoredUntil?: string;
  /** The service had it when we worked on it last, and has it no more. */
  readonly isGone?: true;
  readonly errors: number;
  readonly warnings: number;
  /** ISO UTC of the last run that succeeded; null: there was none. Absent where the service does not tell. */
  readonly lastSuccess?: string | null;
  readonly schedule: KnownSchedule;
  readonly next: NextRun;
  /** Connectors that it uses and that are not signed in. */
  readonly notSignedIn: number;
  /** Since when it is paused by an edit of ours that was interrupted, ISO UTC. */
  readonly pausedByUsSince?: string;
  /** Nobody can tell whether its single run was had. */
  readonly isRunUnknown?: true;
};

/** What there is to say of one account. */
export type AccountStatus =
  | {
      readonly kind: 'read';
      readonly account: string;
      /** False: the next apply makes it. */
      readonly isThere: boolean;
      /** The service had it when we worked on it last, and has it no more. */
      readonly isGone?: true;
      readonly cycles: readonly CycleStatus[];
      readonly waits: readonly PendingConsent[];
    }
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Counts of a whole status. */
export type StatusSummary = {
  /** That the service has. */
  readonly cycles: number;
  readonly active: number;
  /** Cycles that the service has no more. */
  readonly gone: number;
  readonly errors: number;
  readonly warnings: number;
  readonly waits: number;
  /** Accounts that need a person; those that could not be read are not among them. */
  readonly needing: number;
  /** Accounts without a cycle, and without a connector that waits. */
  readonly silent: number;
  /** Accounts that the service does not have yet. */
  readonly missing: number;
  /** Accounts that the service has no more. */
  readonly goneAccounts: number;
};

/** What stands around the accounts of a status. */
export type StatusFrame = {
  readonly target: PlanTarget;
  /** The project's folder as it was typed. */
  readonly directory: string;
  /** ISO UTC: what next runs are reckoned from. */
  readonly at: string;
  readonly cost: RunCost;
  readonly accounts: number;
  readonly unread: number;
  readonly skipped: number;
  /** Accounts that Git does not have. */
  readonly outsideGit: UntrackedAccounts;
  readonly summary: StatusSummary;
};

/** Whether a person has to look at a cycle. Warnings alone are no reason. */
export function isAttentionNeeded(cycle: CycleStatus): boolean {
  return (
    cycle.errors > 0 ||
    cycle.notSignedIn > 0 ||
    isStopped(cycle) ||
    (cycle.isGone === true && cycle.ignoredUntil === undefined) ||
    cycle.pausedByUsSince !== undefined ||
    cycle.isRunUnknown === true
  );
}

/** Whether it rests although Git, which has the say, wants it active; one whose single run is had rests as it should. */
export function isStopped({ wants, state, schedule, stateOwner }: CycleStatus): boolean {
  if (stateOwner !== undefined) return false;
  const isSingle = 'schedule' in schedule && schedule.schedule.kind === 'once';
  return wants === 'active' && state !== null && state !== 'Active' && !isSingle;
}

/** The counts of some accounts. */
export function countStatus(accounts: readonly AccountStatus[]): StatusSummary {
  const read = accounts.flatMap((account) => (account.kind === 'read' ? [account] : []));
  const all = read.flatMap((account) => account.cycles);
  const cycles = all.filter(({ state }) => state !== null);
  const sum = (pick: (cycle: CycleStatus) => number) =>
    cycles.reduce((total, cycle) => total + pick(cycle), 0);
  return {
    cycles: cycles.length,
    active: cycles.filter(({ state }) => state === 'Active').length,
    gone: all.filter(({ isGone }) => isGone === true).length,
    errors: sum(({ errors }) => errors),
    warnings: sum(({ warnings }) => warnings),
    waits: read.reduce((total, { waits }) => total + waits.length, 0),
    needing: read.filter(isAccountAttentionNeeded).length,
    silent: read.filter((account) => account.isThere && isSilent(account)).length,
    missing: read.filter(({ isThere, isGone }) => !isThere && isGone !== true).length,
    goneAccounts: read.filter(({ isGone }) => isGone === true).length,
  };
}

/** An account that was read. */
export type ReadStatus = Extract<AccountStatus, { readonly kind: 'read' }>;

/** Whether a person has to look at an account. */
export function isAccountAttentionNeeded({ isGone, waits, cycles }: ReadStatus): boolean {
  return (
    isGone === true ||
    waits.some(({ isInstalled }) => isInstalled) ||
    cycles.some(isAttentionNeeded)
  );
}

/** Whether there is nothing to say of an account. */
export function isSilent({ waits, cycles }: ReadStatus): boolean {
  return waits.length === 0 && cycles.length === 0;
}
