import type { ReadProblem } from '../../kit/files/folder.ts';
import { toFileError } from '../../kit/operational-error.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import { catalogFile } from '../../model/live/saved-catalog.ts';
import type { Files } from '../../model/ports.ts';
import { type ParsedCatalogs, parseCatalogFile, saveAgain } from './parse-catalog-file.ts';

/** Saved catalogs of a project, with the text of their file. */
export type LoadedCatalogs = { readonly text: string; readonly parsed: ParsedCatalogs };

/** Largest file that is read: more than 500 connectors in full. */
export const mostCatalogBytes = 32 * 2 ** 20;

const moveAway = 'Move it away, and run cyclectl catalog save in each environment.';

/** Problems of a file that has no text, each with its remedy. */
const problems: Readonly<
  Record<
    Exclude<ReadProblem, 'missing' | 'unreadable'>,
    { readonly says: string; readonly remedy: string }
  >
> = {
  'not-a-file': { says: 'is not a file', remedy: moveAway },
  'too-large': { says: 'is larger than 32 MiB', remedy: saveAgain },
  binary: { says: 'is not UTF-8 text', remedy: saveAgain },
  outside: { says: 'is a link that leads outside the project folder', remedy: moveAway },
  private: { says: 'is a link into .cyclectl, .git or node_modules', remedy: moveAway },
};

/** Loads catalog.json; null if the project has none. */
export async function loadCatalogs(files: Pick<Files, 'read'>): Promise<LoadedCatalogs | null> {
  const reading = await files.read(catalogFile, mostCatalogBytes);
  if (reading.ok) {
    const { text, hasMark } = reading;
    return { text: hasMark === true ? `\ufeff${text}` : text, parsed: parseCatalogFile(text) };
  }
  if (reading.problem === 'missing') return null;
  const diagnostic = reportError(
    'catalog-unreadable',
    describeProblem(reading.problem, reading.cause),
  );
  return { text: '', parsed: { kind: 'wrong', diagnostic } };
}

function describeProblem(
  problem: Exclude<ReadProblem, 'missing'>,
  cause: unknown,
): { readonly summary: string; readonly remedy: string } {
  if (problem !== 'unreadable') {
    const { says, remedy } = problems[problem];
    return { summary: `${catalogFile} ${says}`, remedy };
  }
  const { message } = toFileError('read', catalogFile, cause);
  return { summary: message, remedy: 'Give this user permission to read it, or move it away.' };
}
