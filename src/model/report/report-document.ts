import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { AccountOutcome, ApplySummary } from '../plan/outcome.ts';
import type { SourceSpan } from '../source-span.ts';
import type { ApplyFrame, DriftAccount, DriftFrame, PlanFrame, PlannedAccount } from './report.ts';

/** Version of the documents of `--format json` and `--report json=FILE`. */
export const reportFormat = 'cyclectl.dev/report/v1';

/** Time, tool and commit of a report. */
export type ReportMetadata = {
  /** ISO UTC. */
  readonly at: string;
  /** `cyclectl 1.0.0`. */
  readonly tool: string;
  /** Commit of the project folder, with `+` where something is not committed; null outside a repository. */
  readonly commit: string | null;
  /** The project's folder within its repository with `/` at its end; empty at its root, and outside of one. */
  readonly folder: string;
};

/** Diagnostics of the whole run. */
type WithDiagnostics = { readonly diagnostics: readonly Diagnostic[] };

/**
 * The result of a command as one value for every format: a frame, and accounts that can be read
 * several times, one at a time.
 */
type ReportOf<Kind extends string, Frame, Account> = {
  readonly kind: Kind;
  readonly run: Frame & WithDiagnostics;
  readonly accounts: () => Iterable<Account & WithLabels> | AsyncIterable<Account & WithLabels>;
};

/** Labels of an account in Git, by name. */
export type Labels = Readonly<Record<string, string>>;

/** An account of a report; without labels if Git has none, or the manifests were not read. */
export type WithLabels = { readonly labels?: Labels };

/** One validated account, with the errors of its manifest. */
export type ValidatedAccount = {
  readonly account: string;
  /** Where the manifest names it. */
  readonly at: SourceSpan;
  readonly diagnostics: readonly Diagnostic[];
};

/** The frame of a validate report. */
export type ValidateFrame = { readonly accounts: number };

/** The end of a refused command. */
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

/** Reports with findings per account, and the report of a refused command. */
export type ScannedReport = ValidateReport | PlanReport | DriftReport | RefusedReport;

/** A way in which a report can be written. */
export type ReportFormat = 'text' | 'json' | 'markdown' | 'html' | 'github' | 'junit' | 'sarif';

/** A file that a report is to be written to. */
export type ReportFile = { readonly format: ReportFormat; readonly file: string };
