import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { findEntry } from '../../../engine/index/find-entry.ts';
import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { Files } from '../../../model/ports.ts';
import { formatCommandAt } from '../../../model/report/advice/commands.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { deleteDocument } from './delete-row.ts';
import { listRemovals, readWhole } from './list-removals.ts';
import { type FileEdit, writeEdits } from './write-edits.ts';

type RemoveOptions = GlobalOptions & { readonly account: string };

/** `cyclectl fleet remove NAME`: removes an account from every file that names it. */
export function runFleetRemove(context: CommandContext, options: RemoveOptions): Promise<ExitCode> {
  return withProject(context, options, remove);
}

async function remove(request: ProjectRequest<RemoveOptions>): Promise<ExitCode> {
  const { context, options, project } = request;
  const { directory, account, format } = options;
  const found = findEntry(project.accounts, account);
  if ('refused' in found) return printRefused(context, directory, found.refused);
  const made = await makeRemoval(found.entry, openProjectFiles(directory));
  if ('refused' in made) return printRefused(context, directory, [made.refused]);
  const failed = await writeEdits(made.edits, openManifestFiles(directory));
  if (failed !== null) return printRefused(context, directory, [failed]);
  await printDiagnostics(context, directory, project.diagnostics);
  const { removed } = made;
  const destroys = [...project.project.environments.keys()]
    .filter((environment) => findIdInEnvironment(found.entry, environment) !== null)
    .map((environment) =>
      formatCommandAt('destroy', toAccountAddress(account), { directory, environment }),
    );
  await context.terminal.out(
    format === 'json'
      ? formatDocument('fleet-remove', { account, removed })
      : `Removed the ${removed.join(' and the ')}. The service is unchanged; to delete the account there: ${destroys.join('; ')}\n`,
  );
  return exitCodes.ok;
}

async function makeRemoval(
  entry: AccountEntry,
  files: Files,
): Promise<
  | { readonly edits: readonly FileEdit[]; readonly removed: readonly string[] }
  | { readonly refused: Diagnostic }
> {
  const { document: raw, layering, file } = entry;
  const fleet = layering?.fleet ?? null;
  if (fleet !== null && raw !== null) {
    const made = await listRemovals(entry, { raw, fleet }, files);
    return 'stuck' in made ? { refused: reportStuck(entry, made.stuck.file) } : made;
  }
  const before = await readWhole(files, file);
  if (before === null) return { refused: reportStuck(entry, file) };
  if (parseDocuments(file, before).documents.length === 1)
    return { edits: [{ path: file, before, text: null }], removed: [`file ${file}`] };
  const text = deleteDocument(before, file, entry.documentIndex);
  if (text === null) return { refused: reportStuck(entry, file) };
  return { edits: [{ path: file, before, text }], removed: [`document of ${file}`] };
}

function reportStuck({ key, at }: AccountEntry, file: string): Diagnostic {
  return reportError('not-removed', {
    summary: `${key} cannot be removed from ${file} without a change of something else; nothing was written`,
    at,
    remedy: 'Remove it yourself.',
  });
}
