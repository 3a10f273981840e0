import type { ManifestDocument } from '../../model/manifest.ts';
import type { OutsideNames } from '../../model/outside-name.ts';
import { writeSecretRef } from '../../model/secret.ts';
import { pathOfRef } from '../../model/secret-path.ts';
import type { PlacedRef } from './list-refs.ts';
import type { Use } from './note-origin.ts';

/** Notes variables that references name, and of the one at `address`, which is an address, whether a file has it. */
export function noteRefs(
  names: OutsideNames,
  document: ManifestDocument<unknown>,
  {
    refs,
    environments,
    address,
  }: Pick<Use, 'environments'> & {
    readonly refs: Iterable<PlacedRef>;
    readonly address: string;
  },
): void {
  for (const { ref, pointer } of refs) {
    const used = { in: environments, at: () => document.spanOf(pointer) };
    if ('env' in ref) names.add({ kind: 'variable', name: ref.env }, used);
    // The branch may have written the file as well: nobody knows where the address leads.
    const isHidden = pointer === address && pathOfRef(ref) !== null;
    if (isHidden) names.add({ kind: 'address-in-file', name: writeSecretRef(ref) }, used);
  }
}
