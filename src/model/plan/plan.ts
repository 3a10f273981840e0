import type { Address, FieldPath } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { UnknownName } from '../diff/unresolved-name.ts';
import type { Capabilities } from '../live/capabilities.ts';
import type { RunId } from '../memory/run-id.ts';
import type { Fingerprint } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';
import type { Change, Impact, ShownValue } from './change.ts';
import type { Expectation } from './expectation.ts';
import type { Folded } from './folded.ts';
import type { Notice } from './notice.ts';
import type { Operation } from './operation.ts';

/** One difference between what we last wrote and what is there now. */
export type DriftFinding = {
  readonly address: Address;
  /** Null where the object itself is gone. */
  readonly path: FieldPath | null;
  readonly kind: 'field' | 'gone' | 'authentication-lost' | 'stopped';
  readonly moved: 'live' | 'both' | 'unknown';
  readonly wanted: ShownValue;
  readonly before: ShownValue;
  readonly now: ShownValue;
  readonly at: SourceSpan | null;
  /** The name that the field has in Git, where nothing is there under it. */
  readonly lost?: UnknownName;
};

/** The same, with what a report says beside it. */
export type DriftItem = DriftFinding & {
  /** What bringing back the value of Git would disturb. */
  readonly impact: Impact;
  /** When a run first saw it as it is, ISO UTC; null where nothing is noted. */
  readonly since: string | null;
};

/** What nobody could look at, since the service does not offer it. */
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
  /** Digest of what the manifest wants, with secrets as references. */
  readonly desired: string;
  readonly secrets: readonly PlannedSecret[];
  readonly changes: readonly Change[];
  readonly operations: readonly Operation[];
  /** What the operations rest on, an object at a time. */
  readonly expects: readonly Expectation[];
  readonly notices: readonly Notice[];
  /** Whether the store lags behind what was found; apply brings it up without a request. */
  readonly hasNews: boolean;
  /** Absent of a destroy, which reads what there is before it deletes it, and of a plan of an earlier version. */
  readonly requests?: RequestEstimate;
};

/** Requests of one account, as estimated: those of the look that plans it, and those of its apply where nothing fails. */
export type RequestEstimate = { readonly plan: number; readonly apply: number };

/** A secret that the manifest names: where it is wanted and where it comes from. */
export type PlannedSecret = {
  readonly address: Address;
  readonly path: FieldPath;
  /** The reference as people read it. */
  readonly from: string;
  /** Null where it has no value here, or its key is of this run alone. */
  readonly print: Fingerprint | null;
};

/** An account that could not be planned, and why. Nothing of it is touched. */
export type UnplannedAccount = {
  readonly account: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether reading the service failed, as against a fault in the manifest. */
  readonly isUnread: boolean;
};

/** What was planned against. Another target refuses the plan. */
export type PlanTarget = {
  readonly environment: string;
  readonly service: 'emulator' | 'remote';
  /** Base URL, or the world file of the embedded service. */
  readonly address: string;
};

/** What a person chose when the plan was made, and apply keeps to. */
export type PlanChoices = {
  /** Whether what nobody can verify is sent again. */
  readonly rewrite: boolean;
  /** The number of deletes and replaces that was allowed by name; null where none was. */
  readonly allowDeletes: number | null;
  /** Whether another cycle may take the place of one. */
  readonly allowReplace: boolean;
  /** Whether that may end addresses that others call. */
  readonly allowNewWebhookUrls: boolean;
  /** The run that it takes back; absent where it brings what Git says. */
  readonly undoes?: RunId;
  /** Where it takes drift back and does nothing else: the addresses that were named; none stands for all of it. */
  readonly reverts?: readonly Address[];
  /** Where it destroys what a person named and does nothing else: the addresses. */
  readonly destroys?: readonly Address[];
};

/** Nothing chosen: what is dangerous is refused. */
export const noChoices: PlanChoices = {
  rewrite: false,
  allowDeletes: null,
  allowReplace: false,
  allowNewWebhookUrls: false,
};

/** When a plan was made, and by what. */
export type PlanEnvelope = {
  /** ISO UTC. */
  readonly createdAt: string;
  readonly tool: string;
};

/** Counts of a whole plan; policy judges them. */
export type PlanSummary = Folded & {
  readonly accounts: number;
  readonly accountsWithOperations: number;
  readonly notPlanned: number;
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
  /** What is left to a person, since the service offers no way to do it. */
  readonly byHand: number;
  /** Cycles whose webhook addresses a replacement would end. */
  readonly newWebhookUrls: readonly Address[];
  /** Existing accounts in the run, and those of them with an update, replace or delete: the budget's fraction. */
  readonly existing: number;
  readonly existingChanged: number;
  /** Estimated requests of all accounts, without what a run reads once; absent in a plan of an earlier version. */
  readonly planRequests?: number;
  readonly applyRequests?: number;
};

/** Version of the plan file. A plan of another one is refused. */
export const planFormat = 'cyclectl.dev/plan/v4';
