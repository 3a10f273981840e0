import type { Remark, SuggestedSecret } from './described-account.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { PlanTarget } from './plan.ts';
import type { RunCost } from './report.ts';

/** What became of one account of an export, in the order of their keys. */
export type ExportedAccount =
  | {
      readonly kind: 'written';
      readonly account: string;
      /** Id in the service. */
      readonly id: string;
      /** Path beneath the project folder. */
      readonly file: string;
      readonly connectors: number;
      readonly cycles: number;
      /** Paths of the files that cycles are made from, sorted. */
      readonly cycleFiles: readonly string[];
      /** How many comments of each topic the file has. */
      readonly remarks: Readonly<Record<Remark['topic'], number>>;
      readonly secrets: readonly SuggestedSecret[];
      readonly leftOut: readonly Diagnostic[];
    }
  /** A manifest has it already. */
  | {
      readonly kind: 'managed';
      readonly account: string;
      readonly id: string;
      readonly file: string;
    }
  /** No file of it was written. */
  | {
      readonly kind: 'failed';
      readonly account: string;
      readonly id: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Counts of a whole export. */
export type ExportSummary = {
  readonly written: number;
  readonly managed: number;
  readonly failed: number;
  /** Accounts that were left out by the selection. */
  readonly skipped: number;
  readonly leftOut: number;
  /** Cycles whose schedule the service does not show. */
  readonly schedules: number;
  /** Connectors of which nothing tells how they sign in. */
  readonly signIns: number;
};

/** What stands around the accounts of an export. */
export type ExportFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  readonly directory: string;
  readonly summary: ExportSummary;
  /** Variables to provide, in the order of their names. */
  readonly secrets: readonly SuggestedSecret[];
};

/** Adds what became of an account to the counts. */
export function addExported(summary: ExportSummary, account: ExportedAccount): ExportSummary {
  const counted = { ...summary, [account.kind]: summary[account.kind] + 1 };
  if (account.kind !== 'written') return counted;
  const { remarks, leftOut } = account;
  return {
    ...counted,
    leftOut: summary.leftOut + leftOut.length,
    schedules: summary.schedules + remarks.schedule,
    signIns: summary.signIns + remarks['sign-in'],
  };
}

/** The counts before the first account. */
export function emptyExport(skipped: number): ExportSummary {
  return { written: 0, managed: 0, failed: 0, skipped, leftOut: 0, schedules: 0, signIns: 0 };
}
