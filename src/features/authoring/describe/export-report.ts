import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { RunCost } from '../../../model/report/report.ts';
import type { Remark, SuggestedSecret } from './described-account.ts';

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
  /** Its manifest took over what the service has: `merged` where its file was written, else there was nothing to write. */
  | ({ readonly kind: 'merged' | 'unchanged' } & MergedParts)
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

/** What a manifest took over, and what of it could not be written. */
export type MergedParts = {
  readonly account: string;
  readonly id: string;
  readonly file: string;
  /** Fields whose values were written. */
  readonly values: readonly Address[];
  /** Objects that got an entry. */
  readonly entries: readonly Address[];
  /** Files of cycles that new entries name. */
  readonly cycleFiles: readonly string[];
  readonly remarks: Readonly<Record<Remark['topic'], number>>;
  readonly secrets: readonly SuggestedSecret[];
  readonly leftOut: readonly Diagnostic[];
  readonly diagnostics: readonly Diagnostic[];
  /** Other environments that the manifest is for: what was written there is wanted in them too. */
  readonly alsoIn: readonly string[];
};

/** Counts of a whole export. */
export type ExportSummary = {
  readonly written: number;
  readonly managed: number;
  /** Accounts whose manifests were changed, and those where nothing was to be written. */
  readonly merged: number;
  readonly unchanged: number;
  /** What has moved in the service and could not be written. */
  readonly unwritten: number;
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
  if (account.kind === 'managed' || account.kind === 'failed') return counted;
  const { remarks, leftOut } = account;
  return {
    ...counted,
    unwritten: summary.unwritten + (account.kind === 'written' ? 0 : countUnwritten(account)),
    leftOut: summary.leftOut + leftOut.length,
    schedules: summary.schedules + remarks.schedule,
    signIns: summary.signIns + remarks['sign-in'],
  };
}

// Who started a cycle is told to write its schedule, and all that is there was written.
function countUnwritten({ diagnostics }: MergedParts): number {
  return diagnostics.filter(({ code }) => code !== 'schedule-not-shown').length;
}

/** The counts before the first account. */
export function makeExportSummary(skipped: number): ExportSummary {
  return {
    written: 0,
    managed: 0,
    merged: 0,
    unchanged: 0,
    unwritten: 0,
    failed: 0,
    skipped,
    leftOut: 0,
    schedules: 0,
    signIns: 0,
  };
}
