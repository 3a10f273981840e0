import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { formatSecretRef } from '../../../model/secret/secret.ts';
import type { PlacedRef } from './list-refs.ts';

/** Reports a reference to one of cyclectl's own credentials. */
export function reportOwnSecret(
  document: ManifestDocument<unknown>,
  { ref, pointer }: PlacedRef,
): Diagnostic {
  return {
    code: 'secret-of-cyclectl',
    severity: 'error',
    summary: `${formatSecretRef(ref)} belongs to cyclectl itself and would be sent elsewhere`,
    at: document.spanOf(pointer),
    remedy: 'Refer to a secret that is meant for this field.',
  };
}
