import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';

/**
 * One check that no schema can express. It sees the well-formed part of a document, which also
 * knows all written keys. `environments` are those of the project by name; null if cyclectl.yaml is
 * invalid.
 */
export type Rule<T> = (
  document: ManifestDocument<T>,
  environments: ReadonlyMap<string, unknown> | null,
) => readonly Diagnostic[];
