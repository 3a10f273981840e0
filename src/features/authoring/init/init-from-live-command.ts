import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openForReading } from '../../../app/ports/wiring.ts';
import { openWalked } from '../../../app/project/open-run.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { writeFolder } from '../../../model/report/advice/write-folder.ts';
import type { ExportFrame } from '../describe/export-report.ts';
import { beginExport } from '../export/begin-export.ts';
import {
  type ExportAsked,
  type OpenedExport,
  openExport,
  readSelection,
} from '../export/open-export.ts';
import { writeExportText } from '../export/write-export-text.ts';
import { standardLimit } from '../propose/adopt-propose-command.ts';
import { ShapeTally } from '../propose/shape-tally.ts';
import { sketchAccount } from '../propose/sketch-account.ts';
import { writeProposalSummary } from '../propose/write-proposal-text.ts';
import { walkStarter } from './judge-starter.ts';
import type { BegunProject, StarterFile } from './starter.ts';
import { type FromLive, writeFromLiveJson } from './write-from-live-json.ts';
import { writeStarterNext, writeStarterText } from './write-starter-text.ts';

/** A project that is to be begun with the accounts of its service. */
type Beginning = {
  readonly context: CommandContext;
  readonly options: GlobalOptions;
  /** Its files, which are not written yet. */
  readonly written: readonly StarterFile[];
  /** Writes them, all or none, with time limits that fit this number of accounts. */
  readonly begin: (accounts: number) => Promise<BegunProject>;
};

/**
 * Begins a project and writes what its service has. The service is asked for its accounts before anything is written:
 * one that cannot be read leaves no project. After that each file is whole by itself.
 */
export async function beginFromLive(beginning: Beginning): Promise<ExitCode> {
  const started = performance.now();
  const { context, options, written } = beginning;
  const { directory: root, verbose } = options;
  const selection = readSelection(options);
  if ('refused' in selection) return refuse(beginning, selection.refused);
  const walked = await walkStarter(written, openProjectFiles(root));
  const opened = openWalked(context, options, { walked, forgiven: null });
  if ('refused' in opened) return refuse(beginning, opened.refused);
  const { environment } = opened;
  const place = await openForReading({ root, environment, context, verbose });
  try {
    const asked = { context, options: { ...options, all: true }, opened, place };
    const listed = await openExport(asked, selection.selection);
    if ('refused' in listed) return await refuse(beginning, listed.refused);
    const begun = await beginning.begin(listed.listed.keys.size);
    return await writeAccounts(asked, listed, { begun, started });
  } finally {
    await place.close();
  }
}

async function refuse(
  { context, options }: Beginning,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, options.directory, refused);
  context.terminal.say('Nothing was written.');
  return exitCodes.failed;
}

async function writeAccounts(
  asked: ExportAsked,
  listed: OpenedExport,
  { begun, started }: { readonly begun: BegunProject; readonly started: number },
): Promise<ExitCode> {
  const { context, options } = asked;
  const tally = new ShapeTally();
  const { accounts, end, judge } = beginExport(asked, listed, {
    begun: started,
    onWritten: (described) => tally.add(sketchAccount(described)),
  });
  const ended: ExportFrame[] = [];
  const told: FromLive = {
    begun,
    accounts,
    end: async () => {
      const frame = await end();
      ended.push(frame);
      return frame;
    },
    propose: () => tally.total(standardLimit),
  };
  const pieces =
    options.format === 'json' ? writeFromLiveJson(told, context.told) : writeText(told, asked);
  try {
    for await (const piece of pieces) await context.terminal.out(piece);
  } finally {
    const failed = ended[0]?.summary.failed ?? 1;
    if (failed > 0 || context.stopping.aborted) sayWhole(context, options);
  }
  // The project itself was written.
  return context.stopping.aborted || judge() !== exitCodes.ok ? exitCodes.partial : exitCodes.ok;
}

function sayWhole({ terminal }: CommandContext, { directory }: GlobalOptions): void {
  const command = ['cyclectl', ...writeFolder(directory), 'export --all'].join(' ');
  const says = 'The project is whole, and so is each account that was written.';
  terminal.say(`${says} For the others: ${command}`);
}

async function* writeText(
  { begun, accounts, end, propose }: FromLive,
  { place, context }: ExportAsked,
): AsyncGenerator<string, void, undefined> {
  const { paint } = context.terminal;
  yield writeStarterText(begun);
  let secrets = 0;
  const countSecrets = async () => {
    const frame = await end();
    secrets = frame.secrets.length;
    return frame;
  };
  yield* writeExportText(accounts, countSecrets, { target: place.target, paint, isAll: true });
  // What CI may name was told before anybody knew of these.
  if (secrets > 0) yield '\nIn CI add the names of these secrets to CYCLECTL_ALLOW_ENV.\n';
  yield writeProposalSummary(propose(), paint);
  yield writeStarterNext(begun);
}
