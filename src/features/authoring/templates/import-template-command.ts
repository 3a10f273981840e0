import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { defaultLockTimeoutMs } from '../../../app/options/option-values.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openWritePorts, systemClock, type WritePorts } from '../../../app/ports/open-ports.ts';
import { openCycleFile } from '../../../app/project/open-cycle-file.ts';
import { withEnvironment } from '../../../app/project/open-project.ts';
import { openRunRecord } from '../../../app/run/open-run-record.ts';
import { openSession } from '../../../app/run/open-session.ts';
import { readApproval } from '../../../app/run/read-approval.ts';
import type { LoadedCycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { checkImportedTemplate } from './check-imported-template.ts';
import {
  formatTemplateImport,
  formatTemplateImportJson,
  formatTemplateMade,
} from './format-template-import.ts';
import {
  type ImportRun,
  importTemplate,
  observeBeforeImport,
  type TemplateRequest,
} from './import-template.ts';
import type { TemplateOutcome } from './template-outcome.ts';

export type ImportTemplateOptions = GlobalOptions & {
  readonly file: string;
  readonly asTemplate: string;
  readonly sendAgain?: boolean;
  readonly yes?: boolean;
  /** Milliseconds. */
  readonly lockTimeout?: number;
};

type ImportContext = {
  readonly context: CommandContext;
  readonly options: ImportTemplateOptions;
  readonly ports: WritePorts;
  readonly template: TemplateRequest;
};

/**
 * `cyclectl import FILE --as-template NAME`: shows the template, asks, and creates it with one
 * request.
 */
export async function runImportTemplate(
  context: CommandContext,
  options: ImportTemplateOptions,
): Promise<ExitCode> {
  const { loaded, diagnostics } = await openCycleFile(options.file);
  if (loaded === null) return refuse({ context, options }, diagnostics);
  return withEnvironment(context, options, async (environment) => {
    const root = options.directory;
    const ports = await openWritePorts({ root, environment, context, verbose: options.verbose });
    try {
      return await importInProject({
        context,
        options,
        ports,
        template: toTemplateRequest(options, loaded),
      });
    } finally {
      await ports.close();
    }
  });
}

function toTemplateRequest(
  { asTemplate: name, sendAgain = false }: ImportTemplateOptions,
  loaded: LoadedCycleFile,
): TemplateRequest {
  return { name, loaded, sendAgain };
}

async function importInProject(importing: ImportContext): Promise<ExitCode> {
  const { context, options, ports, template: request } = importing;
  const observation = await observeBeforeImport(ports, request);
  if (observation.kind === 'refused') return refuse(importing, observation.diagnostics);
  if (observation.kind === 'free') {
    const shown = formatTemplateImport(request.name, request.loaded.file, ports.target);
    if (options.format === 'text') await context.terminal.out(shown);
    const instead = 'answer at a terminal';
    const isWanted = options.yes === true || (await readApproval(context, instead)) === null;
    if (!isWanted) return refuse(importing, []);
  }
  return printOutcome(importing, await runImport(importing));
}

async function runImport({
  context,
  options,
  ports,
  template: request,
}: ImportContext): Promise<TemplateOutcome> {
  context.deferSignals();
  const command = 'import';
  const { directory, lockTimeout: lockTimeoutMs = defaultLockTimeoutMs } = options;
  const say = (text: string) => context.terminal.log(text);
  const session = await openSession(ports.store, {
    command,
    lockTimeoutMs,
    stopping: context.stopping,
    say,
  });
  try {
    const runHead = {
      command,
      approved: null,
      directory,
      context,
      template: request.name,
    } as const;
    const run: ImportRun = {
      ports: { ...ports, clock: systemClock },
      session,
      record: await openRunRecord(runHead, session),
      environment: ports.environment.name,
    };
    return await importTemplate(run, request);
  } finally {
    await session.end();
  }
}

async function printOutcome(importing: ImportContext, outcome: TemplateOutcome): Promise<ExitCode> {
  const { context, options, ports, template: request } = importing;
  const found =
    outcome.kind === 'made'
      ? await checkImportedTemplate(ports.reader, outcome.id, request.loaded)
      : outcome.diagnostics;
  await printDiagnostics(context, options.directory, found);
  if (options.format === 'json') {
    await context.terminal.out(formatTemplateImportJson(request.name, outcome, context.reported));
  } else if (outcome.kind === 'made') {
    await context.terminal.out(formatTemplateMade(request.name, outcome));
  }
  if (outcome.kind === 'refused' || outcome.kind === 'failed') return exitCodes.failed;
  const isWhole = !found.some(({ severity }) => severity === 'error');
  return outcome.kind === 'made' && isWhole ? exitCodes.ok : exitCodes.partial;
}

async function refuse(
  { context, options }: Pick<ImportContext, 'context' | 'options'>,
  diagnostics: readonly Diagnostic[],
): Promise<ExitCode> {
  return await printRefused(context, options.directory, diagnostics);
}
