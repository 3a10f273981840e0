import type { Address } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { CheckSummary } from '../manifest/check.ts';
import type { DriftTally, TrendPoint } from '../memory/drift-run.ts';
import type { RunId } from '../memory/run-id.ts';
import type { Folded } from '../plan/folded.ts';
import type { IgnoredNotice, Notice } from '../plan/notice.ts';
import type {
  AccountPlan,
  DriftItem,
  PlanChoices,
  PlanSummary,
  PlanTarget,
  Unobserved,
  UnplannedAccount,
} from '../plan/plan.ts';
import type { SourceSpan } from '../source-span.ts';
import type { SinceNote } from './affected-accounts.ts';
import type { UntrackedAccounts } from './untracked-accounts.ts';

/** What a run cost. */
export type RunCost = {
  /** Requests that were sent. */
  readonly requests: number;
  readonly durationMs: number;
};

/** Where a report is made, for the commands in it: the environment, and the project's folder as it was typed. */
export type CommandContext = { readonly environment: string; readonly directory?: string };

/** One account of a plan, in the order of names. */
export type PlannedAccount =
  | { readonly kind: 'planned'; readonly plan: AccountPlan }
  | ({ readonly kind: 'unplanned' } & UnplannedAccount);

/** What stands around the accounts of a plan. */
export type PlanFrame = {
  readonly target: PlanTarget;
  /** The project's folder as it was typed. */
  readonly directory?: string;
  readonly summary: PlanSummary;
  readonly cost: RunCost;
  readonly maxDeletes: number;
  readonly requestsPerSecond: number;
  /**
   * What can be done next: apply the file that it was saved to, plan the same again and save it, nothing
   * since policy refuses it as it is, or nothing since apply goes on.
   */
  readonly next:
    | { readonly kind: 'apply'; readonly file: string; readonly directory: string }
    | { readonly kind: 'save'; readonly asked: PlanRequest }
    | { readonly kind: 'refused' }
    | { readonly kind: 'none' };
  /** The run that it takes back; absent where it brings what Git says. */
  readonly undoes?: RunId;
  /** Of a plan of what was changed since a commit: what it left out. */
  readonly since?: SinceNote;
  /** Of a plan of the accounts that a saved plan changes: how many others it left out. */
  readonly replaces?: { readonly untouched: number };
  /** Accounts that Git does not have; absent of a plan that is about some accounts by its kind. */
  readonly outsideGit?: UntrackedAccounts;
  /** It takes drift back and does nothing else. */
  readonly reverts?: true;
  /** It destroys what a person named and does nothing else. */
  readonly destroys?: true;
};

/** What a plan was asked for, as it was written on the command line. */
export type PlanRequest = PlanChoices & {
  readonly directory: string;
  readonly select: readonly string[];
  readonly changedSince?: string;
  /** The file of a saved plan. */
  readonly replaces?: string;
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
      /** All that the manifest names: the account, its connectors, its cycles. */
      readonly objects: readonly DriftObject[];
      readonly items: readonly DriftItem[];
      readonly manifestMoved: number;
      /** Whether anything of it was ever applied, as far as is remembered; else there was nothing to move from. */
      readonly isApplied: boolean;
      readonly notices: readonly Notice[];
      /** What differs and is left as it is for a time, because somebody has said so. */
      readonly ignored: readonly IgnoredNotice[];
    })
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly at: SourceSpan;
      readonly diagnostics: readonly Diagnostic[];
    };

/** What stands around the accounts of a drift report. */
export type DriftFrame = Unobserved &
  Folded &
  DriftTally & {
    readonly target: PlanTarget;
    /** The project's folder as it was typed. */
    readonly directory?: string;
    /** What it was narrowed to, as it was typed; absent where it was not. */
    readonly select?: readonly string[];
    readonly cost: RunCost;
    /** When it was begun, ISO UTC. */
    readonly at: string;
    /** The newest runs that looked at the whole fleet, the oldest first, with this one where it did. */
    readonly trend: readonly TrendPoint[];
    /** Accounts of which nothing was ever applied, as far as is remembered. */
    readonly unapplied: number;
    readonly skipped: number;
    /** Entries that were not compared, since nobody knows which object each means; absent where there is none. */
    readonly unclear?: number;
    /** Differences that are left as they are for a time; they are not among the items. */
    readonly ignored: number;
    /** Accounts that Git does not have; absent of a report that an earlier version has made. */
    readonly outsideGit?: UntrackedAccounts;
  };

/** What stands around the checks of a run. */
export type VerifyFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  readonly accounts: number;
  readonly unread: number;
  readonly skipped: number;
  readonly summary: CheckSummary;
};

/** What stands around the outcomes of an apply. */
export type ApplyFrame = {
  readonly target: PlanTarget;
  /** The project's folder as it was typed. */
  readonly directory?: string;
  /** Absent for an apply, and what is like one. */
  readonly command?: 'destroy';
  readonly cost: RunCost;
  /** Accounts that had no plan, and so were left alone. */
  readonly notPlanned: number;
  /** Connectors that waited for a person when it was planned. */
  readonly waits: number;
  /** Accounts that Git does not have; absent of an undo, a revert, a resume and a destroy. */
  readonly outsideGit?: UntrackedAccounts;
  /** Why nothing of the plan was begun; absent where it was. */
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
