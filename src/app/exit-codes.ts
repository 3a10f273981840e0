import type { PlanSummary } from '../model/plan/plan.ts';
import { type DriftGaps, isDriftUnknown } from '../model/report/drift-gaps.ts';

/** Exit codes of all commands; docs/reference/exit-codes.md explains them. */
export const exitCodes = {
  /** Done, valid, no drift, no changes. */
  ok: 0,
  /** An error diagnostic, a refusal, a usage error; apply: nothing was written. */
  failed: 1,
  /** plan --exit-code: there is something to do. drift: something was moved. */
  differs: 2,
  /** Something was written, and not all of it is done and verified; verify: a check failed; rehearse: a failure. */
  partial: 3,
  /** Ended by SIGHUP, SIGINT or SIGTERM, after unfinished work was closed. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The meaning of each code, for reports as data. */
export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'an error, a refusal, or a step that could not be done',
  2: 'there are pending changes or drift',
  3: 'only a part was written, or a health check failed',
  129: 'ended by SIGHUP',
  130: 'ended by SIGINT',
  143: 'ended by SIGTERM',
};

/** For plan: an account or an object that was not planned outranks pending changes. */
export function toPlanExitCode(
  { notPlanned, refused = 0, operations }: PlanSummary,
  run: { readonly isRefused: boolean; readonly wantsCode: boolean },
): ExitCode {
  if (notPlanned + refused > 0 || run.isRefused) return exitCodes.failed;
  return run.wantsCode && operations > 0 ? exitCodes.differs : exitCodes.ok;
}

/** For drift: what was not read or compared outranks drift, beyond the accounts of --max-unread. */
export function toDriftExitCode(
  run: DriftGaps & {
    readonly items: number;
    /** Among them, those that are shown and fail nothing. */
    readonly reported?: number;
  },
): ExitCode {
  if (isDriftUnknown(run)) return exitCodes.failed;
  return run.items > (run.reported ?? 0) ? exitCodes.differs : exitCodes.ok;
}

/** For status: fails only if an account was not read. */
export function toStatusExitCode(run: { readonly unread: number }): ExitCode {
  return run.unread > 0 ? exitCodes.failed : exitCodes.ok;
}

/** For verify: a failed health check outranks one that did not run. */
export function toVerifyExitCode(run: {
  readonly failed: number;
  readonly notChecked: number;
}): ExitCode {
  if (run.failed > 0) return exitCodes.partial;
  return run.notChecked > 0 ? exitCodes.failed : exitCodes.ok;
}

/** For export: a partial result differs from one in which nothing was written. */
export function toExportExitCode(run: {
  readonly written: number;
  readonly merged: number;
  readonly failed: number;
  readonly leftOut: number;
  /** Changes in the service that could not be written into a manifest. */
  readonly unwritten: number;
  /** True if an error concerns the files as a whole. */
  readonly hasErrors: boolean;
}): ExitCode {
  if (run.failed + run.leftOut + run.unwritten === 0 && !run.hasErrors) return exitCodes.ok;
  return run.written + run.merged > 0 ? exitCodes.partial : exitCodes.failed;
}

/** For promote: a partial result differs from one in which nothing was promoted. */
export function toPromotionExitCode(run: {
  readonly files: { readonly length: number };
  readonly incomplete: number;
}): ExitCode {
  if (run.incomplete === 0) return exitCodes.ok;
  return run.files.length > 0 ? exitCodes.partial : exitCodes.failed;
}

/** For compare: an account that was not read outranks a difference. */
export function toComparisonExitCode(run: {
  readonly unread: number;
  readonly differences: number;
  readonly wantsCode: boolean;
}): ExitCode {
  if (run.unread > 0) return exitCodes.failed;
  return run.wantsCode && run.differences > 0 ? exitCodes.differs : exitCodes.ok;
}

/** For apply: a failure after a write differs from one without any. */
export function toApplyExitCode(run: {
  readonly hasFailed: boolean;
  readonly hasWritten: boolean;
}): ExitCode {
  if (!run.hasFailed) return exitCodes.ok;
  return run.hasWritten ? exitCodes.partial : exitCodes.failed;
}
