import type { ReadProblem } from '../../../kit/files/folder.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Files } from '../../../model/ports.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { checkConflict } from '../parse-documents.ts';
import { type ReadTable, readCsv } from './read-csv.ts';
import { readRows } from './read-rows.ts';

/** Bytes of a table of some 100,000 rows. */
export const maxTableBytes = 16 * 2 ** 20;

const problems: Readonly<Record<ReadProblem, string>> = {
  missing: 'does not exist',
  'not-a-file': 'is not a file',
  'too-large': 'is larger than 16 MiB',
  binary: 'is not UTF-8 text',
  outside: 'is outside the project folder',
  private: 'is in .cyclectl, .git or node_modules',
  unreadable: 'cannot be opened',
};

const remedies: Partial<Readonly<Record<ReadProblem, string>>> = {
  binary: 'Save the spreadsheet as CSV in UTF-8.',
  'too-large': 'Write its rows as several tables; a fleet can name many.',
};

/**
 * Loads a table of a fleet by its path in the project folder; the ending says its format. `at` is
 * where the fleet names it.
 */
export async function loadTable(files: Files, file: string, at: SourceSpan): Promise<ReadTable> {
  const reading = await files.read(file, maxTableBytes);
  if (reading.ok && reading.isLinked) {
    const summary = `A link is on the path of the table ${file}; cyclectl reads no tables through links`;
    const remedy = 'Write the path of the file that it leads to.';
    return { table: null, diagnostics: [reportError('file-passed-over', { summary, at, remedy })] };
  }
  if (!reading.ok) {
    const summary = `The table ${file} ${problems[reading.problem]}`;
    const remedy =
      remedies[reading.problem] ??
      'Write the path of a *.csv, *.yaml or *.json file, from the folder of cyclectl.yaml.';
    return { table: null, diagnostics: [reportError('file-unreadable', { summary, at, remedy })] };
  }
  if (!file.endsWith('.csv')) return readRows(file, reading.text);
  const conflict = checkConflict(file, reading.text);
  return conflict === null ? readCsv(file, reading.text) : { table: null, diagnostics: [conflict] };
}
