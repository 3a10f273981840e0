import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { openProject } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { readMachine } from '../../../kit/machine.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Selection } from '../../../model/manifest/selection.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { type ExportRequest, openExport, readSelection } from '../export/open-export.ts';
import type { ProposeOptions } from '../propose/adopt-propose-command.ts';
import { formatFleetsText } from './format-fleets-text.ts';
import { type Candidate, listCandidates } from './list-candidates.ts';
import { type ResolvedFleets, resolveFleets } from './resolve-fleets.ts';
import { writeFleets } from './write-fleets.ts';
import type { FleetsResult } from './written-fleets.ts';

/**
 * `cyclectl adopt --propose --write`: writes accounts that are alike as a blueprint, a table and
 * overrides, once they are proven to mean the same. Reads the service, and binds nothing.
 */
export async function runProposeWrite(
  context: CommandContext,
  options: ProposeOptions,
): Promise<ExitCode> {
  const { directory } = options;
  const selection = readSelection(options);
  if ('refused' in selection) return printRefused(context, directory, selection.refused);
  const opened = await openProject(context, options, 'folder-missing');
  if ('refused' in opened) return printRefused(context, directory, opened.refused);
  await printDiagnostics(context, directory, opened.index.diagnostics);
  return withOpened(openReadPorts({ context, options, project: opened }), (ports) =>
    writeInProject({ context, options, opened, ports, wantsAbsent: true }, selection.selection),
  );
}

async function writeInProject(asked: ExportRequest, selection: Selection): Promise<ExitCode> {
  const { context, options, opened, ports } = asked;
  const { directory } = options;
  const found = await openExport(asked, selection);
  if ('refused' in found) return printRefused(context, directory, found.refused);
  const { listed, run, exporting } = found;
  const files = openProjectFiles(directory);
  const { candidates, unread } = await listCandidates(exporting, listed, {
    files,
    width: run.width,
    follow: (read, total) => withProgress(context, { does: 'reading', total, ports }, read),
  });
  const owner = readMachine().user;
  const resolved = await resolveFleets(candidates, {
    files,
    owner,
    entries: opened.index.accounts,
  });
  if ('refused' in resolved) {
    return printRefused(context, directory, [...resolved.refused, reportUnproven()]);
  }
  const manifests = openManifestFiles(directory);
  const { diagnostics: failed, commented } = await writeFleets({ files, manifests }, resolved);
  await printDiagnostics(context, directory, failed);
  const result = { ...toResult(resolved, candidates), commented };
  const frame = { target: ports.target, cost: ports.readCost(), skipped: listed.skipped, unread };
  await context.terminal.out(
    options.format === 'json'
      ? formatDocument('proposed-fleets', {
          run: { ...frame, diagnostics: [...context.reported] },
          result,
        })
      : formatFleetsText(result, frame, context.terminal.paint),
  );
  return hasErrors(failed) || unread.length > 0 ? exitCodes.failed : exitCodes.ok;
}

function toResult(
  resolved: ResolvedFleets,
  candidates: readonly Candidate[],
): Omit<FleetsResult, 'commented'> {
  const { fleets, texts, removed, kept, compared } = resolved;
  return {
    fleets: fleets.map(({ name, draft: { members, inputs, overrides } }) => ({
      name,
      files: [...texts.keys()].filter((path) => path.includes(`/${name}.`)),
      accounts: members.map(({ metadata }) => metadata.name).sort(),
      inputs: [...inputs.keys()],
      overrides: [...overrides.keys()].map(({ metadata }) => metadata.name).sort(),
    })),
    kept: [...kept].map(([{ key, file, texts: own }, why]) => ({
      account: key,
      file,
      why,
      isNew: own !== null,
    })),
    removed,
    compared,
    secrets: candidates.flatMap(({ secrets }) => secrets),
  };
}

function reportUnproven() {
  return reportError('not-proven', {
    summary:
      'No blueprint and table were found that come to the same manifests; nothing was written',
    remedy: 'Limit the command to accounts that are alike, with --select.',
  });
}
