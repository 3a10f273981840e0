import type { CommandContext } from '../app/context.ts';
import type { ExitCode } from '../app/exit-codes.ts';
import type { TakenReport } from '../app/output/requested-reports.ts';
import { OperationalError } from '../kit/operational-error.ts';
import type { Diagnostic } from '../model/diagnostic/diagnostic.ts';
import type {
  ApplyReport,
  DriftReport,
  PlanReport,
  RefusedReport,
  Report,
} from '../model/report/report-document.ts';
import { toUsageError } from './check-options.ts';
import { CyclectlError } from './cyclectl-error.ts';

/** The result of a call, whatever it was. */
export type Result = {
  /** The code that `cyclectl` exits with: 0, 1, 2 or 3. */
  readonly exitCode: ExitCode;
  /**
   * The document that `--format json` prints, as a value. Its accounts are read one at a time, from a
   * private file if there may be many, any number of times until the result is closed.
   */
  readonly report: Report;
  /** Mistakes of manifests and all else that was found, each with its place and what to do. */
  readonly diagnostics: readonly Diagnostic[];
  /** The document as text, in pieces. */
  readonly json: () => AsyncIterable<string>;
  /** Removes the private file of the accounts; without it, that is removed when the process exits. */
  readonly close: () => Promise<void>;
};

/**
 * How a plan ended. `incomplete`: some accounts or objects could not be planned. `refused`: there is no
 * plan, or one that may not be applied.
 */
export type PlanOutcome = 'nothing-to-do' | 'changes' | 'incomplete' | 'refused';

/** The result of `plan`. */
export type PlanResult = Result & {
  readonly outcome: PlanOutcome;
  /** A plan; `refused` where none was made. */
  readonly report: PlanReport | RefusedReport;
  /** Saves the plan to a file for an apply of it, as `out` does. Throws `CyclectlError` if it cannot be applied. */
  readonly save: (file: string) => Promise<void>;
};

/**
 * How an apply ended. `applied`: all is done and verified. `partial`: something was written, and not all is
 * done. `failed`: nothing was written. `not-confirmed`, `refused`: nothing was started.
 */
export type ApplyOutcome =
  | 'nothing-to-do'
  | 'applied'
  | 'partial'
  | 'failed'
  | 'not-confirmed'
  | 'refused';

/** The result of `apply`. */
export type ApplyResult = Result & {
  readonly outcome: ApplyOutcome;
  /** The outcomes; `refused` where it came to no plan. */
  readonly report: ApplyReport | RefusedReport;
};

/**
 * How a drift ended. `nothing-to-compare`: none of the accounts was applied yet. `incomplete`: not all was
 * read, or compared. `refused`: nothing was.
 */
export type DriftOutcome = 'in-sync' | 'drift' | 'nothing-to-compare' | 'incomplete' | 'refused';

/** The result of `drift`. */
export type DriftResult = Result & {
  readonly outcome: DriftOutcome;
  /** The findings; `refused` where nothing was compared. */
  readonly report: DriftReport | RefusedReport;
};

async function* readAccounts<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const { message, remedy, path, cause } = error;
    throw new CyclectlError(message, { code: 'cannot-run', remedy, path, cause });
  }
}

/** Makes the result of a command that has ended. */
export function makeResult(ended: {
  readonly context: Pick<CommandContext, 'reported'>;
  readonly exitCode: ExitCode;
  readonly report: () => TakenReport | null;
  readonly removeFiles: () => Promise<void>;
  readonly save: (path: string) => Promise<void>;
}): Result & { readonly save: (path: string) => Promise<void> } {
  const { context, exitCode, removeFiles } = ended;
  const taken = ended.report();
  if (taken === null) throw new Error('a command ended without a report');
  let isClosed = false;
  const checkOpen = () => {
    if (!isClosed) return;
    throw toUsageError('the result is closed', 'Read it before it is closed.');
  };
  const report = {
    ...taken.report,
    accounts: () => {
      checkOpen();
      return readAccounts<unknown>(taken.report.accounts());
    },
  } as Report;
  return {
    exitCode,
    report,
    diagnostics: [...context.reported],
    async *json() {
      // Loads here, because a report may be read as a value alone.
      const { formatReportJson } = await import('../reports/json/format-document.ts');
      yield* formatReportJson(report, await taken.readMade());
    },
    save: async (path) => {
      checkOpen();
      await ended.save(path);
    },
    close: async () => {
      isClosed = true;
      await removeFiles();
    },
  };
}
