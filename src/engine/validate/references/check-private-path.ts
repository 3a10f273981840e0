import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { findRefPath, isPrivatePath } from '../../../model/secret/secret-path.ts';
import type { PlacedRef } from './list-refs.ts';

/** A reference reads nothing from where keys, stores and foreign files lie. */
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
      summary: `${path} lies in a folder that no manifest reads from`,
      at: document.spanOf(pointer),
      remedy: 'Put the file elsewhere in the project folder, where Git ignores it.',
    },
  ];
}
