import type { LoadedDocument } from '../../model/manifest/manifest.ts';
import { projectFile } from '../../model/manifest/project.ts';
import type { Files } from '../../model/ports.ts';
import { loadDocuments } from './load-documents.ts';

/** Loads cyclectl.yaml, which must hold exactly one document. */
export async function loadProject(files: Files): Promise<LoadedDocument> {
  const reading = await files.read(projectFile);
  if (!reading.ok && reading.problem === 'missing') {
    const summary = `This folder has no ${projectFile}`;
    const other = await findOtherName(files);
    const remedy = other === null ? {} : { remedy: `Rename ${other} to ${projectFile}.` };
    return {
      document: null,
      diagnostics: [{ code: 'project-missing', severity: 'error', summary, ...remedy }],
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
      {
        code: 'document-misplaced',
        severity: 'error',
        summary: `${projectFile} holds more than one document`,
        at: second.spanOf(''),
        remedy: 'Move the second document to a file in a manifest folder.',
      },
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
