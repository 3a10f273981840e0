import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CommandContext } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openProject } from '../../../app/project/open-project.ts';
import { writeNewFile } from '../../../kit/files/write-file.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Selection } from '../../../model/manifest/selection.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import type { SuggestedSecret } from '../describe/described-account.ts';
import { formatExportText } from './format-export-text.ts';
import { formatSecretsTemplate } from './format-secrets-template.ts';
import { type ExportRequest, openExport, readSelection } from './open-export.ts';
import { startExport } from './start-export.ts';

export type ExportOptions = ExportRequest['options'];

/**
 * `cyclectl export`: exports accounts to manifests; `--merge` writes changes of the service into
 * existing ones.
 */
export async function runExportCommand(
  context: CommandContext,
  options: ExportOptions,
): Promise<ExitCode> {
  const selection = selectAccounts(options);
  if ('refused' in selection) return printRefused(context, options.directory, selection.refused);
  // Accepts a missing manifest folder, because the first file creates it.
  const opened = await openProject(context, options, 'folder-missing');
  if ('refused' in opened) return printRefused(context, options.directory, opened.refused);
  await printDiagnostics(context, options.directory, opened.index.diagnostics);
  return withOpened(openReadPorts({ context, options, project: opened }), (ports) =>
    exportInProject({ context, options, opened, ports }, selection.selection),
  );
}

function selectAccounts(options: ExportOptions): ReturnType<typeof readSelection> {
  if (options.foreign === true && options.merge !== true) {
    const summary = '--foreign needs --merge';
    const remedy = 'Add --merge, which writes into existing manifests.';
    return { refused: [reportError('wrong-usage', { summary, remedy })] };
  }
  if (options.all === true || options.select.length > 0) return readSelection(options);
  const summary = 'Neither --all nor --select is given';
  const remedy =
    'Pass --all for every account, or --select account=NAME with its future key or its id; * matches any text.';
  return { refused: [reportError('wrong-usage', { summary, remedy })] };
}

async function exportInProject(asked: ExportRequest, selection: Selection): Promise<ExitCode> {
  const { context, options, ports } = asked;
  const opened = await openExport(asked, selection);
  if ('refused' in opened) return printRefused(context, options.directory, opened.refused);
  const template = await openTemplate(options.secretsTemplate);
  const started = startExport(asked, opened);
  const { accounts, toExitCode } = started;
  const end = async () => {
    const frame = await started.end();
    await template?.(frame.secrets);
    return frame;
  };
  const { paint } = context.terminal;
  const manner = { target: ports.target, paint, isAll: options.all === true };
  const pieces =
    options.format === 'json'
      ? formatDocumentPieces('export', {
          accounts,
          run: async () => {
            const { directory: _, ...frame } = await end();
            return { ...frame, diagnostics: [...context.reported] };
          },
        })
      : formatExportText(accounts, end, manner);
  await context.terminal.out(pieces);
  return toExitCode();
}

// Checks before the export, because the file is written after it.
async function openTemplate(
  file: string | undefined,
): Promise<((secrets: readonly SuggestedSecret[]) => Promise<void>) | null> {
  if (file === undefined) return null;
  const makeInTheWay = () =>
    new OperationalError(`${file} exists, and is not overwritten`, {
      remedy: 'Name another file with --secrets-template.',
    });
  if (await isThere(file)) throw makeInTheWay();
  const folder = dirname(resolve(file));
  if (!(await isThere(folder))) {
    throw new OperationalError(`cannot write ${file}: the folder ${folder} does not exist`, {
      remedy: 'Create the folder, or name another file with --secrets-template.',
    });
  }
  return async (secrets) => {
    const text = formatSecretsTemplate(secrets, /\.ya?ml$/i.test(file));
    if (!(await writeNewFile({ path: resolve(file), text, mode: 0o600 }))) throw makeInTheWay();
  };
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
