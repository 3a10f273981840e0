import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { indexProject } from '../../../app/project/index-project.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { type Diagnostic, hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { compareProjects } from '../compare-projects.ts';
import { type FormattedTable, formatTables } from './format-tables.ts';

type FmtOptions = GlobalOptions & { readonly check?: boolean };

/**
 * `cyclectl fleet fmt`: writes the tables of fleets in their canonical form, if every account
 * stays the same. `--check` writes nothing, and fails where a table has another form.
 */
export async function runFleetFmt(context: CommandContext, options: FmtOptions): Promise<ExitCode> {
  const { directory, check = false, format } = options;
  const files = openProjectFiles(directory);
  const { project, index } = await indexProject(context, files, { isReadAgain: false });
  if (project === null || hasErrors(index.diagnostics)) {
    return printRefused(context, directory, index.diagnostics);
  }
  const tables = await formatTables(files, project.environments);
  const changed = tables.filter(({ before, text }) => before !== text);
  const refused = check ? changed.map(reportForm) : await writeTables(directory, changed);
  const isDone = refused.length === 0;
  if (isDone || check) {
    const listed = tables.map((table) => ({ path: table.path, changed: changed.includes(table) }));
    const text = isDone ? formatResult(tables, changed) : '';
    await context.terminal.out(
      format === 'json' ? formatDocument('fleet-fmt', { tables: listed }) : text,
    );
  }
  return isDone ? exitCodes.ok : printRefused(context, directory, refused);
}

/** Writes tables if the project means the same with them, or reports why not. */
async function writeTables(
  directory: string,
  changed: readonly FormattedTable[],
): Promise<readonly Diagnostic[]> {
  if (changed.length === 0) return [];
  const files = openProjectFiles(directory);
  const after = withOverlay(files, new Map(changed.map(({ path, text }) => [path, text])));
  const { differing, diagnostics } = await compareProjects(files, after);
  if (differing.size > 0 || hasErrors(diagnostics)) {
    return [
      ...diagnostics.filter(({ severity }) => severity === 'error'),
      reportUnproven(differing),
    ];
  }
  const manifests = openManifestFiles(directory);
  for (const { path, before, text } of changed) {
    if (!(await manifests.replace(path, { before, text }))) return [reportMoved(path)];
  }
  return [];
}

function formatResult(
  tables: readonly FormattedTable[],
  changed: readonly FormattedTable[],
): string {
  if (changed.length > 0) return changed.map(({ path }) => `Formatted ${path}.\n`).join('');
  return `No change. ${count(tables.length, 'table')}.\n`;
}

function reportForm({ path, before, text }: FormattedTable): Diagnostic {
  const [were, are] = [before.split('\n'), text.split('\n')];
  const line = Math.max(1, were.findIndex((each, index) => each !== are[index]) + 1);
  const at = { file: path, line, column: 1, endLine: line, endColumn: 1, pointer: '' };
  return reportError('table-form', {
    summary: `The table ${path} is not in canonical form`,
    at,
    remedy: 'Run cyclectl fleet fmt.',
  });
}

function reportUnproven(differing: ReadonlySet<string>): Diagnostic {
  const [first] = differing;
  const who = first === undefined ? '' : `, such as ${first}`;
  return reportError('not-proven', {
    summary: `In canonical form the tables would change what accounts come to${who}; nothing was written`,
    remedy: 'Report it with the table. Sort the rows yourself meanwhile.',
  });
}

function reportMoved(path: string): Diagnostic {
  return reportError('file-in-the-way', {
    summary: `${path} changed meanwhile, and was not written`,
    remedy: 'Run the command again.',
  });
}
