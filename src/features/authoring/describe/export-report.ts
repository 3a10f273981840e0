import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { RunCost } from '../../../model/report/report.ts';
import type { Remark, SuggestedSecret } from './described-account.ts';

/** Result of one account of an export, in the order of keys. */
export type ExportedAccount =
  | {
      readonly kind: 'written';
      readonly account: string;
      /** Id in the service. */
      readonly id: string;
      /** Path below the project folder. */
      readonly file: string;
      readonly connectors: number;
      readonly cycles: number;
      /** Paths of cycle files, sorted. */
      readonly cycleFiles: readonly string[];
      /** Number of comments by topic. */
      readonly remarks: Readonly<Record<Remark['topic'], number>>;
      readonly secrets: readonly SuggestedSecret[];
      readonly leftOut: readonly Diagnostic[];
    }
  /** Existing manifest with changes of the service: `merged` if its file was written. */
  | ({ readonly kind: 'merged' | 'unchanged' } & MergedParts)
  /** Existing manifest that was not merged. */
  | {
      readonly kind: 'managed';
      readonly account: string;
      readonly id: string;
      readonly file: string;
    }
  /** Account without a written file. */
  | {
      readonly kind: 'failed';
      readonly account: string;
      readonly id: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Changes merged into a manifest, and those that could not be. */
export type MergedParts = {
  readonly account: string;
  readonly id: string;
  readonly file: string;
  /** Fields with written values. */
  readonly values: readonly Address[];
  /** Objects with new entries. */
  readonly entries: readonly Address[];
  /** Cycle files of new entries. */
  readonly cycleFiles: readonly string[];
  readonly remarks: Readonly<Record<Remark['topic'], number>>;
  readonly secrets: readonly SuggestedSecret[];
  readonly leftOut: readonly Diagnostic[];
  readonly diagnostics: readonly Diagnostic[];
  /** Unmanaged changes, which are not written; absent if there is none. */
  readonly unmanaged?: number;
  /** Other environments of the manifest, where the values apply too. */
  readonly alsoIn: readonly string[];
};

/** Counts of an export. */
export type ExportSummary = {
  readonly written: number;
  readonly managed: number;
  /** Accounts with changed manifests, and those without a change. */
  readonly merged: number;
  readonly unchanged: number;
  /** Changes of the service that could not be written. */
  readonly unwritten: number;
  readonly failed: number;
  /** Accounts left out by the selection. */
  readonly skipped: number;
  readonly leftOut: number;
  /** Unmanaged changes of merged accounts, which are not written; absent if there is none. */
  readonly unmanaged?: number;
  /** Cycles whose schedule the service does not show. */
  readonly schedules: number;
  /** Connectors with an unknown sign-in. */
  readonly signIns: number;
};

/** Data of an export besides its accounts. */
export type ExportFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  readonly directory: string;
  readonly summary: ExportSummary;
  /** Variables to provide, sorted by name. */
  readonly secrets: readonly SuggestedSecret[];
};

/** Adds the result of an account to the counts. */
export function addExported(summary: ExportSummary, account: ExportedAccount): ExportSummary {
  const counted = { ...summary, [account.kind]: summary[account.kind] + 1 };
  if (account.kind === 'managed' || account.kind === 'failed') return counted;
  const { remarks, leftOut } = account;
  const own = account.kind === 'written' ? 0 : (account.unmanaged ?? 0);
  const unmanaged = (summary.unmanaged ?? 0) + own;
  return {
    ...counted,
    ...(unmanaged === 0 ? {} : { unmanaged }),
    unwritten: summary.unwritten + (account.kind === 'written' ? 0 : countUnwritten(account)),
    leftOut: summary.leftOut + leftOut.length,
    schedules: summary.schedules + remarks.schedule,
    signIns: summary.signIns + remarks['sign-in'],
  };
}

// Ignores a hint about an unknown schedule, because all other changes were written.
function countUnwritten({ diagnostics }: MergedParts): number {
  return diagnostics.filter(({ code }) => code !== 'schedule-not-shown').length;
}

/** Counts before the first account. */
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
