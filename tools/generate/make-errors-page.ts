import { renderNotice } from './markdown.ts';

/** The catalogue of diagnostics as the page reads it: code to meaning and remedy. */
export type Catalogue = Readonly<
  Record<string, { readonly means: string; readonly remedy: string; readonly stops: string }>
>;

/** docs/reference/errors.md: one heading per code, so that a link can end in `#code`. */
export function makeErrorsPage(catalogue: Catalogue): string {
  const entries = Object.entries(catalogue).map(
    ([code, { means, remedy, stops }]) =>
      `## ${code}\n\n${means}\n\n**What to do:** ${remedy}\n\n**Stops:** ${stops}.\n`,
  );
  const intro = `# Diagnostics

Each message of cyclectl about a manifest, a policy or the live state carries one of these codes, in
the order in which a run meets them. A code keeps its meaning; the words of a message may change. What an error stops is said
with it. What \`cyclectl validate\` finds stops the reading, because nobody knows what such a manifest means; of all else,
whatever only a write would need stops no reading.
`;
  return [renderNotice('src/model/diagnostic/codes.ts'), intro, ...entries].join('\n');
}
