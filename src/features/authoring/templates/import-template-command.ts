import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { defaultLockTimeoutMs } from '../../../app/options/option-values.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openForWriting, systemClock, type WritingWorkplace } from '../../../app/ports/wiring.ts';
import { openCycleFile } from '../../../app/project/cycle-file-folder.ts';
import { withEnvironment } from '../../../app/project/open-run.ts';
import { askWhetherWanted } from '../../../app/run/begin-or-leave.ts';
import { openRunRecord } from '../../../app/run/open-run-record.ts';
import { openSession } from '../../../app/run/open-session.ts';
import type { LoadedCycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { checkImportedTemplate } from './check-imported-template.ts';
import {
  type ImportRun,
  importTemplate,
  lookBeforeImport,
  type TemplateWish,
} from './import-template.ts';
import type { TemplateOutcome } from './template-outcome.ts';
import {
  writeTemplateImport,
  writeTemplateImportJson,
  writeTemplateMade,
} from './write-template-import.ts';

/** What `cyclectl import FILE --as-template NAME` takes beside the options of every command. */
export type ImportTemplateOptions = GlobalOptions & {
  readonly file: string;
  readonly asTemplate: string;
  readonly sendAgain?: boolean;
  readonly yes?: boolean;
  /** Milliseconds. */
  readonly lockTimeout?: number;
};

/** What an import as a template works with. */
type Importing = {
  readonly context: CommandContext;
  readonly options: ImportTemplateOptions;
  readonly place: WritingWorkplace;
  readonly wish: TemplateWish;
};

/** `cyclectl import FILE --as-template NAME`: shows what would be made, asks, and makes it by one request. */
export async function runImportTemplate(
  context: CommandContext,
  options: ImportTemplateOptions,
): Promise<ExitCode> {
  const { loaded, diagnostics } = await openCycleFile(options.file);
  if (loaded === null) return refuse({ context, options }, diagnostics);
  return withEnvironment(context, options, async (environment) => {
    const root = options.directory;
    const place = await openForWriting({ root, environment, context, verbose: options.verbose });
    try {
      return await importHere({ context, options, place, wish: toWish(options, loaded) });
    } finally {
      await place.close();
    }
  });
}

function toWish(
  { asTemplate: name, sendAgain = false }: ImportTemplateOptions,
  loaded: LoadedCycleFile,
): TemplateWish {
  return { name, loaded, sendAgain };
}

async function importHere(importing: Importing): Promise<ExitCode> {
  const { context, options, place, wish } = importing;
  const sight = await lookBeforeImport(place, wish);
  if (sight.kind === 'refused') return refuse(importing, sight.diagnostics);
  if (sight.kind === 'free') {
    const shown = writeTemplateImport(wish.name, wish.loaded.file, place.target);
    if (options.format === 'text') await context.terminal.out(shown);
    const instead = 'answer at a terminal';
    const isWanted = options.yes === true || (await askWhetherWanted(context, instead)) === null;
    if (!isWanted) return refuse(importing, []);
  }
  return tell(importing, await perform(importing));
}

async function perform({ context, options, place, wish }: Importing): Promise<TemplateOutcome> {
  context.closeBeforeEnd();
  const command = 'import';
  const { directory, lockTimeout: lockTimeoutMs = defaultLockTimeoutMs } = options;
  const say = (text: string) => context.terminal.say(text);
  const session = await openSession(place.store, {
    command,
    lockTimeoutMs,
    stopping: context.stopping,
    say,
  });
  try {
    const begun = { command, approved: null, directory, context, template: wish.name } as const;
    const run: ImportRun = {
      ports: { ...place, clock: systemClock },
      session,
      record: await openRunRecord(begun, session),
      environment: place.environment.name,
    };
    return await importTemplate(run, wish);
  } finally {
    await session.end();
  }
}

async function tell(importing: Importing, outcome: TemplateOutcome): Promise<ExitCode> {
  const { context, options, place, wish } = importing;
  const found =
    outcome.kind === 'made'
      ? await checkImportedTemplate(place.reader, outcome.id, wish.loaded)
      : outcome.diagnostics;
  await printDiagnostics(context, options.directory, found);
  if (options.format === 'json') {
    await context.terminal.out(writeTemplateImportJson(wish.name, outcome, context.told));
  } else if (outcome.kind === 'made') {
    await context.terminal.out(writeTemplateMade(wish.name, outcome));
  }
  if (outcome.kind === 'refused' || outcome.kind === 'failed') return exitCodes.failed;
  const isWhole = !found.some(({ severity }) => severity === 'error');
  return outcome.kind === 'made' && isWhole ? exitCodes.ok : exitCodes.partial;
}

async function refuse(
  { context, options }: Pick<Importing, 'context' | 'options'>,
  diagnostics: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, options.directory, diagnostics);
  return exitCodes.failed;
}
