import type { Method } from '../catalogue/catalog.ts';

// A cycle as the service keeps it. Times are milliseconds since 1970. What time alone changes (a
// planted transaction ends, a single run pauses its cycle, a deleted cycle goes) is worked out at
// each read by `resolveCycle` and never waits for a timer. Runs are no such thing: see src/emulator/runs.

export interface CycleRow {
  readonly id: string;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** Null for a cycle that came from no template. */
  readonly templateId: string | null;
  /** The release of the template that the cycle was made of, or upgraded to. */
  readonly templateRelease: number | null;
  readonly shareable: boolean;
  readonly stepErrorAction: string;
  readonly collectionSplitType: string;
  readonly logStepDataRequests: boolean;
  readonly successRetentionHours: number | null;
  readonly erroredRetentionHours: number | null;
  readonly status: 'Paused' | 'Active' | 'DeleteScheduled';
  /** The last activation, kept while the cycle is paused. */
  readonly activation: Activation | null;
  readonly deletedAtMs: number | null;
  /** Null: never. */
  readonly lastSuccessfulRunMs: number | null;
  readonly tasksUsed: number;
  /** When the next run begins; null: the clock brings none. */
  readonly nextRunAtMs: number | null;
  readonly queue: QueueRow;
  /** Incidents that nobody deleted, by IncidentLevel. */
  readonly incidents: { readonly errors: number; readonly warnings: number };
  /** Those that a test planted. */
  readonly transactions: readonly TransactionRow[];
  readonly variables: readonly VariableRow[];
  /** In the order of execution, each with the installed connector that it uses. */
  readonly bindings: readonly StepBinding[];
  readonly edges: readonly EdgeRow[];
}

export interface Activation {
  readonly startAtMs: number;
  /** Null with RunOnce and for a webhook. */
  readonly intervalMinutes: number | null;
  readonly runOnce: boolean;
  /** When the single run begins: its start, or the activation if that is later. */
  readonly runAtMs: number | null;
}

/** Transactions of runs that have not come to their end. */
export interface QueueRow {
  readonly open: number;
  /** When the first of them goes on; null: there is none. */
  readonly wakeAtMs: number | null;
  /** Since when they wait for the cycle to start again; null: they do not. */
  readonly heldSinceMs: number | null;
}

/** A planted transaction ends by the clock; a held one waits for its cycle to start again. */
export interface TransactionRow {
  readonly id: string;
  readonly endsAtMs: number;
  readonly held: { readonly sinceMs: number; readonly remainingMs: number } | null;
}

export interface VariableRow {
  readonly systemName: string;
  readonly displayName: string;
  readonly value: string | null;
  readonly mappingType: string | null;
  /** Whether it was set on this cycle: then an upgrade keeps it (SERVICE E.1 [D]). */
  readonly isOwn: boolean;
}

interface StepBinding {
  readonly stepId: string;
  readonly accountConnectorId: number | null;
}

/** The tail runs first, the head next (SERVICE E.2 [P]). */
interface EdgeRow {
  readonly id: string;
  readonly tailStepId: string;
  readonly headStepId: string;
}

export interface StepRow {
  readonly id: string;
  readonly cycleId: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string | null;
  readonly actionType: string;
  readonly displayPositionLeft: number;
  readonly displayPositionTop: number;
  /** The connector's name: what a step may be bound to. */
  readonly connector: string;
  /** A copy whose parameters and fields have ids of this step alone (SERVICE C, id stability). */
  readonly method: Method;
  /** By the id of the parameter or field; one that is not here was never set. */
  readonly mappings: Readonly<Record<string, MappingRow>>;
}

/** MappingType, SERVICE B [S][D][R2]; Variable and Lookup are assumptions, SERVICE I.21. */
export type MappingType =
  | 'StaticValue'
  | 'Ignore'
  | 'ValueList'
  | 'PreviousStep'
  | 'Variable'
  | 'Lookup';

export interface MappingRow {
  readonly type: MappingType;
  /** The text; for Variable the system name. */
  readonly value: string | null;
  readonly sourceStepId: string | null;
  readonly sourceFieldId: number | null;
  readonly triggerValue: string | null;
  readonly triggerValueDisplayName: string | null;
  readonly isLaunchVisible: boolean;
  /** Whether it was set on this cycle: then an upgrade keeps it (SERVICE E.1 [D]). */
  readonly isOwn: boolean;
}
