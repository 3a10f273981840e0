import type { Address } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { CheckSummary } from '../manifest/check.ts';
import type { ChangeGroup } from '../observed/change-groups.ts';
import type { Folded } from '../plan/folded.ts';
import type { IgnoredNotice, Notice } from '../plan/notice.ts';
import type {
  AccountPlan,
  DriftItem,
  PlanChoices,
  PlanSubject,
  PlanSummary,
  PlanTarget,
  Unobserved,
  UnplannedAccount,
} from '../plan/plan.ts';
import type { SourceSpan } from '../source-span.ts';
import type { DriftTally, TrendPoint } from '../state/drift-log.ts';
import type { SinceNote, UntrackedAccounts } from './untracked-accounts.ts';

/** The cost of a run. */
export type RunCost = {
  /** Requests that were sent. */
  readonly requests: number;
  readonly durationMs: number;
  /** The cause of most of its time; absent of a short run, and if no cause has so much. */
  readonly bound?: Bound;
};

/**
 * Bound of the time of a run: requests per second that the service takes or that are allowed,
 * requests in flight, or the machine.
 */
export type Bound =
  | { readonly by: 'service' | 'rate' | 'concurrency'; readonly at: number }
  | { readonly by: 'machine' };

/** Where a report is made, for the commands in it: the environment, and the project's folder as it was typed. */
export type CommandContext = { readonly environment: string; readonly directory?: string };

/** One account of a plan, in the order of names. */
export type PlannedAccount =
  | { readonly kind: 'planned'; readonly plan: AccountPlan }
  | ({ readonly kind: 'unplanned' } & UnplannedAccount);

/** The frame of a plan. */
export type PlanFrame = PlanSubject &
  Distrust & {
    readonly target: PlanTarget;
    /** The project's folder as it was typed. */
    readonly directory?: string;
    readonly summary: PlanSummary;
    readonly cost: RunCost;
    readonly maxDeletes: number;
    readonly requestsPerSecond: number;
    /**
     * The next step: apply the saved file, plan again and save it, none because the policy refuses,
     * or none because apply continues.
     */
    readonly next:
      | { readonly kind: 'apply'; readonly file: string; readonly directory: string }
      | { readonly kind: 'save'; readonly asked: PlanRequest }
      | { readonly kind: 'refused' }
      | { readonly kind: 'none' };
    /** The plan that was asked for; absent of a revert and its like, and of reports of an earlier version. */
    readonly asked?: PlanRequest;
    /** For a plan with --changed-since: the accounts that it excluded. */
    readonly since?: SinceNote;
    /** For a plan with --replaces: the number of accounts that it excluded. */
    readonly replaces?: { readonly untouched: number };
    /** Accounts that Git does not have; absent of a plan that is about some accounts by its kind. */
    readonly outsideGit?: UntrackedAccounts;
  };

/** The request of a plan, as written on the command line. */
export type PlanRequest = PlanChoices & {
  readonly directory: string;
  readonly select: readonly string[];
  readonly changedSince?: string;
  /** The file of a saved plan. */
  readonly replaces?: string;
  /** The fleet of a rollout: planned by `cyclectl rollout plan`. */
  readonly rollout?: string;
  /** On the newest revisions of all fleets. */
  readonly allWaves?: true;
};

/** An object that a manifest names, and whether the service has it. */
export type DriftObject = { readonly address: Address; readonly isThere: boolean };

/** One account of a drift report. */
export type DriftAccount =
  | (Unobserved & {
      readonly kind: 'read';
      readonly account: string;
      /** Where the manifest names it. */
      readonly at: SourceSpan;
      /** All objects of the manifest: the account, its connectors, its cycles. */
      readonly objects: readonly DriftObject[];
      readonly items: readonly DriftItem[];
      readonly manifestMoved: number;
      /** True if the state has an apply of it; otherwise there is no baseline. */
      readonly isApplied: boolean;
      /** Objects of ours of which unmanaged changes are unknown; absent if there is none. */
      readonly withoutBaseline?: number;
      /** Members that could not be compared with their baseline; absent if there is none. */
      readonly uncompared?: number;
      /** Unmanaged changes that cyclectl.yaml leaves out; absent if there is none. */
      readonly leftOut?: number;
      readonly notices: readonly Notice[];
      /** Differences that are ignored until a date. */
      readonly ignored: readonly IgnoredNotice[];
    })
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly at: SourceSpan;
      readonly diagnostics: readonly Diagnostic[];
    };

/** How far a run could not rely on exports of cycles. */
export type Distrust = {
  /** Why cycles were read by their parts, and not by their exports; absent if they were not. */
  readonly exportsOff?: string;
  /** Accounts that were read again by their parts, because an export was wrong; absent if there is none. */
  readonly readAgain?: number;
};

/** The frame of a drift report. */
export type DriftFrame = Unobserved &
  Folded &
  Distrust &
  DriftTally & {
    readonly target: PlanTarget;
    /** The project's folder as it was typed. */
    readonly directory?: string;
    /** The selection as typed; absent without one. */
    readonly select?: readonly string[];
    readonly cost: RunCost;
    /** The start, ISO UTC. */
    readonly at: string;
    /** The newest runs over the whole fleet, oldest first, including this one if it is one. */
    readonly trend: readonly TrendPoint[];
    /** Accounts without any apply in the state. */
    readonly unapplied: number;
    readonly skipped: number;
    /**
     * Entries that were not compared, because their object is ambiguous; absent if there is none.
     */
    readonly unclear?: number;
    /** Edges, variables and structures of cycles that could not be read; absent if there are none. */
    readonly unreadParts?: number;
    /** Accounts of which such a part could not be read; absent if there are none. */
    readonly readInPart?: number;
    /** Accounts that may be unread, by --max-unread; absent without it. */
    readonly maxUnread?: number;
    /** The part that was compared, by --shard, such as `2/8`; absent without it. */
    readonly shard?: string;
    /** Accounts that were not started within --budget, the next first; absent if there is none. */
    readonly left?: readonly string[];
    /** Differences that are ignored until a date; not among the items. */
    readonly ignored: number;
    /** Unmanaged changes that do not fail drift, among the items; absent if there is none. */
    readonly reported?: number;
    /** Objects of ours of which unmanaged changes are unknown; absent if there is none. */
    readonly withoutBaseline?: number;
    /** Members that could not be compared with their baseline; absent if there is none. */
    readonly uncompared?: number;
    /** Unmanaged changes that cyclectl.yaml leaves out; absent if there is none. */
    readonly leftOut?: number;
    /** Equal unmanaged changes of several accounts, the most accounts first; absent if there is none. */
    readonly groups?: readonly ChangeGroup[];
    /** Members of the service that nothing compares, as `account.Name`; absent if there is none. */
    readonly unknownMembers?: readonly string[];
    /** Accounts that Git does not have; absent of a report that an earlier version has made. */
    readonly outsideGit?: UntrackedAccounts;
  };

/** The frame of a verify report. */
export type VerifyFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  readonly accounts: number;
  readonly unread: number;
  readonly skipped: number;
  readonly summary: CheckSummary;
};

/** The frame of an apply report. */
export type ApplyFrame = {
  readonly target: PlanTarget;
  /** The project's folder as it was typed. */
  readonly directory?: string;
  /** Absent for an apply and its variants. */
  readonly command?: 'destroy' | 'run';
  readonly cost: RunCost;
  /** Accounts that had no plan, and so were left alone. */
  readonly notPlanned: number;
  /** Objects that had no plan, and so were left alone; absent if there is none. */
  readonly refused?: number;
  /** Objects that the plan adopts; absent if there is none. */
  readonly adopts?: number;
  /** Connectors that waited for a person when it was planned. */
  readonly waits: number;
  /** Accounts that Git does not have; absent of a run that is about a part of Git. */
  readonly outsideGit?: UntrackedAccounts;
  /** The reason why nothing of the plan was started; absent otherwise. */
  readonly notBegun?: 'refused' | 'declined' | 'nobody-to-ask';
};

/** The place that the commands in a report are for. */
export function toCommandContext({
  target,
  directory,
}: Pick<PlanFrame | DriftFrame | ApplyFrame, 'target' | 'directory'>): CommandContext {
  const { environment } = target;
  return directory === undefined ? { environment } : { environment, directory };
}
