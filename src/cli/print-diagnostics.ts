import type { Diagnostic } from '../model/diagnostic.ts';
import { writeDiagnostics } from '../stages/report/write-diagnostics.ts';
import type { CommandContext } from './context.ts';
import { openProjectFiles } from './project-files.ts';

/** Prints diagnostics to stderr, each with the line that it is about. */
export async function printDiagnostics(
  context: CommandContext,
  directory: string,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  if (diagnostics.length === 0) return;
  const files = openProjectFiles(directory);
  const texts = new Map<string, string>();
  for (const file of new Set(diagnostics.flatMap(listFiles))) {
    const reading = await files.read(file);
    if (reading.ok) texts.set(file, reading.text);
  }
  context.terminal.say(writeDiagnostics(diagnostics, (file) => texts.get(file) ?? null).trimEnd());
}

function listFiles(diagnostic: Diagnostic): string[] {
  const spans = [diagnostic.at, ...(diagnostic.related ?? []).map((item) => item.at)];
  return spans.flatMap((span) => (span === undefined ? [] : [span.file]));
}
