import type { ExternalName, ExternalNames } from '../../../model/manifest/external-name.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { normaliseOrigin } from '../../../model/manifest/operator-bounds.ts';

/** Where a name is used: at a place of a document, for those environments. */
export type Use = {
  readonly pointer: string;
  readonly environments: ExternalName['environments'];
};

/**
 * Notes the origin of an address. One that is read differently by different programs goes by its own text, which
 * no list allows.
 */
export function recordOrigin(
  names: ExternalNames,
  document: ManifestDocument<unknown>,
  { url, pointer, environments }: Use & { readonly url: string },
): void {
  const name = normaliseOrigin(url) ?? url;
  names.add({ kind: 'origin', name }, { in: environments, at: () => document.spanOf(pointer) });
}
