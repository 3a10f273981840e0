import type { AccountRow } from '../resources/accounts/account-row.ts';
import type { TemplateSettings, TemplateSource } from '../resources/templates/written-template.ts';

// An account as a program knows it from elsewhere: with its ids, and with what was changed in it since its
// templates made it. A world cannot say so much.

export interface RecordedAccount extends Omit<AccountRow, 'parentId' | 'createdAtMs'> {
  readonly connectors: readonly RecordedConnector[];
  readonly cycles: readonly RecordedCycle[];
}

export interface RecordedConnector {
  readonly id: number;
  /** Its name and version in the catalog. */
  readonly connector: string;
  readonly version?: string;
  readonly name: string;
  readonly description: string | null;
  readonly authValue: string | null;
  readonly isAuthenticated: boolean;
  readonly properties: Readonly<Record<string, string | null>>;
}

export interface RecordedCycle extends TemplateSettings {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** Name of the template that made it. */
  readonly template?: string;
  readonly successRetentionHours: number | null;
  readonly erroredRetentionHours: number | null;
  /** Null: it is paused. */
  readonly active: RecordedActivation | null;
  readonly variables: readonly { readonly name: string; readonly value: string | null }[];
  /** In order of execution. */
  readonly steps: readonly RecordedStep[];
  /** Positions of steps. */
  readonly edges: readonly { readonly tail: number; readonly head: number }[];
}

export interface RecordedActivation {
  /** ISO UTC; absent: now. */
  readonly startAt?: string;
  /** Null with a single run, and for a webhook. */
  readonly intervalMinutes: number | null;
  readonly runOnce: boolean;
}

export interface RecordedStep {
  readonly name: string;
  readonly description: string;
  readonly actionType?: string;
  /** The connector of its method in the catalog. */
  readonly connector: string;
  readonly version?: string;
  readonly method: string;
  /** Id of the installed connector. */
  readonly accountConnectorId: number | null;
  /** By TargetName, and by Location. */
  readonly parameters: Readonly<Record<string, RecordedSource>>;
  readonly fields: Readonly<Record<string, RecordedSource>>;
}

/** The source of a mapping; steps are named by position. */
export type RecordedSource = TemplateSource;
