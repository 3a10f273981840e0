import type { Address, FieldPath } from './address.ts';
import type { Capabilities } from './capabilities.ts';
import type { Change, Impact, ShownValue } from './change.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Expectation } from './expectation.ts';
import type { Operation } from './operation.ts';
import type { RunId } from './run.ts';
import type { Fingerprint, SecretLack } from './secret.ts';
import type { SourceSpan } from './source-span.ts';
import type { Stay } from './undo.ts';

/** What a person should know and nothing is done about. Never counts, never changes an exit code. */
export type Notice = ObjectNotice | ForeignNotice;

/** Not ours, left alone. */
export type ForeignNotice = {
  readonly kind: 'foreign';
  readonly object: 'connector' | 'cycle';
  readonly name: string;
};

/** Somebody has said to leave what differs as it is for a time. Without a path the object is gone. */
export type IgnoredNotice = {
  readonly kind: 'ignored';
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly until: string;
  readonly reason: string;
  readonly wants: ShownValue;
  readonly is: ShownValue;
  /** Where that is said. */
  readonly at: SourceSpan;
};

/** What drift alone tells: of cycles that run, and of what nobody can look at. */
export type LiveNotice =
  /** Runs of it had incidents, as the service counts them. */
  | {
      readonly kind: 'troubled';
      readonly address: Address;
      readonly errors: number;
      readonly warnings: number;
    }
  /** Its template has a newer release than it has. */
  | { readonly kind: 'behind-template'; readonly address: Address }
  /** Which cycles of the account are behind their templates could not be read. */
  | { readonly kind: 'behind-unread'; readonly address: Address; readonly why: string }
  /** Fields of the account that the service does not show; they count as we last wrote them. */
  | {
      readonly kind: 'unshown';
      readonly address: Address;
      readonly fields: readonly { readonly address: Address; readonly path: FieldPath }[];
    };

/** A notice about something that the manifest wants. */
export type ObjectNotice =
  | LiveNotice
  /** It had another key in Git; what is remembered of it moves with the next apply. */
  | { readonly kind: 'renamed'; readonly address: Address; readonly was: string }
  /** Another cycle is to take its place, or has; it goes when that one has all that Git wants, and runs if it shall. */
  | {
      readonly kind: 'makes-way';
      readonly address: Address;
      readonly successor: Address;
      readonly isRunning: boolean;
    }
  /** Whether it may be deleted is to be remembered otherwise than it is; the next apply does. */
  | { readonly kind: 'protection'; readonly address: Address; readonly isProtected: boolean }
  /** A person must consent before the connector works. */
  | {
      readonly kind: 'waits';
      readonly address: Address;
      readonly name: string;
      readonly user: string;
      readonly at: SourceSpan;
    }
  /** The cycle stays paused until its connectors are signed in. */
  | {
      readonly kind: 'stays-paused';
      readonly address: Address;
      readonly connectors: readonly Address[];
    }
  /** It runs and differs, and could not be started again after an edit: it runs on as it is. */
  | {
      readonly kind: 'edit-waits';
      readonly address: Address;
      readonly paths: readonly FieldPath[];
      readonly connectors: readonly Address[];
    }
  /** It shall be active and is paused, and nothing tells when to run it: left as it is. */
  | {
      readonly kind: 'not-started';
      readonly address: Address;
      readonly at: SourceSpan;
      /** Others have the say over when it runs. */
      readonly isLeft?: true;
    }
  /** Whether the single run that it is to have was had nobody can tell: it rests until a person says so. */
  | { readonly kind: 'run-unknown'; readonly address: Address; readonly moment: string }
  /** The secret has no value on this machine: left as it is. */
  | {
      readonly kind: 'not-compared';
      readonly address: Address;
      readonly path: FieldPath;
      readonly from: string;
      readonly lack: SecretLack;
    }
  /** What we wrote was fingerprinted with another key: whether the secret changed since is not known. */
  | { readonly kind: 'other-key'; readonly address: Address; readonly path: FieldPath }
  /** The service does not show it, and we have no memory of what we sent. */
  | { readonly kind: 'not-readable'; readonly address: Address; readonly path: FieldPath }
  /**
   * We paused it for an edit and were interrupted. The next apply ends that, unless nothing in Git names
   * the cycle any more: then a person must.
   */
  | {
      readonly kind: 'paused-by-us';
      readonly address: Address;
      readonly since: string;
      readonly reason: string;
      readonly isNamed: boolean;
    }
  /** A create was interrupted; the next apply looks what became of it, or asks where it cannot. */
  | { readonly kind: 'create-interrupted'; readonly address: Address; readonly since: string }
  /** A write was interrupted; this plan saw what became of it. */
  | {
      readonly kind: 'write-interrupted';
      readonly address: Address;
      readonly since: string;
      readonly does: string;
    }
  /**
   * The service offers no way to write this: a person sets it in the console. A cycle that rests is not
   * started before.
   */
  | {
      readonly kind: 'by-hand';
      readonly address: Address;
      readonly path: FieldPath;
      readonly wants: ShownValue;
      readonly at: SourceSpan;
    }
  | IgnoredNotice
  /** The time for which a difference was to be left as it is is over. */
  | {
      readonly kind: 'ignore-over';
      readonly address: Address;
      readonly until: string;
      readonly reason: string;
      readonly at: SourceSpan;
    }
  /** Others have the say over it, and it is not as Git has it: it is left so. */
  | {
      readonly kind: 'observed';
      readonly address: Address;
      readonly path: FieldPath;
      readonly wants: ShownValue;
      readonly is: ShownValue;
      readonly at: SourceSpan;
    }
  /** Whether people see a mapping when they launch is otherwise than its file says, and no request of ours writes that. */
  | {
      readonly kind: 'launch-visible';
      readonly address: Address;
      readonly path: FieldPath;
      readonly wants: boolean;
      readonly at: SourceSpan;
    }
  /** It was to be destroyed and is gone; what is remembered of it goes too. */
  | { readonly kind: 'gone-already'; readonly address: Address }
  /** Its entry is gone, it is ours, and the service offers no way to delete it. */
  | { readonly kind: 'delete-by-hand'; readonly address: Address }
  /** Connectors and cycles are planned when the account exists: only then the catalogue can be read. */
  | { readonly kind: 'account-first'; readonly address: Address }
  /** Of an undo: what it cannot take back. */
  | ({ readonly kind: 'not-undone' } & Stay)
  /** Step names of a cycle that does not exist yet could not be checked. */
  | { readonly kind: 'names-unchecked'; readonly address: Address }
  /** A new cycle has a slot for which the manifest has no connector; the service brings what it uses. */
  | {
      readonly kind: 'slot-unfilled';
      readonly address: Address;
      readonly slot: string;
      readonly at: SourceSpan;
    };

/** One difference between what we last wrote and what is there now. */
export type DriftFound = {
  readonly address: Address;
  /** Null where the object itself is gone. */
  readonly path: FieldPath | null;
  readonly kind: 'field' | 'gone' | 'authentication-lost' | 'stopped';
  readonly moved: 'live' | 'both' | 'unknown';
  readonly wanted: ShownValue;
  readonly before: ShownValue;
  readonly now: ShownValue;
  readonly at: SourceSpan | null;
};

/** The same, with what a report says beside it. */
export type DriftItem = DriftFound & {
  /** What bringing back the value of Git would disturb. */
  readonly impact: Impact;
  /** When a run first saw it as it is, ISO UTC; null where nothing is noted. */
  readonly since: string | null;
};

/** What nobody could look at, since the service does not offer it. */
export type Unseen = {
  /** Parts of the service that were found not to be offered. */
  readonly notOffered: readonly (keyof Capabilities)[];
  /** Fields that the service does not show; they count as we last wrote them. */
  readonly notReadable: number;
};

/** The plan of one account: plain data. */
export type AccountPlan = Unseen & {
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
};

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
export type PlanSummary = {
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
};

/** Version of the plan file. A plan of another one is refused. */
export const planFormat = 'cyclectl.dev/plan/v4';
