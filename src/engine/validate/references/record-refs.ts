import type { ExternalNames } from '../../../model/manifest/external-name.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { formatSecretRef } from '../../../model/secret/secret.ts';
import { findRefPath } from '../../../model/secret/secret-path.ts';
import type { PlacedRef } from './list-refs.ts';
import type { Use } from './record-origin.ts';

/**
 * Records the variables of references. `addresses` are pointers of web addresses, which are also
 * recorded if a file has them.
 */
export function recordRefs(
  names: ExternalNames,
  document: ManifestDocument<unknown>,
  {
    refs,
    environments,
    addresses,
  }: Pick<Use, 'environments'> & {
    readonly refs: Iterable<PlacedRef>;
    readonly addresses: ReadonlySet<string>;
  },
): void {
  for (const { ref, pointer } of refs) {
    const used = { in: environments, at: () => document.spanOf(pointer) };
    if ('env' in ref) names.add({ kind: 'variable', name: ref.env }, used);
    // The branch may have changed the file too, so the address is unknown.
    const isHidden = addresses.has(pointer) && findRefPath(ref) !== null;
    if (isHidden) names.add({ kind: 'address-in-file', name: formatSecretRef(ref) }, used);
  }
}
