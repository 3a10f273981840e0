import type { ReadProblem } from '../../kit/files/folder.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import { catalogFile } from '../../model/live/saved-catalog.ts';
import type { Files } from '../../model/ports.ts';
import { type ParsedCatalogs, parseCatalogFile, saveAgain } from './parse-catalog-file.ts';

/** Saved catalogs of a project, with the text of their file. */
export type LoadedCatalogs = { readonly text: string; readonly parsed: ParsedCatalogs };

/** Largest file that is read: more than 500 connectors in full. */
export const mostCatalogBytes = 32 * 2 ** 20;

const problems: Readonly<Record<Exclude<ReadProblem, 'missing'>, string>> = {
  'not-a-file': 'is not a file',
  'too-large': 'is larger than 32 MiB',
  binary: 'is not UTF-8 text',
  outside: 'is a link that leads outside the project folder',
  private: 'is a link into .cyclectl, .git or node_modules',
  unreadable: 'cannot be opened',
};

/** Loads catalog.json; null if the project has none. */
export async function loadCatalogs(files: Pick<Files, 'read'>): Promise<LoadedCatalogs | null> {
  const reading = await files.read(catalogFile, mostCatalogBytes);
  if (reading.ok) {
    const { text, hasMark } = reading;
    return { text: hasMark === true ? `\ufeff${text}` : text, parsed: parseCatalogFile(text) };
  }
  if (reading.problem === 'missing') return null;
  const diagnostic = reportError('catalog-unreadable', {
    summary: `${catalogFile} ${problems[reading.problem]}`,
    at: { file: catalogFile, line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '' },
    remedy: saveAgain,
  });
  return { text: '', parsed: { kind: 'wrong', diagnostic } };
}
