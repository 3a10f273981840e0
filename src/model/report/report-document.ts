import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { AccountOutcome, ApplySummary } from '../plan/outcome.ts';
import type { SourceSpan } from '../source-span.ts';
import type { ApplyFrame, DriftAccount, DriftFrame, PlanFrame, PlannedAccount } from './report.ts';

/** Version of the documents that `--format json` and `--report json=FILE` give. */
export const reportFormat = 'cyclectl.dev/report/v1';

/** When a report was made, by what, and from which state of the project. */
export type ReportMetadata = {
  /** ISO UTC. */
  readonly at: string;
  /** `cyclectl 0.1.0`. */
  readonly tool: string;
  /** Commit of the project folder, with `+` where something is not committed; null outside a repository. */
  readonly commit: string | null;
  /** The project's folder within its repository with `/` at its end; empty at its root, and outside of one. */
  readonly folder: string;
};

/** What was told of the run as a whole. */
type WithDiagnostics = { readonly diagnostics: readonly Diagnostic[] };

/**
 * What a command found or did, as one value that every format is rendered from: what stands around its accounts, and
 * the accounts, which may be asked for more than once and come one at a time.
 */
type ReportOf<Kind extends string, Frame, Account> = {
  readonly kind: Kind;
  readonly run: Frame & WithDiagnostics;
  readonly accounts: () => Iterable<Account> | AsyncIterable<Account>;
};

/** One account that was validated, with what is wrong in its manifest. */
export type ValidatedAccount = {
  readonly account: string;
  /** Where the manifest names it. */
  readonly at: SourceSpan;
  readonly diagnostics: readonly Diagnostic[];
};

/** What stands around the accounts that were validated. */
export type ValidateFrame = { readonly accounts: number };

/** How a command ended that has nothing else to show. */
export type RefusedFrame = {
  /** Its words on the command line, such as `plan` or `state settle`; null where none was understood. */
  readonly command: string | null;
  /** The environment that it was for, as far as that was settled. */
  readonly environment?: string;
  readonly exit: { readonly code: number; readonly means: string };
};

export type PlanReport = ReportOf<'plan', PlanFrame, PlannedAccount>;
export type ApplyReport = ReportOf<
  'apply',
  ApplyFrame & { readonly summary: ApplySummary },
  AccountOutcome
>;
export type DriftReport = ReportOf<'drift', DriftFrame, DriftAccount>;
export type ValidateReport = ReportOf<'validate', ValidateFrame, ValidatedAccount>;
export type RefusedReport = ReportOf<'refused', RefusedFrame, never>;

export type Report = PlanReport | ApplyReport | DriftReport | ValidateReport | RefusedReport;

/** Reports that say of each account what is wrong with it, and what a command that was refused says instead. */
export type ScannedReport = ValidateReport | DriftReport | RefusedReport;

/** A way in which a report can be written. */
export type ReportFormat = 'text' | 'json' | 'markdown' | 'html' | 'github' | 'junit' | 'sarif';

/** A file that a report is to be written to. */
export type ReportFile = { readonly format: ReportFormat; readonly file: string };
