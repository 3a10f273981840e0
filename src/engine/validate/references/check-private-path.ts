import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { findRefPath, isPrivatePath } from '../../../model/secret/secret-path.ts';
import type { PlacedRef } from './list-refs.ts';

/** Refuses a reference into folders of keys, stores and other programs. */
export function checkPrivatePath(
  document: ManifestDocument<unknown>,
  { ref, pointer }: PlacedRef,
): readonly Diagnostic[] {
  const path = findRefPath(ref);
  if (path === null || !isPrivatePath(path)) return [];
  return [
    {
      code: 'private-folder',
      severity: 'error',
      summary: `${path} is in a folder that manifests cannot read from`,
      at: document.spanOf(pointer),
      remedy: 'Move the file to another folder of the project that Git ignores.',
    },
  ];
}
