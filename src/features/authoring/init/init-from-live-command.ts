import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openIndexedProject } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatFolderOption } from '../../../model/report/advice/commands.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import type { ExportedAccount, ExportFrame } from '../describe/export-report.ts';
import { formatExportText } from '../export/format-export-text.ts';
import {
  type ExportRequest,
  type OpenedExport,
  openExport,
  readSelection,
} from '../export/open-export.ts';
import { startExport } from '../export/start-export.ts';
import { standardLimit } from '../propose/adopt-propose-command.ts';
import { formatProposalSummary } from '../propose/format-proposal-text.ts';
import { makeAccountProfile } from '../propose/make-account-profile.ts';
import { ProfileTally } from '../propose/profile-tally.ts';
import type { Proposal } from '../propose/proposal.ts';
import { loadScaffold } from './check-scaffold.ts';
import {
  formatOrigins,
  formatScaffoldNext,
  formatScaffoldText,
  toScaffoldData,
} from './format-scaffold-text.ts';
import type { CreatedProject, ScaffoldFile } from './scaffold.ts';

type LiveProjectRequest = {
  readonly context: CommandContext;
  readonly options: GlobalOptions;
  /** Files of the project, not yet written. */
  readonly written: readonly ScaffoldFile[];
  /** Writes them, all or none, with time limits for this number of accounts. */
  readonly create: (accounts: number) => Promise<CreatedProject>;
};

/**
 * Creates a project and exports the accounts of its service. Lists them first, because an
 * unreadable service must leave no project. Each later file is complete on its own.
 */
export async function createFromLive(beginning: LiveProjectRequest): Promise<ExitCode> {
  const { context, options, written } = beginning;
  const selection = readSelection(options);
  if ('refused' in selection) return refuse(beginning, selection.refused);
  const walked = await loadScaffold(written, openProjectFiles(options.directory));
  const opened = openIndexedProject(context, options, { walked, forgiven: null });
  if ('refused' in opened) return refuse(beginning, opened.refused);
  return withOpened(openReadPorts({ context, options, project: opened }), async (ports) => {
    const asked = { context, options: { ...options, all: true }, opened, ports };
    const listed = await openExport(asked, selection.selection);
    if ('refused' in listed) return refuse(beginning, listed.refused);
    const created = await beginning.create(listed.listed.keys.size);
    return writeAccounts(asked, listed, created);
  });
}

async function refuse(
  { context, options }: LiveProjectRequest,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, options.directory, refused);
  context.terminal.log('Nothing was written.');
  return exitCodes.failed;
}

/** Data of a project created from the accounts of a service. */
type LiveProject = {
  readonly created: CreatedProject;
  readonly accounts: AsyncIterable<ExportedAccount>;
  readonly end: () => Promise<ExportFrame>;
  /** Callable after `end`. */
  readonly listOrigins: () => readonly string[];
  /** Callable after all accounts. */
  readonly propose: () => Proposal;
};

async function writeAccounts(
  asked: ExportRequest,
  listed: OpenedExport,
  created: CreatedProject,
): Promise<ExitCode> {
  const { context, options } = asked;
  const tally = new ProfileTally();
  const { accounts, end, listOrigins, toExitCode } = startExport(asked, listed, {
    onWritten: (described) => tally.add(makeAccountProfile(described)),
  });
  const ended: ExportFrame[] = [];
  const reported: LiveProject = {
    created: created,
    accounts,
    end: async () => {
      const frame = await end();
      ended.push(frame);
      return frame;
    },
    listOrigins,
    propose: () => tally.total(standardLimit),
  };
  const pieces =
    options.format === 'json'
      ? formatDocumentPieces('init', {
          result: toScaffoldData(created),
          accounts,
          run: async () => {
            const { directory: _, ...frame } = await reported.end();
            const diagnostics = [...context.reported];
            const origins = listOrigins();
            return { ...frame, origins, proposal: reported.propose(), diagnostics };
          },
        })
      : formatText(reported, asked);
  try {
    await context.terminal.out(pieces);
  } finally {
    const failed = ended[0]?.summary.failed ?? 1;
    if (failed > 0 || context.stopping.aborted) printComplete(context, options);
  }
  // Returns partial, because the project itself was written.
  return context.stopping.aborted || toExitCode() !== exitCodes.ok
    ? exitCodes.partial
    : exitCodes.ok;
}

function printComplete({ terminal }: CommandContext, { directory }: GlobalOptions): void {
  const command = ['cyclectl', ...formatFolderOption(directory), 'export --all'].join(' ');
  const text = 'The project and each written account are complete.';
  terminal.log(`${text} To export the others: ${command}`);
}

async function* formatText(
  { created, accounts, end, listOrigins, propose }: LiveProject,
  { ports, context }: ExportRequest,
): AsyncGenerator<string, void, undefined> {
  const { paint } = context.terminal;
  yield formatScaffoldText(created);
  let secrets = 0;
  const countSecrets = async () => {
    const frame = await end();
    secrets = frame.secrets.length;
    return frame;
  };
  yield* formatExportText(accounts, countSecrets, { target: ports.target, paint, isAll: true });
  // Repeats the hints about CI, because these secrets and origins were unknown before.
  if (secrets > 0) yield '\nIn CI, add the names of these secrets to CYCLECTL_ALLOW_ENV.\n';
  yield formatOrigins(created, listOrigins());
  yield formatProposalSummary(propose(), paint);
  yield formatScaffoldNext(created);
}
