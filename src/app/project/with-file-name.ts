import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

/** An error about a file of the command line, with its name. */
export function withFileName(
  path: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, summary: `${path}: ${each.summary}` }));
}
