import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { isOwnVariable } from '../../../model/manifest/own-variable.ts';
import { toSourceKey } from '../../../model/secret/secret-path.ts';
import { checkPrivatePath } from './check-private-path.ts';
import type { OwnSources } from './list-own-sources.ts';
import { listRefs } from './list-refs.ts';
import { reportOwnSecret } from './report-own-secret.ts';

/**
 * What an account refers to is written into the service and goes on to third parties. What cyclectl itself
 * signs in with or opens things with may not take that way, whoever asks for it.
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
