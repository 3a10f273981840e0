import type { Address, FieldPath } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { NotUndoneReason } from '../../../model/plan/notice.ts';
import type { OperationStatus } from '../../../model/plan/outcome.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';

/** Requests by what they do. */
export type Requests = { readonly reads: number; readonly writes: number };

/** How an account came out of the rehearsal. `not-rehearsed`: nothing of it was started. */
export type RehearsedResult = 'done' | 'waiting' | 'failed' | 'not-rehearsed';

/** One account of a rehearsal. */
export type RehearsedAccount = {
  readonly account: string;
  readonly result: RehearsedResult;
  readonly requests: Requests;
  readonly operations: Readonly<Partial<Record<OperationStatus, number>>>;
  /** Failures, or why it was not rehearsed. */
  readonly diagnostics: readonly Diagnostic[];
  readonly standstills: readonly Standstill[];
  /** Changes that an undo of this apply would leave. */
  readonly notUndone: readonly NotUndoneChange[];
};

/** The time in which a cycle does not run, because of the plan. */
export type Standstill = {
  readonly address: Address;
  /** Requests of its account, from its stop to its start. */
  readonly requests: number;
  /** The same of all accounts. */
  readonly allRequests: number;
  /** At the pace; null where it was not started again. */
  readonly durationMs: number | null;
};

/** A change that an undo cannot restore; without a path, of the object. */
export type NotUndoneChange = {
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly why: NotUndoneReason | 'refused';
  /** In words. */
  readonly says: string;
};

/** Something that an emulator does not know of the plan. */
export type Unknown = {
  readonly kind: UnknownKind;
  readonly says: string;
  /** Its subjects; empty for all of the plan. */
  readonly names: readonly string[];
};

export type UnknownKind =
  | 'changed-since'
  | 'seed'
  | 'templates'
  | 'secrets'
  | 'values'
  | 'sign-ins'
  | 'checks'
  | 'runs'
  | 'unmanaged'
  | 'answers'
  | 'time';

/** The frame of a rehearsal. */
export type RehearsalFrame = {
  readonly target: PlanTarget;
  readonly directory: string;
  /** The file of the plan. */
  readonly plan: string;
  /** Where connectors and templates are from. */
  readonly catalog: 'world' | 'catalog.json' | 'records';
  /** Requests per second, and if requests were sent at it. */
  readonly pace: { readonly perSecond: number; readonly isKept: boolean };
  /** As they were given, with the number of requests that each hit. */
  readonly faults: readonly { readonly fault: string; readonly hit: number }[];
  readonly summary: {
    readonly accounts: number;
    readonly failed: number;
    readonly notRehearsed: number;
    readonly notPlanned: number;
    /** Objects that the plan refused, and that an apply leaves alone. */
    readonly refused: number;
    readonly standstills: number;
    readonly notUndone: number;
  };
  readonly requests: Requests & {
    /** Requests of no account: sign-ins, catalog, lists, and creates of accounts. */
    readonly shared: number;
  };
  /** Time of all requests at the pace: measured where it was kept, else computed. */
  readonly durationMs: number;
  readonly unknown: readonly Unknown[];
};

/** A rehearsal, for people and as data. */
export type Rehearsal = {
  readonly run: RehearsalFrame;
  readonly accounts: readonly RehearsedAccount[];
};
