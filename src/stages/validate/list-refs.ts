import { extendPointer } from '../../kit/json-pointer.ts';
import { isWrittenRef, type SecretRef } from '../../model/secret.ts';
import type { ManifestKind } from './schemas.ts';
import { isSecretPlace } from './secret-place.ts';

/** A reference to a secret, and where in its document it stands. */
export type PlacedRef = { readonly ref: SecretRef; readonly pointer: string };

/**
 * Every reference of a document that its schema took, in the order of the document. The schema says where one
 * may stand, so that no place is forgotten when it gets another; a label that is called `env` is none.
 */
export function* listRefs(kind: ManifestKind, written: unknown, pointer = ''): Iterable<PlacedRef> {
  if (typeof written !== 'object' || written === null) return;
  if (isWrittenRef(written) && isNamed(written) && isSecretPlace(kind, pointer)) {
    yield { ref: written, pointer };
    return;
  }
  for (const [name, part] of Object.entries(written)) {
    if (typeof part === 'object' && part !== null) {
      yield* listRefs(kind, part, extendPointer(pointer, name));
    }
  }
}

// A map of maps may have a key that is called so: a step `file`, a cycle `env`.
function isNamed(ref: SecretRef): boolean {
  return Object.values(ref).every((part) => typeof part === 'string' || Array.isArray(part));
}
