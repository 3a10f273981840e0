import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { isOwnVariable } from '../../../model/manifest/variable.ts';
import { toSourceKey } from '../../../model/secret/secret-path.ts';
import { checkPrivatePath } from './check-private-path.ts';
import type { OwnSources } from './list-own-sources.ts';
import { listRefs } from './list-refs.ts';
import { reportOwnSecret } from './report-own-secret.ts';

/**
 * Refuses references to cyclectl's own credentials and keys, because values of an account are sent
 * to the service and on to third parties.
 */
export function checkAccountRefs(
  document: ManifestDocument<unknown>,
  own: OwnSources,
): readonly Diagnostic[] {
  return [...listRefs('Account', document.written)].flatMap((placed) => {
    const { ref } = placed;
    const isOwn = own.has(toSourceKey(ref)) || ('env' in ref && isOwnVariable(ref.env));
    return isOwn ? [reportOwnSecret(document, placed)] : checkPrivatePath(document, placed);
  });
}
