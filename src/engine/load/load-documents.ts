import type { ReadProblem } from '../../kit/files/folder.ts';
import { toHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { readPointer } from '../../kit/json/json-pointer.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import type {
  AccountEntry,
  LoadedDocument,
  LoadedFile,
  RawDocument,
} from '../../model/manifest/manifest.ts';
import { projectFile } from '../../model/manifest/project.ts';
import type { Files } from '../../model/ports.ts';
import { parseDocuments } from './parse-documents.ts';

const problems: Readonly<Record<ReadProblem, string>> = {
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

const byteOrderMarkBytes = 3;

/** Reads and parses one manifest file; the path is relative to the project folder. */
export async function loadDocuments(files: Pick<Files, 'read'>, file: string): Promise<LoadedFile> {
  const reading = await files.read(file);
  if (reading.ok && reading.text.length <= maxTextLength) {
    const from = reading.hasMark === true ? byteOrderMarkBytes : 0;
    return parseDocuments(file, reading.text, { from, line: 0, documentIndex: 0 });
  }
  const problem = reading.ok ? 'too-large' : reading.problem;
  const at = { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
  const summary = `The file ${file} ${problems[problem]}`;
  return {
    size: 0,
    documents: [],
    diagnostics: [reportError('file-unreadable', { summary, at })],
  };
}

/** Loads the document of one account again, by its entry in the index. */
export async function loadAccount(files: Files, entry: AccountEntry): Promise<LoadedDocument> {
  const alone = await loadAlone(files, entry);
  if (alone !== null) return { document: alone, diagnostics: [] };
  const { documents, diagnostics } = await loadDocuments(files, entry.file);
  const document = documents.find((item) => isDocumentOf(entry, item));
  if (document !== undefined && isAsJudged(entry, document)) return { document, diagnostics };
  const summary =
    document === undefined
      ? `The account ${entry.key} is no longer in ${entry.file}`
      : `The account ${entry.key} in ${entry.file} changed while cyclectl was running`;
  return {
    document: null,
    diagnostics: [...diagnostics, reportError('file-changed', { summary, at: entry.at })],
  };
}

// Without the other documents of its file, because each of their accounts would parse all of it. Null:
// the file has none, or it changed.
async function loadAlone(files: Files, entry: AccountEntry): Promise<RawDocument | null> {
  const { file, part } = entry;
  if (part === undefined) return null;
  const reading = await files.read(file, undefined, part);
  if (!reading.ok || Buffer.byteLength(reading.text) !== part.bytes) return null;
  const { documents, diagnostics } = parseDocuments(file, reading.text, part);
  const [document, second] = documents;
  if (document === undefined || second !== undefined || diagnostics.length > 0) return null;
  return isDocumentOf(entry, document) && isAsJudged(entry, document) ? document : null;
}

// A changed document was not checked against the names that the operator allows.
function isAsJudged({ digest }: AccountEntry, { written }: RawDocument): boolean {
  return digest === undefined || digest === toHash(formatCanonicalJson(written));
}

function isDocumentOf(entry: AccountEntry, document: RawDocument): boolean {
  if (document.documentIndex !== entry.documentIndex) return false;
  return readPointer(document.written, '/metadata/name') === entry.key;
}

/** Loads cyclectl.yaml, which must hold exactly one document. */
export async function loadProject(files: Files): Promise<LoadedDocument> {
  const reading = await files.read(projectFile);
  if (!reading.ok && reading.problem === 'missing') {
    const summary = `This folder has no ${projectFile}`;
    const other = await findOtherName(files);
    const remedy = other === null ? {} : { remedy: `Rename ${other} to ${projectFile}.` };
    return {
      document: null,
      diagnostics: [reportError('project-missing', { summary, ...remedy })],
    };
  }
  const { documents, diagnostics } = await loadDocuments(files, projectFile);
  const [document, second] = documents;
  if (document === undefined) return { document: null, diagnostics };
  if (second === undefined) return { document, diagnostics };
  return {
    document,
    diagnostics: [
      ...diagnostics,
      reportError('document-misplaced', {
        summary: `${projectFile} holds more than one document`,
        at: second.spanOf(''),
        remedy: 'Move the second document to a file in a manifest folder.',
      }),
    ],
  };
}

/** Finds a file that is probably meant to be cyclectl.yaml; null if there is none. */
async function findOtherName(files: Files): Promise<string | null> {
  for (const name of ['cyclectl.yml', 'cyclectl.json']) {
    if ((await files.read(name)).ok) return name;
  }
  return null;
}
