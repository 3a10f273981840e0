import {
  type ExternalName,
  type ExternalNames,
  normaliseOrigin,
} from '../../../model/manifest/external-name.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';

/** A pointer that uses a name, and the environments that the use concerns. */
export type Use = {
  readonly pointer: string;
  readonly environments: ExternalName['environments'];
};

/**
 * Records the origin of an address; an ambiguous address goes in as its own text, which no list
 * allows.
 */
export function recordOrigin(
  names: ExternalNames,
  document: ManifestDocument<unknown>,
  { url, pointer, environments }: Use & { readonly url: string },
): void {
  const name = normaliseOrigin(url) ?? url;
  names.add({ kind: 'origin', name }, { in: environments, at: () => document.spanOf(pointer) });
}
