import type { Address } from '../address.ts';
import type { LiveSchedule } from '../desired/schedule.ts';
import type { Owner } from '../desired/scope/ownership.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { PendingConsent } from '../live/consent.ts';
import type { BehindRelease, RemoteId } from '../live/live.ts';
import type { PlanTarget } from '../plan/plan.ts';
import type { RunCost } from './report.ts';
import type { UntrackedAccounts } from './untracked-accounts.ts';

/** The next run of a cycle, estimated from its schedule; the service itself does not show it. */
export type NextRun =
  /** ISO UTC. */
  | { readonly kind: 'expected'; readonly at: string }
  /** Whenever its first step is called from outside. */
  | { readonly kind: 'on-call' }
  /** The time of its single run has passed. */
  | { readonly kind: 'past'; readonly at: string }
  /** It rests. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/** The schedule of a cycle: as we sent it last, or as the service shows it if it differs. */
export type KnownSchedule =
  | { readonly from: 'sent'; readonly schedule: LiveSchedule; readonly sentAt: string }
  | { readonly from: 'shown'; readonly schedule: LiveSchedule }
  /** Shown, with an interval that the service does not offer. */
  | { readonly from: 'shown'; readonly unlistedMinutes: number }
  /** The service shows none, and the state has none for its present activation. */
  | { readonly from: 'nowhere' };

/** A cycle of an account. */
export type CycleStatus = {
  /** Null: no manifest names it, and the state has no entry. */
  readonly address: Address | null;
  readonly name: string;
  /** The service's word, such as Active or Paused; null where it does not have the cycle. */
  readonly state: string | null;
  /** The state that Git wants; null if it does not say. */
  readonly wants: 'active' | 'paused' | null;
  /** The owner of that, if it is no longer Git. */
  readonly stateOwner?: Exclude<Owner, 'managed'>;
  /** The last day on which what differs of that is left as it is, `2026-12-31` in UTC. */
  readonly ignoredUntil?: string;
  /** The service had it when we worked on it last, and has it no more. */
  readonly isGone?: true;
  readonly errors: number;
  readonly warnings: number;
  /** ISO UTC of the last successful run; null: none. Absent if the service does not show it. */
  readonly lastSuccess?: string | null;
  readonly schedule: KnownSchedule;
  readonly next: NextRun;
  /** Connectors that it uses and that are not signed in. */
  readonly notSignedIn: number;
  /** Since when it is paused by an edit of ours that was interrupted, ISO UTC. */
  readonly pausedByUsSince?: string;
  /** The outcome of its single run is unknown. */
  readonly isRunUnknown?: true;
};

/** A connector that cycles use and that is of an older release than the latest. */
export type BehindConnector = BehindRelease & {
  /** Null: the state has no entry. */
  readonly address: Address | null;
  readonly id: RemoteId;
};

/** The status of one account. */
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
      readonly behind: readonly BehindConnector[];
      /** Why `behind` is unknown: the catalog could not be read. */
      readonly behindUnread?: string;
    }
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Counts of a whole status. */
export type StatusSummary = {
  /** Cycles in the service. */
  readonly cycles: number;
  readonly active: number;
  /** Cycles that the service has no more. */
  readonly gone: number;
  readonly errors: number;
  readonly warnings: number;
  readonly waits: number;
  /** Connectors behind the latest release. */
  readonly behind: number;
  /** Accounts that need a person; those that could not be read are not among them. */
  readonly needing: number;
  /** Accounts without a cycle, and without a connector that waits. */
  readonly silent: number;
  /** Accounts that the service does not have yet. */
  readonly missing: number;
  /** Accounts that the service has no more. */
  readonly goneAccounts: number;
};

/** The frame of a status report. */
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

/** Returns whether a cycle needs attention. Warnings alone do not count. */
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

/** Returns whether it is paused although Git owns its state and wants it active. */
export function isStopped({ wants, state, stateOwner }: CycleStatus): boolean {
  return stateOwner === undefined && wants === 'active' && state !== null && state !== 'Active';
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
    behind: read.reduce((total, { behind }) => total + behind.length, 0),
    needing: read.filter(isAccountAttentionNeeded).length,
    silent: read.filter((account) => account.isThere && isSilent(account)).length,
    missing: read.filter(({ isThere, isGone }) => !isThere && isGone !== true).length,
    goneAccounts: read.filter(({ isGone }) => isGone === true).length,
  };
}

/** An account that was read. */
export type ReadStatus = Extract<AccountStatus, { readonly kind: 'read' }>;

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
