import { renderNotice } from '../markdown.ts';

/** Catalog of diagnostics: code to meaning and remedy. */
export type CodeCatalog = Readonly<
  Record<string, { readonly means: string; readonly remedy: string; readonly stops: string }>
>;

/** docs/reference/errors.md: one heading per code, as a target of `#code`. */
export function makeErrorsPage(catalogue: CodeCatalog): string {
  const entries = Object.entries(catalogue).map(
    ([code, { means, remedy, stops }]) =>
      `## ${code}\n\n${means}\n\n**What to do:** ${remedy}\n\n**Stops:** ${stops}.\n`,
  );
  const intro = `# Errors

Each message about a manifest, a policy or the live state ends with one of these codes, in brackets. They are listed in the order in
which a run can meet them. A code keeps its meaning; the wording of a message may change.

*Stops* says how far an error reaches. A mistake that \`cyclectl validate\` finds stops the reading of the account, because it is unclear what
the manifest means. Anything else that only a write would need stops no reading.
`;
  return [renderNotice('src/model/diagnostic/codes.ts'), intro, ...entries].join('\n');
}
