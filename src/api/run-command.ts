import packageJson from 'cyclectl/package.json' with { type: 'json' };
import { type CommandContext, type GlobalOptions, readBegun } from '../app/context.ts';
import { type ExitCode, toApplyExitCode } from '../app/exit-codes.ts';
import { addReportRequests } from '../app/output/add-report-requests.ts';
import { Refusal } from '../app/output/refusal.ts';
import {
  openReports,
  type ResultTaker,
  type TakenReport,
} from '../app/output/requested-reports.ts';
import { WorldFileError } from '../app/ports/worlds/world-file-error.ts';
import { redactError, reportThrown, toKnownError } from '../app/report-thrown.ts';
import { OperationalError } from '../kit/operational-error.ts';
import { CyclectlError, checkNotStopped } from './cyclectl-error.ts';
import { type GuardedCalls, makeGuardedCalls } from './guard-calls.ts';
import { type Project, readSurroundings } from './open-project.ts';
import type { AskOptions, CallOptions } from './options.ts';
import { makeResult, type Result } from './result.ts';

/** A command that the library offers. */
type LibraryCommand = {
  readonly name: 'plan' | 'apply' | 'drift';
  /** The file that it saves a plan to. */
  readonly out?: string | undefined;
  readonly run: (context: CommandContext, options: GlobalOptions) => Promise<ExitCode>;
};

/** The result of a command before it has an outcome. */
type Ended = Result & { readonly save: (path: string) => Promise<void> };

/** Runs a command as the caller's options say, and keeps its result. Throws `CyclectlError`. */
export async function runCommand(
  project: Project,
  options: CallOptions & AskOptions,
  command: LibraryCommand,
): Promise<Ended> {
  const calls = makeGuardedCalls(options);
  const { taker, ...kept } = openTaker();
  const begins = options.timesFrom === 'process' ? {} : { begun: readBegun() };
  const context = { ...makeContext(project, { calls, taker }), ...begins };
  context.reports.command = command.name;
  const { directory, environment, select } = project;
  const { format = 'text', verbose = false, reports = [] } = options;
  const asked = {
    directory,
    ...(environment === null ? {} : { env: environment }),
    select,
    format,
    verbose,
  };
  try {
    checkNotStopped(options.signal);
    await addReportRequests(context.reports, { wishes: reports, out: command.out ?? null });
    const exitCode = await runToEnd(context, () => command.run(context, asked));
    if (kept.report() === null) {
      // Loads here, because most calls have a report.
      const { writeRefusedReport } = await import('../app/output/write-refused-report.ts');
      await writeRefusedReport(context, asked, exitCode);
    }
    await calls.settle();
    return makeResult({ context, exitCode, ...kept, save: toSave(context, kept.save) });
  } catch (thrown) {
    await kept.removeFiles();
    await calls.settle();
    const error = await toLibraryError(context, thrown);
    if (kept.report() === null) await writeWhyNot(context, asked, error);
    throw error;
  }
}

// Whoever reads the output or a file of the call learns from it why there is nothing else.
async function writeWhyNot(
  context: CommandContext,
  asked: GlobalOptions,
  { code, message: summary, remedy, written }: CyclectlError,
): Promise<void> {
  if (asked.format !== 'json' && context.reports.requests.length === 0) return;
  const known = code === 'own-mistake' || code === 'wrong-usage' ? code : 'cannot-run';
  context.reported.add({ code: known, severity: 'error', summary, remedy });
  const exitCode = toApplyExitCode({ hasFailed: true, hasWritten: written.length > 0 });
  try {
    const { writeRefusedReport } = await import('../app/output/write-refused-report.ts');
    await writeRefusedReport(context, asked, exitCode);
  } catch (error) {
    // The error of the call is the one that counts.
    if (!(error instanceof OperationalError)) throw error;
  }
}

function toSave(context: CommandContext, save: Kept['save']): Kept['save'] {
  return async (path) => {
    try {
      await save(path);
    } catch (thrown) {
      throw await toLibraryError(context, thrown);
    }
  };
}

/** Runs a command and what follows it. Mistakes of manifests that it throws are reported. */
async function runToEnd(context: CommandContext, run: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await run();
  } catch (thrown) {
    const isMistake = thrown instanceof Refusal || thrown instanceof WorldFileError;
    if (!isMistake) throw thrown;
    return await reportThrown(context, thrown);
  } finally {
    if (context.afterwards.length > 0) {
      const stopping = context.startCleanup();
      for (const finish of context.afterwards) await finish(stopping);
    }
  }
}

type Parts = {
  readonly calls: GuardedCalls;
  readonly taker: ResultTaker;
};

function makeContext(project: Project, { calls, taker }: Parts): CommandContext {
  const { variables, allowExec, timer } = readSurroundings(project);
  const { settle: _, ...guarded } = calls;
  return {
    ...guarded,
    reported: new Set(),
    written: new Set(),
    reports: openReports(),
    environment: variables,
    afterwards: [],
    paging: { isOpen: false },
    allowExec,
    timer,
    taker,
    version: packageJson.version,
  };
}

/** The rest of a command, for its result. */
type Kept = {
  readonly report: () => TakenReport | null;
  readonly save: (path: string) => Promise<void>;
  readonly removeFiles: () => Promise<void>;
};

function openTaker(): Kept & { readonly taker: ResultTaker } {
  const files: (() => Promise<void>)[] = [];
  let report: TakenReport | null = null;
  let savePlan: ((path: string) => Promise<void>) | null = null;
  return {
    taker: {
      takeReport: (taken) => {
        report = taken;
      },
      takeFile: (remove) => void files.push(remove),
      takePlan: (save) => {
        savePlan = save;
      },
    },
    report: () => report,
    save: async (path) => {
      if (savePlan !== null) return savePlan(path);
      throw new OperationalError('there is no plan to save', {
        remedy: 'Follow the diagnostics of the result, and plan again.',
      });
    },
    removeFiles: async () => {
      for (const remove of files.splice(0)) await remove();
    },
  };
}

/** The error that a caller gets. The text of an internal one is redacted, and it has no cause. */
async function toLibraryError(
  context: Pick<CommandContext, 'reported' | 'written' | 'reports'>,
  thrown: unknown,
): Promise<CyclectlError> {
  const error = toKnownError(thrown);
  const known = {
    environment: context.reports.environment,
    diagnostics: [...context.reported],
    written: [...context.written],
  };
  if (error instanceof CyclectlError) {
    const { message, code, remedy, cause } = error;
    return new CyclectlError(message, { code, remedy, cause, ...known });
  }
  if (error instanceof OperationalError) {
    const { message, remedy, path, cause } = error;
    return new CyclectlError(message, { code: 'cannot-run', remedy, path, cause, ...known });
  }
  const { summary, stack } = await redactError(error);
  const remedy = 'Report it with the stack of this error.';
  const internal = new CyclectlError(summary, { code: 'own-mistake', remedy, ...known });
  internal.stack = stack;
  return internal;
}
