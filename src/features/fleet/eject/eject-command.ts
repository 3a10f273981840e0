import { posix } from 'node:path';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { hasRevisions } from '../../../engine/run/report-revisions.ts';
import { type Diagnostic, hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { compareProjects } from '../compare-projects.ts';
import { makeEjection } from './make-ejection.ts';
import { writeEdits } from './write-edits.ts';

/**
 * `cyclectl render NAME --eject`: writes the manifest of a row as a file of its account, and removes
 * its row and its override, once they are proven to mean the same.
 */
export async function runEject(
  { context, options, project: { project, diagnostics } }: ProjectRequest,
  entry: AccountEntry,
): Promise<ExitCode> {
  const { directory, format } = options;
  const files = openProjectFiles(directory);
  const { environments, folders } = project;
  const made = await makeEjection(entry, {
    files,
    environments,
    path: posix.join(folders[0], `${entry.key}.yaml`),
  });
  if ('refused' in made) return printRefused(context, directory, made.refused);
  const after = withOverlay(files, new Map(made.edits.map(({ path, text }) => [path, text])));
  const compared = await compareProjects(files, after);
  if (hasErrors(compared.diagnostics) || compared.differing.size > 0) {
    return printRefused(context, directory, [...compared.diagnostics, reportUnproven(entry)]);
  }
  const failed = await writeEdits(made.edits, openManifestFiles(directory));
  if (failed !== null) return printRefused(context, directory, [failed]);
  await printDiagnostics(context, directory, diagnostics);
  const { path, removed } = made;
  await context.terminal.out(
    format === 'json'
      ? formatDocument('render', { accounts: [made.written], ejected: { path, removed } })
      : `Wrote ${path}, and removed the ${removed.join(' and the ')}. ${formatResult(entry)}\n`,
  );
  return exitCodes.ok;
}

// A file has no revision: the account leaves waves and pins behind.
function formatResult({ key, layering }: AccountEntry): string {
  const fleet = layering?.fleet;
  return fleet != null && hasRevisions(fleet)
    ? `${key} has the newest revision of the fleet ${fleet.name}, whichever it was on: plan shows what its next apply changes.`
    : `${key} is the same in every environment.`;
}

function reportUnproven({ key, at }: AccountEntry): Diagnostic {
  return reportError('not-proven', {
    summary: `The manifest that ${key} comes to would not mean the same as a file; nothing was written`,
    at,
    remedy: `Write the file yourself, with what cyclectl render ${key} prints.`,
  });
}
