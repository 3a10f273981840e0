import { readPointer } from '../../kit/json-pointer.ts';
import type { AccountEntry, LoadedDocument, RawDocument } from '../../model/manifest.ts';
import type { Files } from '../../model/ports.ts';
import { loadDocuments } from './load-documents.ts';

/** Loads the document of one account again, by its entry in the index (the second walk). */
export async function loadAccount(files: Files, entry: AccountEntry): Promise<LoadedDocument> {
  const { documents, diagnostics } = await loadDocuments(files, entry.file);
  const document = documents.find((item) => isDocumentOf(entry, item));
  if (document !== undefined) return { document, diagnostics };
  const summary = `The account ${entry.key} is no longer in ${entry.file}`;
  return {
    document: null,
    diagnostics: [
      ...diagnostics,
      { code: 'file-changed', severity: 'error', summary, at: entry.at },
    ],
  };
}

function isDocumentOf(entry: AccountEntry, document: RawDocument): boolean {
  if (document.documentIndex !== entry.documentIndex) return false;
  return readPointer(document.written, '/metadata/name') === entry.key;
}
