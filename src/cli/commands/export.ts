import { posix } from 'node:path';
import { type ApiFailure, isNotOffered, writeFailure } from '../../model/api-failure.ts';
import type { SuggestedSecret } from '../../model/described-account.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import {
  addExported,
  type ExportedAccount,
  type ExportFrame,
  type ExportSummary,
  emptyExport,
} from '../../model/export-report.ts';
import { parseSelection, type Selection } from '../../model/selection.ts';
import { indexManifests } from '../../pipeline/index-manifests.ts';
import { type Exportable, listExportable } from '../../pipeline/list-exportable.ts';
import { type ExportRun, openExporting, runExport } from '../../pipeline/run-export.ts';
import { writeExportJson } from '../../stages/report/write-export-json.ts';
import { writeExportText } from '../../stages/report/write-export-text.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes, judgeExport } from '../exit-codes.ts';
import { openNewFiles } from '../open-new-files.ts';
import { type OpenedProject, openProject } from '../open-run.ts';
import { planWidth } from '../plan-file.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { openProjectFiles } from '../project-files.ts';
import { openForReading, systemClock, type Workplace } from '../wiring.ts';

/** What `cyclectl export` takes beside the options of every command. */
export type ExportOptions = GlobalOptions & { readonly all?: boolean; readonly full?: boolean };

type Asked = {
  readonly context: CommandContext;
  readonly options: ExportOptions;
  readonly opened: OpenedProject;
  readonly place: Workplace;
};

/** `cyclectl export`: accounts that exist and that no manifest has, as manifests. */
export async function runExportCommand(
  context: CommandContext,
  options: ExportOptions,
): Promise<ExitCode> {
  const selection = chooseAccounts(options);
  if ('refused' in selection) return refuse(context, options, selection.refused);
  // A project that has no manifest yet has no folder of them: the first file makes it.
  const opened = await openProject(context, options, 'folder-missing');
  if ('refused' in opened) return refuse(context, options, opened.refused);
  await printDiagnostics(context, options.directory, opened.index.diagnostics);
  const { environment } = opened;
  const { directory: root, verbose } = options;
  const place = await openForReading({ root, environment, context, verbose });
  try {
    return await exportHere({ context, options, opened, place }, selection.selection);
  } finally {
    await place.close();
  }
}

function chooseAccounts({
  all,
  select,
}: ExportOptions): ReturnType<typeof toSelection> | { readonly refused: readonly Diagnostic[] } {
  if ((all === true) === select.length > 0) {
    const summary =
      all === true
        ? 'Both --all and --select were given'
        : 'Neither --all nor --select says which accounts to export';
    const remedy =
      'Give --all for every account, or --select account=NAME with the key that it will have or the id that it has; * stands for any text.';
    return { refused: [{ code: 'wrong-usage', severity: 'error', summary, remedy }] };
  }
  const parsed = parseSelection(select);
  return 'diagnostics' in parsed ? { refused: parsed.diagnostics } : toSelection(parsed.selection);
}

function toSelection(selection: Selection): { readonly selection: Selection } {
  return { selection };
}

async function refuse(
  context: CommandContext,
  { directory }: GlobalOptions,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, directory, refused);
  return exitCodes.failed;
}

async function exportHere(asked: Asked, selection: Selection): Promise<ExitCode> {
  const begun = performance.now();
  const { context, options, opened, place } = asked;
  const listed = await listExportable({
    reader: place.reader,
    store: place.store,
    environment: opened.environment.name,
    entries: opened.index.accounts,
    selection,
    width: planWidth(opened.environment),
  });
  if (!listed.ok) {
    return refuse(context, options, [toUnread('accounts', listed)]);
  }
  if (listed.value.lost.length > 0) return refuse(context, options, listed.value.lost);
  const run = toExportRun(asked, listed.value);
  const exporting = await openExporting(run, listed.value);
  if (!exporting.ok) {
    return refuse(context, options, [toUnread('catalogue', exporting)]);
  }
  const tally = { summary: emptyExport(listed.value.skipped), secrets: [] as SuggestedSecret[] };
  const accounts = addEach(runExport(run, exporting.value, listed.value.accounts), tally);
  const end = async (): Promise<ExportFrame> => {
    // Each file was proven by itself; now all of them are read back, beside those that were there.
    const { index } = await indexManifests(openProjectFiles(options.directory));
    await printDiagnostics(context, options.directory, index.diagnostics);
    const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
    return { target: place.target, directory: options.directory, cost, ...tally };
  };
  const { paint } = context.terminal;
  const manner = { target: place.target, paint, isAll: options.all === true };
  const pieces =
    options.format === 'json'
      ? writeExportJson(accounts, end, context.told)
      : writeExportText(accounts, end, manner);
  for await (const piece of pieces) await context.terminal.out(piece);
  return judgeExport({ ...tally.summary, hasErrors: hasErrors([...context.told]) });
}

async function* addEach(
  accounts: AsyncIterable<ExportedAccount>,
  tally: { summary: ExportSummary; secrets: SuggestedSecret[] },
): AsyncGenerator<ExportedAccount, void, undefined> {
  for await (const account of accounts) {
    tally.summary = addExported(tally.summary, account);
    if (account.kind === 'written') tally.secrets.push(...account.secrets);
    yield account;
  }
}

function toExportRun({ options, opened, place }: Asked, { keys }: Exportable): ExportRun {
  const { environment, project, names } = opened;
  const named = names.listIn(environment.name).filter(({ kind }) => kind === 'variable');
  return {
    looking: {
      ...place,
      environment: environment.name,
      environments: project.environments,
      keys,
      rewrite: false,
    },
    files: openNewFiles(options.directory),
    width: planWidth(environment),
    variables: new Set(named.map(({ name }) => name)),
    isFull: options.full === true,
    now: systemClock.now(),
    folder: posix.join(project.folders[0]),
  };
}

function toUnread(
  what: string,
  answer: { readonly ok: false; readonly failure: ApiFailure },
): Diagnostic {
  const remedy = 'Export is for services that list accounts, installed connectors and templates.';
  return {
    code: 'unread',
    severity: 'error',
    summary: `The ${what} could not be read: ${writeFailure(answer.failure)}`,
    ...(isNotOffered(answer) ? { remedy } : {}),
  };
}
