import type { Refresh } from '../../model/plan/plan.ts';
import type { PlanChoiceOptions } from './plan-choices.ts';

/** Options of a command that changes accounts, besides those of its plan. */
export type WriteOptions = {
  /** Milliseconds to wait for accounts that another run has locked; 600,000 by default. */
  readonly lockTimeout?: number;
  /** The approver, for the history. */
  readonly approvedBy?: string;
};

/** The options of `cyclectl plan`, as values. */
export type PlanOptions = PlanChoiceOptions & {
  /** File to save the plan to, for an apply of it. */
  readonly out?: string;
  /** Commit: plans only accounts that are affected by changes since HEAD diverged from it. */
  readonly changedSince?: string;
  /** File of a saved plan: plans only accounts that it changes. */
  readonly replaces?: string;
  /** Reads of accounts that are as they were applied: all (`full`), lists only, or none. */
  readonly refresh?: Refresh;
  /** Plans all accounts on the newest revisions of their fleets; such a plan cannot be saved. */
  readonly allWaves?: boolean;
  /** Number of the group of equal changes whose accounts are printed; all of the plan without it. */
  readonly group?: number;
};

/** The options of `cyclectl apply`, as values. */
export type ApplyOptions = PlanChoiceOptions &
  WriteOptions & {
    /** File of a saved plan, which was reviewed and is applied without a question; without it, a plan is made. */
    readonly plan?: string;
    /** Milliseconds: the greatest age of the saved plan. */
    readonly maxAge?: number;
    /** Applies without a question. */
    readonly yes?: boolean;
    /** Admits all accounts to the newest revisions of their fleets. */
    readonly allWaves?: boolean;
  };

/** One of several parts of the accounts, counted from 1. */
export type Shard = { readonly part: number; readonly of: number };

/** The options of `cyclectl drift` about its findings, as values. */
export type DriftOptions = {
  /** Accounts that may be unread without deciding the outcome, after a second read of them. */
  readonly maxUnread?: number;
  /** Compares only this part of the accounts; the parts have each account once. */
  readonly shard?: Shard;
  /** Begins with the accounts that drift looked at longest ago. */
  readonly oldestFirst?: boolean;
  /** Milliseconds after which no further account is started; needs `oldestFirst`. */
  readonly budget?: number;
  /** Number of the group of equal changes whose accounts are printed; all of the report without it. */
  readonly group?: number;
};
