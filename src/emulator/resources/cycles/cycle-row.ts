import type { Method } from '../catalog/catalog.ts';

// A stored cycle. Times are milliseconds since 1970. `resolveCycle` derives changes by time alone
// at each read, without timers; runs are in src/emulator/runs.

export interface CycleRow {
  readonly id: string;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** Null for a cycle without a template. */
  readonly templateId: string | null;
  /** Release of the template at creation or upgrade. */
  readonly templateRelease: number | null;
  readonly shareable: boolean;
  readonly stepErrorAction: string;
  readonly collectionSplitType: string;
  readonly logStepDataRequests: boolean;
  readonly successRetentionHours: number | null;
  readonly erroredRetentionHours: number | null;
  readonly status: 'Paused' | 'Active' | 'DeleteScheduled';
  /** Last activation, also of a paused cycle. */
  readonly activation: Activation | null;
  readonly deletedAtMs: number | null;
  /** Null: never. */
  readonly lastSuccessfulRunMs: number | null;
  readonly tasksUsed: number;
  /** Start of the next run; null if none is scheduled. */
  readonly nextRunAtMs: number | null;
  readonly queue: QueueRow;
  /** Undeleted incidents, by IncidentLevel. */
  readonly incidents: { readonly errors: number; readonly warnings: number };
  /** Transactions that a test added. */
  readonly transactions: readonly TransactionRow[];
  readonly variables: readonly VariableRow[];
  /** In order of execution, each with its installed connector. */
  readonly bindings: readonly StepBinding[];
  readonly edges: readonly EdgeRow[];
}

export interface Activation {
  readonly startAtMs: number;
  /** Null with RunOnce and for a webhook. */
  readonly intervalMinutes: number | null;
  readonly runOnce: boolean;
  /** Start of the single run: its start time, or the activation if later. */
  readonly runAtMs: number | null;
}

/** Unfinished transactions of runs. */
export interface QueueRow {
  readonly open: number;
  /** Time at which the first of them continues, or null. */
  readonly wakeAtMs: number | null;
  /** Start of their wait for the cycle; null if they do not wait. */
  readonly heldSinceMs: number | null;
}

/** A transaction that ends at a set time, or waits for its cycle to start again. */
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
  /** True if set on this cycle, so that an upgrade keeps it (SERVICE E.1 [D]). */
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
  /** Name of the connectors that fit the step. */
  readonly connector: string;
  /** Copy with parameter and field ids of this step alone (SERVICE C, id stability). */
  readonly method: Method;
  /** By id of the parameter or field; absent if never set. */
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
  /** True if set on this cycle, so that an upgrade keeps it (SERVICE E.1 [D]). */
  readonly isOwn: boolean;
}
