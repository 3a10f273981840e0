import { parsePointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { classifyRef, isSecretRef, type SecretRef } from '../../../model/secret/secret.ts';
import { listBranches, listEntries, type SchemaRoot } from '../schema/schemas.ts';

/** A reference to a secret, and its pointer. */
export type PlacedRef = { readonly ref: SecretRef; readonly pointer: string };

/**
 * Lists every valid reference of a document, in its order. The schema decides where references are,
 * so that a new place is included and a label `env` is not.
 */
export function* listRefs(root: SchemaRoot, written: unknown, pointer = ''): Iterable<PlacedRef> {
  if (typeof written !== 'object' || written === null) return;
  if (isSecretRef(written) && mayBeRef(root, written, pointer)) {
    yield { ref: written, pointer };
    return;
  }
  for (const [name, part] of Object.entries(written)) {
    if (typeof part === 'object' && part !== null) {
      yield* listRefs(root, part, toEntryPointer(pointer, name));
    }
  }
}

// An entry can have that name too: a label `env`, a step `file`.
function mayBeRef(root: SchemaRoot, ref: SecretRef, pointer: string): boolean {
  let nodes = listBranches(root, null);
  for (const name of parsePointer(pointer)) {
    nodes = nodes.flatMap((node) => listEntries(root, node, name));
  }
  const key = classifyRef(ref);
  return nodes.some(({ properties = {}, required }) =>
    Boolean(required?.includes(key) && Object.hasOwn(properties, key)),
  );
}
