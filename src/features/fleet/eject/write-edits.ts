import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestFiles } from '../../../model/ports.ts';

/** A file to write: `before` is its text, null for a new one. */
export type WrittenEdit = {
  readonly path: string;
  readonly before: string | null;
  readonly text: string;
};

/** The same, or a file to delete. */
export type FileEdit =
  | WrittenEdit
  | { readonly path: string; readonly before: string; readonly text: null };

/** Writes all files, or none if one changed meanwhile, which is reported. */
export async function writeEdits(
  edits: readonly FileEdit[],
  manifests: ManifestFiles,
): Promise<Diagnostic | null> {
  const undone: (() => Promise<unknown>)[] = [];
  for (const edit of edits) {
    if (!(await writeEdit(edit, manifests))) {
      for (const undo of undone.reverse()) await undo();
      return reportChanged(edit.path);
    }
    undone.push(() => writeEdit(toReverse(edit), manifests));
  }
  return null;
}

function writeEdit(edit: FileEdit, manifests: ManifestFiles): Promise<boolean> {
  if (edit.text === null) return manifests.remove(edit.path, edit.before);
  const { path, before, text } = edit;
  return before === null ? manifests.create(path, text) : manifests.replace(path, { before, text });
}

function toReverse({ path, before, text }: FileEdit): FileEdit {
  if (text === null) return { path, before: null, text: before };
  return before === null
    ? { path, before: text, text: null }
    : { path, before: text, text: before };
}

function reportChanged(path: string): Diagnostic {
  return reportError('file-in-the-way', {
    summary: `${path} changed meanwhile; nothing was written`,
    remedy: 'Run the command again.',
  });
}
