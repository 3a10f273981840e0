import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import type { OutsideNames } from '../../../model/manifest/outside-name.ts';
import { writeSecretRef } from '../../../model/secret/secret.ts';
import { pathOfRef } from '../../../model/secret/secret-path.ts';
import type { PlacedRef } from './list-refs.ts';
import type { Use } from './note-origin.ts';

/** Notes variables that references name, and of those at `addresses`, which are addresses, whether a file has them. */
export function noteRefs(
  names: OutsideNames,
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
    // The branch may have written the file as well: nobody knows where the address leads.
    const isHidden = addresses.has(pointer) && pathOfRef(ref) !== null;
    if (isHidden) names.add({ kind: 'address-in-file', name: writeSecretRef(ref) }, used);
  }
}
