import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { writeOrigin } from '../../../model/manifest/operator-bounds.ts';
import type { OutsideName, OutsideNames } from '../../../model/manifest/outside-name.ts';

/** Where a name is used: at a place of a document, for those environments. */
export type Use = {
  readonly pointer: string;
  readonly environments: OutsideName['environments'];
};

/**
 * Notes the origin of an address. One that is read differently by different programs goes by its own text, which
 * no list allows.
 */
export function noteOrigin(
  names: OutsideNames,
  document: ManifestDocument<unknown>,
  { url, pointer, environments }: Use & { readonly url: string },
): void {
  const name = writeOrigin(url) ?? url;
  names.add({ kind: 'origin', name }, { in: environments, at: () => document.spanOf(pointer) });
}
