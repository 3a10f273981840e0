import { parsePointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { readParts } from '../../../kit/json/read-parts.ts';
import { classifyRef, isSecretRef, type SecretRef } from '../../../model/secret/secret.ts';
import { listBranches, listEntries, type SchemaRoot } from '../schema/schemas.ts';

/** A reference to a secret, and its pointer. */
export type PlacedRef = { readonly ref: SecretRef; readonly pointer: string };

/**
 * Lists every valid reference of a document, in its order. The schema decides where references are,
 * so that a new place is included and a label `env` is not.
 */
export function listRefs(root: SchemaRoot, written: unknown): readonly PlacedRef[] {
  if (typeof written !== 'object' || written === null) return [];
  const known = refs.get(written);
  if (known !== undefined) return known;
  const found = listRefsAt(root, written, '');
  refs.set(written, found);
  return found;
}

// Kept, because several rules ask for those of the same document.
const refs = new WeakMap<object, readonly PlacedRef[]>();

/** Lists the references of a part of a document; `pointer` is its own. */
export function listRefsAt(
  root: SchemaRoot,
  written: unknown,
  pointer: string,
): readonly PlacedRef[] {
  const found: PlacedRef[] = [];
  const above = parsePointer(pointer);
  readParts(written, (part, names) => {
    const isRef = isRefAt(root, part, { above, names });
    if (isRef) found.push({ ref: part, pointer: toPointer([...above, ...names]) });
    return !isRef;
  });
  return found;
}

/** Returns whether a pointer is of a reference, or of a part of one. */
export function isInRef(root: SchemaRoot, written: unknown, pointer: string): boolean {
  const names = parsePointer(pointer);
  let value = written;
  for (const [depth, name] of names.entries()) {
    if (isRefAt(root, value, { above: [], names: names.slice(0, depth) })) return true;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return false;
}

type Way = { readonly above: readonly string[]; readonly names: readonly string[] };

// An entry can have that name too: a label `env`, a step `file`.
function isRefAt(root: SchemaRoot, part: unknown, { above, names }: Way): part is SecretRef {
  if (typeof part !== 'object' || part === null || !isSecretRef(part)) return false;
  let nodes = listBranches(root, null);
  for (const name of [...above, ...names])
    nodes = nodes.flatMap((node) => listEntries(root, node, name));
  const key = classifyRef(part);
  return nodes.some(({ properties = {}, required }) =>
    Boolean(required?.includes(key) && Object.hasOwn(properties, key)),
  );
}
