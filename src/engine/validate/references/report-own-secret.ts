import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { formatSecretRef } from '../../../model/secret/secret.ts';
import type { PlacedRef } from './list-refs.ts';

/** Says of a reference that what it means is cyclectl's own. */
export function reportOwnSecret(
  document: ManifestDocument<unknown>,
  { ref, pointer }: PlacedRef,
): Diagnostic {
  return {
    code: 'secret-of-cyclectl',
    severity: 'error',
    summary: `${formatSecretRef(ref)} is for cyclectl itself, and would be sent elsewhere`,
    at: document.spanOf(pointer),
    remedy: 'Name a secret that is meant for this place.',
  };
}
