import type { FieldPath } from '../address.ts';
import type { MaintenanceWindow } from '../desired/maintenance-window.ts';
import type { Change, ShownValue } from '../plan/change.ts';
import type { Expectation } from '../plan/expectation.ts';
import type { PlanChoices, PlanSummary } from '../plan/plan.ts';
import type { Admission, Admissions, FleetRecord, Revision, RevisionDigest } from './revision.ts';
import type { RunRecord } from './run.ts';
import type { RunCount } from './run-count.ts';

/** The most failed accounts of a wave before its rollout stops. */
export type FailureBudget =
  | { readonly kind: 'count'; readonly most: number }
  | { readonly kind: 'percent'; readonly most: number };

/** Conditions that a wave must meet before the next one is admitted. */
export type Gate = {
  /** Percent of the accounts of a wave that must have run, and milliseconds until a person is asked; null: none. */
  readonly evidence: { readonly percent: number; readonly withinMs: number } | null;
  /** True if runs must have no more errors than before. */
  readonly errors: boolean;
  /** True if health checks must pass. */
  readonly checks: boolean;
  /** True if a person must approve. */
  readonly approval: boolean;
};

/** A wave of a rollout: its name, and the number of its accounts. */
export type RolloutWave = { readonly name: string; readonly accounts: number };

/**
 * `open`: waves are left. `stopped`: no further wave is admitted. `done`: all accounts have the revision.
 * `undoing`: accounts are brought back. `undone`: all are back. `paused`: open, but nothing is done.
 */
export type RolloutState = 'open' | 'paused' | 'stopped' | 'done' | 'undoing' | 'undone';

/** Accounts of a fleet that get a revision, wave by wave, as it was approved. */
export type Rollout = {
  readonly id: string;
  readonly fleet: string;
  /** The revision that its accounts get. */
  readonly revision: RevisionDigest;
  /** The revision of the fleet before; null if there was none. */
  readonly from: RevisionDigest | null;
  readonly openedAt: string;
  readonly waves: readonly RolloutWave[];
  readonly budget: FailureBudget;
  /** Absent where it stops. */
  readonly onFailure?: 'undo';
  /** Absent: a wave passes when it is applied. */
  readonly gate?: Gate;
  /** Absent: accounts may begin at any time. */
  readonly windows?: readonly MaintenanceWindow[];
  /** Permissions and totals of what was approved. */
  readonly approved: { readonly options: PlanChoices; readonly summary: PlanSummary };
  /** Signature of all that was approved, with its accounts. */
  readonly seal: string;
  /** Number of waves whose accounts were admitted. */
  readonly admitted: number;
  /** Number of waves that met the gate; absent for none. */
  readonly passed?: number;
  /** Number of waves that a person approved; absent for none. */
  readonly approvedWaves?: number;
  /** Signature of these three numbers; absent while they are none. */
  readonly progressSeal?: string;
  readonly state: RolloutState;
  /** Reason for which it is paused. */
  readonly pausedFor?: string;
  /** Reason for which it was stopped or undone; absent while it is neither. */
  readonly endedFor?: string;
};

/** Returns whether a rollout has steps left. */
export function isInProgress({ state }: Pick<Rollout, 'state'>): boolean {
  return state === 'open' || state === 'paused' || state === 'undoing';
}

/** Lists the latest rollout of each fleet. `rollouts` are the newest first. */
export function listLatest(rollouts: readonly Rollout[]): readonly Rollout[] {
  return [...new Map(rollouts.toReversed().map((each) => [each.fleet, each])).values()];
}

/**
 * Lists the latest rollout of a fleet, and those before it that were stopped: their accounts have not come
 * back to the revision of the fleet. `rollouts` are the newest first.
 */
export function listUnsettled(rollouts: readonly Rollout[], fleet: string): readonly Rollout[] {
  const [latest, ...earlier] = rollouts.filter((each) => each.fleet === fleet);
  if (latest === undefined) return [];
  const isSettled = ({ state, from }: Rollout) => state !== 'stopped' || from !== latest.from;
  const end = earlier.findIndex(isSettled);
  return [latest, ...earlier.slice(0, end === -1 ? earlier.length : end)];
}

/**
 * `admitted`: its apply has not ended. `done`: applied and read back. `held`: with changes that were not
 * approved. `gone`: not in the project. `returning`, `undone`: the same of its earlier revision.
 */
export type RolloutAccountState = (typeof rolloutAccountStates)[number];

export const rolloutAccountStates = [
  'waiting',
  'admitted',
  'done',
  'failed',
  'held',
  'gone',
  // A pin holds it.
  'pinned',
  'returning',
  'undone',
] as const;

/** An object as it was when its delete was approved; its name is as in `ApprovedChange`. */
export type LostObject = Omit<Expectation, 'address'> & { readonly object: string };

/** A change that was approved for an account, and for others as far as it is equal. */
export type ApprovedChange = {
  readonly verb: Change['verb'];
  /** Names of the object below its account: `cycles/contacts`; empty for the account itself. */
  readonly object: string;
  /** Null for a change of the object as a whole. */
  readonly path: FieldPath | null;
  readonly before: ShownValue | null;
  readonly after: ShownValue | null;
  /** Objects that a delete or a replacement ends; absent in rollouts of earlier versions. */
  readonly loses?: readonly LostObject[];
};

/** One account of a rollout. */
export type RolloutAccount = {
  readonly account: string;
  /** Its name when the rollout was opened; absent where that is the same. */
  readonly was?: string;
  /** Number of its wave, from 0; that of accounts which came later is the number of waves. */
  readonly wave: number;
  readonly state: RolloutAccountState;
  /** The revision that it had; null if it had none. */
  readonly from: RevisionDigest | null;
  readonly approved: readonly ApprovedChange[];
  /** Its time zone, for windows alone; absent where its manifest has none. */
  readonly timezone?: string;
  /** Its runs before the rollout was opened; absent where no gate needs them, or they could not be read. */
  readonly before?: RunCount;
  /** Time of the service when its apply was read back. */
  readonly appliedAt?: string;
  /** Number of its values that were then neither compared nor written; absent for none. */
  readonly unverified?: number;
  /** Its runs that began after that, as they were last read. */
  readonly runs?: RunCount;
  /** Signature of what it came to; absent while it waits. */
  readonly stateSeal?: string;
};

/** Gives an account of a rollout another name; it was approved under the one that it had. */
export function withOtherName({ was, ...member }: RolloutAccount, account: string): RolloutAccount {
  const opened = was ?? member.account;
  return { ...member, account, ...(opened === account ? {} : { was: opened }) };
}

/** A change of revisions and rollouts, which is one transaction. */
export type RevisionChange = {
  /** Kept once each. */
  readonly revisions?: readonly Revision[];
  readonly fleets?: readonly FleetRecord[];
  /** Fleets of which all accounts are on the revision of the fleet from now on. */
  readonly settled?: readonly string[];
  readonly admissions?: readonly Admission[];
  readonly rollout?: Rollout;
  readonly accounts?: readonly RolloutAccount[];
  /** The decision that it is, for the history. */
  readonly decision?: RunRecord;
  /** The lock that it was made with; absent: it needs none. */
  readonly fence?: { readonly lock: string; readonly number: number };
};

/**
 * Saves a change of the rollouts of a fleet that this process has locked, with the decision that it is for
 * the history. Rejects with `LostLockError`, without any change, once another one has the fleet.
 */
export type SaveRolloutChange = (
  change: Omit<RevisionChange, 'fence' | 'decision'>,
  decision?: string,
) => Promise<void>;

/** Reads of the revisions of fleets. */
export interface RevisionReader {
  /** With accounts: of these alone. All of one moment. */
  readAdmissions(accounts?: readonly string[]): Promise<Admissions>;
  /** Digests, sorted. */
  listRevisions(): Promise<readonly RevisionDigest[]>;
  readRevision(digest: RevisionDigest): Promise<Revision | null>;
  /** The newest first. */
  listRollouts(): Promise<readonly Rollout[]>;
  /** Sorted; of the latest rollout of a fleet, and of those that `listUnsettled` lists. */
  listRolloutAccounts(rollout: string): Promise<readonly RolloutAccount[]>;
}

/** Writes of the revisions of fleets. */
export interface RevisionWriter {
  /** One durable transaction. Rejects with `LostLockError`, without any change, if its lock is no longer held. */
  updateRevisions(change: RevisionChange): Promise<void>;
}
