import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

/** What is wrong with a file that was named on the command line, with its name. */
export function withFileName(
  path: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, summary: `${path}: ${each.summary}` }));
}
