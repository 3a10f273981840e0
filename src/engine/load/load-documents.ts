import type { LoadedFile } from '../../model/manifest/manifest.ts';
import type { FileProblem, Files } from '../../model/ports.ts';
import { parseDocuments } from './parse-documents.ts';

const problems: Readonly<Record<FileProblem, string>> = {
  missing: 'does not exist',
  'not-a-file': 'is not a file',
  'too-large': 'is larger than 1 MiB',
  binary: 'is not UTF-8 text',
  outside: 'is outside the project folder',
  private: 'is in .cyclectl, .git or node_modules',
  unreadable: 'cannot be opened',
};

/** Larger than a manifest of a thousand cycles; limits the parser's time for files of a branch. */
const maxTextLength = 2 ** 20;

/** Reads and parses one manifest file; the path is relative to the project folder. */
export async function loadDocuments(files: Files, file: string): Promise<LoadedFile> {
  const reading = await files.read(file);
  if (reading.ok && reading.text.length <= maxTextLength) return parseDocuments(file, reading.text);
  const problem = reading.ok ? 'too-large' : reading.problem;
  const at = { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
  const summary = `The file ${file} ${problems[problem]}`;
  return {
    size: 0,
    documents: [],
    diagnostics: [{ code: 'file-unreadable', severity: 'error', summary, at }],
  };
}
