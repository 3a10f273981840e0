import type { DriftAccount } from '../../report/report.ts';
import type { Lead, Sweep } from './sweep.ts';

/** Records of the controller: which accounts it looks at, when, and what it found. */

/** States of a watched account, from the look at it. `held`: a person must apply it, or its window is closed; `locked`: another
 * run was at work. */
export const watchStates = [
  'waiting',
  'in-sync',
  'drift',
  'changes',
  'held',
  'unread',
  'locked',
  'failed',
] as const;

export type WatchState = (typeof watchStates)[number];

/** An account as the controller last found it. */
export type WatchedAccount = {
  readonly account: string;
  readonly state: WatchState;
  /** The commit by which it was looked at; null before the first look and outside a repository. */
  readonly commit: string | null;
  /** Looks that failed in a row. */
  readonly failures: number;
  /** Reason of a failure, and what to do; null without one. */
  readonly reason: string | null;
};

/** An account as it was last found, and the sweep that it is looked at in. */
export type StartedLook = { readonly before: WatchedAccount; readonly sweep: Sweep };

/** The result of a look at an account. */
export type WatchResult = WatchedAccount & {
  /** The account of a drift report; null where the look failed before it had one. */
  readonly found: DriftAccount | null;
  /** Milliseconds until it is looked at again; null: with the next sweep. */
  readonly againMs: number | null;
};

/** Counts of a partition; times are milliseconds before now. */
export type WatchTally = {
  readonly byState: Readonly<Record<WatchState, number>>;
  /** Accounts that are due, and that the present sweep has not looked at. */
  readonly left: number;
  /** Age of the oldest look; null while an account was never looked at. */
  readonly oldestLookMs: number | null;
  /** Time since the oldest drift that is known was first seen; 0 without drift. */
  readonly oldestDriftMs: number;
  /** Accounts that are in the queue or at work, and the age of the oldest of them. */
  readonly queued: number;
  readonly oldestQueuedMs: number;
};

/**
 * The accounts of one partition, which is the part of an environment that equal replicas serve. Methods with
 * an epoch throw `LostLeadError` if another replica has the schedule.
 */
export interface Watch {
  /** Takes or keeps the schedule; null while another replica has it. */
  saveLead(holder: string): Promise<Lead | null>;
  /** Gives it back, if it has this epoch. */
  deleteLead(epoch: number): Promise<void>;
  /** Makes `accounts` those of the partition. New ones are due at once; others are dropped. */
  saveAccounts(epoch: number, accounts: readonly string[]): Promise<void>;
  /** Starts a sweep: all accounts at rest are due, the oldest look first. */
  startSweep(epoch: number, sweep: Pick<Sweep, 'id' | 'version'>): Promise<Sweep>;
  closeSweep(epoch: number, sweep: Sweep): Promise<Sweep>;
  /** Marks due accounts as queued, so that at most `most` are. Returns those that were not. */
  selectDue(epoch: number, most: number): Promise<readonly string[]>;
  /** Starts the job of an account; null if it is not due: an earlier job did it. */
  startLook(account: string): Promise<StartedLook | null>;
  /** Leaves the job of an account to another replica, for at least so many milliseconds. */
  postponeLook(account: string, ms: number): Promise<void>;
  saveResult(result: WatchResult): Promise<void>;
  /** Makes accounts at rest due at once, before all others. */
  updateDue(accounts: readonly string[]): Promise<void>;
  /** Counts an account as changed now; false if `most` others were changed within a day. */
  saveChange(account: string, most: number): Promise<boolean>;
  /** Counts requests of this replica for the present sweep. */
  addRequests(sent: number): Promise<void>;
  readSweep(): Promise<Sweep | null>;
  readTally(): Promise<WatchTally>;
  /** Accounts of a drift report, in the order of their keys. */
  readFound(): AsyncIterable<DriftAccount>;
  /** The time of the database, in milliseconds. */
  readTime(): Promise<number>;
  /** Version of its tables. */
  readSchema(): Promise<number>;
  close(): Promise<void>;
}
