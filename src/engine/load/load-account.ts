import { toHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { readPointer } from '../../kit/json/json-pointer.ts';
import type { AccountEntry, LoadedDocument, RawDocument } from '../../model/manifest/manifest.ts';
import type { Files } from '../../model/ports.ts';
import { loadDocuments } from './load-documents.ts';

/** Loads the document of one account again, by its entry in the index. */
export async function loadAccount(files: Files, entry: AccountEntry): Promise<LoadedDocument> {
  const { documents, diagnostics } = await loadDocuments(files, entry.file);
  const document = documents.find((item) => isDocumentOf(entry, item));
  if (document !== undefined && isAsJudged(entry, document)) return { document, diagnostics };
  const summary =
    document === undefined
      ? `The account ${entry.key} is no longer in ${entry.file}`
      : `The account ${entry.key} in ${entry.file} changed while cyclectl was running`;
  return {
    document: null,
    diagnostics: [
      ...diagnostics,
      { code: 'file-changed', severity: 'error', summary, at: entry.at },
    ],
  };
}

// A changed document was not checked against the names that the operator allows.
function isAsJudged({ digest }: AccountEntry, { written }: RawDocument): boolean {
  return digest === undefined || digest === toHash(formatCanonicalJson(written));
}

function isDocumentOf(entry: AccountEntry, document: RawDocument): boolean {
  if (document.documentIndex !== entry.documentIndex) return false;
  return readPointer(document.written, '/metadata/name') === entry.key;
}
