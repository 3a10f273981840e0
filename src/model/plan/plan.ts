import type { Address, FieldPath } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { UnknownName } from '../diff/unresolved-name.ts';
import type { Capabilities } from '../live/capabilities.ts';
import type { DriftPart, RenamedStep, UnmanagedChange } from '../observed/unmanaged.ts';
import type { Fingerprint } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';
import type { RunId } from '../state/lock.ts';
import type { RevisionDigest } from '../state/revision.ts';
import type { Change, Impact, ShownValue } from './change.ts';
import type { Expectation } from './expectation.ts';
import type { Folded } from './folded.ts';
import type { Notice } from './notice.ts';
import type { Operation } from './operation.ts';
import type { RefusedObject } from './refused.ts';

/** One difference between the live value and our last apply, or of an unmanaged change the baseline. */
export type DriftFinding = {
  readonly address: Address;
  /** Null where the object itself is gone. */
  readonly path: FieldPath | null;
  readonly kind: 'field' | 'gone' | 'authentication-lost' | 'stopped' | 'unmanaged';
  readonly moved: 'live' | 'both' | 'unknown';
  readonly wanted: ShownValue;
  readonly before: ShownValue;
  readonly now: ShownValue;
  readonly at: SourceSpan | null;
  /** The name in Git, if the service has no object of it. */
  readonly lost?: UnknownName;
  /** For an unmanaged change: its effect, and whether it fails drift. */
  readonly unmanaged?: Pick<UnmanagedChange, 'effect' | 'response' | 'isUpgrade'>;
  /** Changes that came with it. */
  readonly parts?: readonly DriftPart[];
  /** Steps of it that have another name alone. */
  readonly renamed?: readonly RenamedStep[];
};

/** Returns whether an item is shown and does not fail drift. */
export function isReportedOnly({ unmanaged }: Pick<DriftFinding, 'unmanaged'>): boolean {
  return unmanaged?.response === 'report';
}

/** The same, with facts for a report. */
export type DriftItem = DriftFinding & {
  /** The effect of restoring the value of Git. */
  readonly impact: Impact;
  /** Time of the first run with this value, ISO UTC; null if unrecorded. */
  readonly since: string | null;
};

/** Parts that could not be read, because the service does not offer them. */
export type Unobserved = {
  /** Parts of the service that were found not to be offered. */
  readonly notOffered: readonly (keyof Capabilities)[];
  /** Fields that the service does not show; they count as we last wrote them. */
  readonly notReadable: number;
};

/** The plan of one account: plain data. */
export type AccountPlan = Unobserved & {
  readonly account: string;
  /** External id. */
  readonly id: string;
  readonly isNew: boolean;
  /** Digest of the desired manifest, with secrets as references. */
  readonly desired: string;
  /** The revision that a rollout or a pin has it on; absent without one, and in plans of earlier versions. */
  readonly revision?: RevisionDigest;
  readonly secrets: readonly PlannedSecret[];
  readonly changes: readonly Change[];
  readonly operations: readonly Operation[];
  /** Preconditions of the operations, one per object. */
  readonly expects: readonly Expectation[];
  readonly notices: readonly Notice[];
  /** True if the store lags behind the service; apply updates it without a request. */
  readonly hasNews: boolean;
  /** Absent for a destroy, which reads before it deletes, and in plans of earlier versions. */
  readonly requests?: RequestEstimate;
  /** Objects that stay unchanged; absent if there is none, and in plans of earlier versions. */
  readonly refused?: readonly RefusedObject[];
  /** Taken as applied and not read: the account, or what is inside these cycles; absent otherwise. */
  readonly notRead?: readonly Address[];
};

/**
 * How much a plan reads: all; of accounts whose manifest is as it was applied the lists alone; or
 * nothing of those.
 */
export const refreshes = ['full', 'lists', 'changed'] as const;
export type Refresh = (typeof refreshes)[number];

/** Returns whether a plan does anything, in the service or in state. */
export function hasWork({ operations, hasNews }: AccountPlan): boolean {
  return operations.length > 0 || hasNews;
}

/** Returns whether a plan does nothing and refuses nothing. */
export function isQuiet(plan: AccountPlan): boolean {
  return plan.changes.length === 0 && !hasWork(plan) && plan.refused === undefined;
}

/**
 * Estimated requests of one account: those of its plan, and those of its apply without failures.
 */
export type RequestEstimate = { readonly plan: number; readonly apply: number };

/** A secret of the manifest: its field and its source. */
export type PlannedSecret = {
  readonly address: Address;
  readonly path: FieldPath;
  /** The reference as people read it. */
  readonly from: string;
  /** Null without a value here, or if its key does not outlive this run. */
  readonly print: Fingerprint | null;
};

/** An account that could not be planned, with the reasons. It stays unchanged. */
export type UnplannedAccount = {
  readonly account: string;
  readonly diagnostics: readonly Diagnostic[];
  /** True if reading the service failed, in contrast to an error in the manifest. */
  readonly isUnread: boolean;
};

/** The target of a plan. Another target refuses it. */
export type PlanTarget = {
  readonly environment: string;
  readonly service: 'emulator' | 'remote';
  /** Base URL, or the world file of the embedded service. */
  readonly address: string;
};

/** Choices of a person for a plan, which apply keeps. */
export type PlanChoices = {
  /** True if unverifiable fields are sent again. */
  readonly rewrite: boolean;
  /** The number of deletes and replaces that was allowed by name; null where none was. */
  readonly allowDeletes: number | null;
  /** True if cycles may be replaced. */
  readonly allowReplace: boolean;
  /** True if webhook addresses that others call may end. */
  readonly allowNewWebhookUrls: boolean;
  /** Most orphaned accounts that are protected; absent of a plan that did not look for them. */
  readonly allowOrphans?: number;
  /** The run to undo; absent otherwise. */
  readonly undoes?: RunId;
  /** For a revert: the requested addresses; empty for all drift. */
  readonly reverts?: readonly Address[];
  /** For a destroy: the requested addresses. */
  readonly destroys?: readonly Address[];
  /** They are the leaving accounts of a fleet, and must still be due when the plan is applied. */
  readonly leaving?: true;
  /** For `cyclectl run`: the cycles. */
  readonly runs?: readonly Address[];
};

/** The subject of a plan: all of Git, or the part of it that its command selects. */
export type PlanKind = 'plan' | 'undo' | 'revert' | 'destroy' | 'run';

const kindByChoice = [
  ['runs', 'run'],
  ['destroys', 'destroy'],
  ['undoes', 'undo'],
  ['reverts', 'revert'],
] as const satisfies readonly (readonly [keyof PlanChoices, PlanKind])[];

/** The choice that makes a plan one of its kind, as its report has it; without one it is of all of Git. */
export type PlanSubject = Pick<PlanChoices, 'undoes'> & {
  readonly [Choice in Exclude<(typeof kindByChoice)[number][0], 'undoes'>]?: true;
};

/** The subject of a plan, for its report. */
export function toPlanSubject({ undoes, reverts, destroys, runs }: PlanChoices): PlanSubject {
  return {
    ...(undoes === undefined ? {} : { undoes }),
    ...(reverts === undefined ? {} : { reverts: true }),
    ...(destroys === undefined ? {} : { destroys: true }),
    ...(runs === undefined ? {} : { runs: true }),
  };
}

/** The kind of a plan, by the choice that it was made with. */
export function toPlanKind(
  choices: Readonly<Partial<Record<(typeof kindByChoice)[number][0], unknown>>>,
): PlanKind {
  return kindByChoice.find(([choice]) => choices[choice] !== undefined)?.[1] ?? 'plan';
}

/** Without choices, dangerous changes are refused. */
export const noChoices: PlanChoices = {
  rewrite: false,
  allowDeletes: null,
  allowReplace: false,
  allowNewWebhookUrls: false,
};

/** The time and tool of a plan. */
export type PlanEnvelope = {
  /** ISO UTC. */
  readonly createdAt: string;
  readonly tool: string;
};

/** Counts of a whole plan, for the policy. */
export type PlanSummary = Folded & {
  readonly accounts: number;
  readonly accountsWithOperations: number;
  readonly notPlanned: number;
  /** Objects of planned accounts that were refused; absent in plans of earlier versions. */
  readonly refused?: number;
  readonly skipped: number;
  readonly creates: number;
  readonly updates: number;
  readonly replaces: number;
  readonly deletes: number;
  readonly adopts: number;
  readonly interrupts: number;
  readonly secrets: number;
  readonly waits: number;
  readonly operations: number;
  readonly notOffered: readonly (keyof Capabilities)[];
  readonly notReadable: number;
  /** Manual actions, because the service offers no operation. */
  readonly byHand: number;
  /** Cycles whose webhook addresses a replacement ends. */
  readonly newWebhookUrls: readonly Address[];
  /**
   * Existing accounts in the run, and those with an update, replacement or delete: the fraction of
   * the budget.
   */
  readonly existing: number;
  readonly existingChanged: number;
  /**
   * Estimated requests of all accounts, without shared reads; absent in plans of earlier versions.
   */
  readonly planRequests?: number;
  readonly applyRequests?: number;
  /** Left out by `--refresh`; absent if nothing. */
  readonly notRead?: NotRead;
};

/** Numbers of what a plan took as applied and did not read, and the first of them. */
export type NotRead = {
  readonly accounts: number;
  /** Accounts with such cycles. */
  readonly accountsInPart: number;
  /** Cycles that were read without what is inside them. */
  readonly cycles: number;
  readonly first: readonly Address[];
};

/** Version of the plan file. */
export const planFormat = 'cyclectl.dev/plan/v5';

/** Versions that apply reads; v4 has no refused objects. A plan of another one is refused. */
export const readableFormats: readonly string[] = [planFormat, 'cyclectl.dev/plan/v4'];

declare const approvedBrand: unique symbol;

/** A plan that the policy approved. Apply accepts nothing else, and only the policy makes one. */
export type ApprovedPlan = AccountPlan & { readonly [approvedBrand]: true };
