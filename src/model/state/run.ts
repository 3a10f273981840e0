import type { Address, FieldPath } from '../address.ts';
import type { StoredValue } from '../fields/field-value.ts';
import type { AccountPlan, PlanChoices, PlanSummary } from '../plan/plan.ts';
import type { RunId } from './lock.ts';

/** A command that writes. */
export type RunCommand =
  | 'apply'
  | 'destroy'
  | 'undo'
  | 'run'
  | 'import'
  | 'adopt'
  | 'accept'
  | 'unlock'
  | 'rollout'
  | 'accept-address';

/**
 * Returns whether a command changes accounts in the service. Other commands cannot be resumed: an
 * import finds its outcome itself, and the rest change only the state.
 */
export function isServiceCommand(command: RunCommand): boolean {
  return serviceCommands.has(command);
}

const serviceCommands: ReadonlySet<RunCommand> = new Set(['apply', 'destroy', 'undo', 'run']);

/** The author of a run, by the machine. */
export type Author = {
  readonly user: string;
  readonly host: string;
};

/** A decision about a rollout. `passed`, `approved`: one of its waves. */
export type RolloutDecision =
  | 'opened'
  | 'passed'
  | 'approved'
  | 'paused'
  | 'resumed'
  | 'stopped'
  | 'done'
  | 'undoing'
  | 'undone';

/** One run of a command that writes: durable before its first write, ended when all of it was tried. */
export type RunRecord = {
  readonly id: RunId;
  readonly command: RunCommand;
  /** ISO UTC. */
  readonly startedAt: string;
  readonly author: Author;
  /** Commit of the project folder; null outside a repository of git. `+` at its end: with changes that are not committed. */
  readonly commit: string | null;
  /** The approver, as the caller states; absent if not given. */
  readonly approvedBy?: string;
  /** The address of the pipeline run; absent outside a pipeline. */
  readonly ciRun?: string;
  /** The approval; null for a command without a plan. */
  readonly approved: ApprovedRun | null;
  /** The holder that works on it, or did last. */
  readonly holder: string;
  /** ISO UTC of each time that it was gone on with. */
  readonly resumedAt: readonly string[];
  /** For an undo: the run whose values it restores. */
  readonly undoes?: RunId;
  /** For an import: the name of the template that it creates. */
  readonly template?: string;
  /** For an accept: why, as a person gave it; for an apply of a rollout: its fleet, revision and wave. */
  readonly reason?: string;
  /** For an apply of a rollout: its fleet. Only accounts that it began were admitted. */
  readonly rollout?: string;
  /** For a decision about a rollout; absent in records of earlier versions. */
  readonly decided?: RolloutDecision;
  /** Null while it works, and after a death. */
  readonly end: RunEnd | null;
};

/** The approved counts and permissions, kept for a resume. */
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
 * Progress of a run in one account, in this order: not started; locked, and a write may have been
 * sent; complete; ended incompletely; refused and unchanged.
 */
export type RunAccountState = 'planned' | 'begun' | 'done' | 'failed' | 'refused';

/** One account of a run. */
export type RunAccount = {
  readonly account: string;
  readonly state: RunAccountState;
  /** The approved plan; kept until it is complete. */
  readonly plan: AccountPlan | null;
  /** Values before the run, of all that it changes; the basis of an undo. */
  readonly before: readonly FieldBefore[];
  /** Objects that the run made or deleted, by address. */
  readonly made: readonly Address[];
  readonly deleted: readonly Address[];
  /**
   * For an accept: the members that it accepted, or was to accept while it is planned; absent otherwise.
   * Without values, because a text may become a secret later.
   */
  readonly accepted?: readonly Address[];
};

/** One field as it was before a run, and as the run meant to write it. Of secrets both are fingerprints. */
export type FieldBefore = {
  readonly address: Address;
  readonly path: FieldPath;
  /** Null: it had no readable value. */
  readonly was: StoredValue | null;
  readonly wrote: StoredValue;
};
