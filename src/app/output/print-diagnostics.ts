import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MadeCycleFile } from '../../engine/cycle-file/export/make-cycle-file.ts';
import { formatArgument } from '../../kit/text/format-name.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { projectFile } from '../../model/manifest/project.ts';
import { withFolder } from '../../model/report/advice/commands.ts';
import { formatDiagnostics } from '../../reports/text/format-diagnostics.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { openProjectFiles } from '../project/project-files.ts';

/** Prints diagnostics to stderr, each with the line that it is about, and keeps them for the data. */
export async function printDiagnostics(
  context: CommandContext,
  directory: string,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  if (diagnostics.length === 0) return;
  for (const diagnostic of diagnostics) context.reported.add(diagnostic);
  const files = openProjectFiles(directory);
  const texts = new Map<string, string>();
  for (const file of new Set(diagnostics.flatMap(listFiles))) {
    const reading = await files.read(file);
    if (reading.ok) texts.set(file, reading.text);
  }
  const reported = diagnostics.map((diagnostic) => addFolder(diagnostic, directory));
  const { terminal } = context;
  const readSource = (file: string) => texts.get(file) ?? null;
  terminal.log(formatDiagnostics(reported, readSource, terminal.paint.columns).trimEnd());
}

/** Prints the reasons why a command does nothing, and returns its exit code. */
export async function printRefused(
  context: CommandContext,
  directory: string,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, directory, refused);
  return exitCodes.failed;
}

// Adds the folder, because inner layers know only paths of the project.
function addFolder(diagnostic: Diagnostic, directory: string): Diagnostic {
  const { code, remedy } = diagnostic;
  if (code === 'project-missing') {
    const summary = `No ${projectFile} in ${resolve(directory)}`;
    const above = remedy === undefined ? findAbove(directory) : null;
    if (above === null) return { ...diagnostic, summary };
    return {
      ...diagnostic,
      summary,
      remedy: `Add -C ${formatArgument(above)} to use that of a folder above.`,
    };
  }
  return remedy === undefined
    ? diagnostic
    : { ...diagnostic, remedy: withFolder(remedy, directory) };
}

/** Finds the nearest folder above with a project, as one would type it. */
function findAbove(directory: string): string | null {
  const above = join(directory, '..');
  if (resolve(above) === resolve(directory)) return null;
  return existsSync(join(above, projectFile)) ? above : findAbove(above);
}

function listFiles(diagnostic: Diagnostic): string[] {
  const spans = [diagnostic.at, ...(diagnostic.related ?? []).map((item) => item.at)];
  return spans.flatMap((span) => (span === undefined ? [] : [span.file]));
}

/** Prints the parts of an export that its file does not have. */
export function printOmissions(
  { terminal }: CommandContext,
  { secrets, unresolvedIds }: Pick<MadeCycleFile, 'secrets' | 'unresolvedIds'>,
): void {
  for (const path of secrets) {
    terminal.log(`The secret at ${toVisible(path)} was not written to the file.`);
  }
  for (const pointer of unresolvedIds) {
    terminal.log(
      `The export does not explain the id at ${toVisible(pointer)}: it has no meaning in another account.`,
    );
  }
}
