import type { Address, FieldPath } from '../address.ts';
import type { StoredValue } from '../fields/field-value.ts';
import type { AccountPlan, PlanChoices, PlanSummary } from '../plan/plan.ts';
import type { RunId } from './run-id.ts';

/** A command that writes. */
export type RunCommand =
  | 'apply'
  | 'destroy'
  | 'undo'
  | 'import'
  | 'adopt'
  | 'unlock'
  | 'accept-address';

/**
 * Whether a command changes accounts in the service. Of the others there is nothing to go on with: an import looks
 * for what became of an earlier one by itself, and the rest change what is remembered alone.
 */
export function isServiceCommand(command: RunCommand): boolean {
  return command === 'apply' || command === 'destroy' || command === 'undo';
}

/** Who began something, as far as the machine tells. */
export type Author = {
  readonly user: string;
  readonly host: string;
};

/** One run of a command that writes: durable before its first write, ended when all of it was tried. */
export type RunRecord = {
  readonly id: RunId;
  readonly command: RunCommand;
  /** ISO UTC. */
  readonly startedAt: string;
  readonly author: Author;
  /** Commit of the project folder; null outside a repository of git. `+` at its end: with changes that are not committed. */
  readonly commit: string | null;
  /** Who approved it, as whoever ran it says; absent where nobody is named. */
  readonly approvedBy?: string;
  /** The address of the pipeline's run that it was begun in; absent outside of one. */
  readonly ciRun?: string;
  /** What it was let through with; null for a command that has no plan. */
  readonly approved: ApprovedRun | null;
  /** The holder that works on it, or did last. */
  readonly holder: string;
  /** ISO UTC of each time that it was gone on with. */
  readonly resumedAt: readonly string[];
  /** Of an undo: the run that it takes back. */
  readonly undoes?: RunId;
  /** Of an import: the name of the template that it makes. */
  readonly template?: string;
  /** Null while it works, and after a death. */
  readonly end: RunEnd | null;
};

/** What was approved, kept for whoever goes on with the run: the counts that were judged, and what was allowed. */
export type ApprovedRun = {
  /** Digest of the plan. */
  readonly plan: string;
  readonly options: PlanChoices;
  readonly summary: PlanSummary;
};

/** How a run ended: `stopped` by a signal, with accounts that it did not begin. */
export type RunEnd = {
  readonly at: string;
  readonly outcome: 'done' | 'partial' | 'nothing-written' | 'stopped';
  readonly accounts: RunTally;
};

/** Accounts of a run by their state. */
export type RunTally = Readonly<Record<RunAccountState, number>>;

/**
 * How far a run came with one account. `planned`: not begun, or skipped. `begun`: its lock was had, and a write
 * may have been sent. `failed`: tried to its end, and not all of it is done. `refused`: not as it was planned,
 * and nothing of it was touched.
 */
export type RunAccountState = 'planned' | 'begun' | 'done' | 'failed' | 'refused';

/** One account of a run. */
export type RunAccount = {
  readonly account: string;
  readonly state: RunAccountState;
  /** What was approved; kept until all of it is done. */
  readonly plan: AccountPlan | null;
  /** What was there before, of all that the run was about to change; the inverse of it. */
  readonly before: readonly FieldBefore[];
  /** Objects that the run made or deleted, by address. */
  readonly made: readonly Address[];
  readonly deleted: readonly Address[];
};

/** One field as it was before a run, and as the run meant to write it. Of secrets both are fingerprints. */
export type FieldBefore = {
  readonly address: Address;
  readonly path: FieldPath;
  /** Null: it had no value, or none that could be read. */
  readonly was: StoredValue | null;
  readonly wrote: StoredValue;
};
