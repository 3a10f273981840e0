import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';

/**
 * One thing that no schema can say. It sees the well-formed part of a document; whether something
 * was written at all, well-formed or not, is asked of the document. `environments` are those
 * that the project has, by name; null where cyclectl.yaml is too broken to tell.
 */
export type Rule<T> = (
  document: ManifestDocument<T>,
  environments: ReadonlyMap<string, unknown> | null,
) => readonly Diagnostic[];
