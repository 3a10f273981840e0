/** Receives a part of a value, and the names on the way to it; returns whether to walk its entries. */
type Visit = (part: unknown, names: readonly string[]) => boolean;

/**
 * Reads a JSON value and all of its parts, in their order. `names` changes during the walk, so that
 * a pointer is made only where it is needed.
 */
export function readParts(value: unknown, visit: Visit): void {
  walk(value, { names: [], visit });
}

function walk(part: unknown, on: { readonly names: string[]; readonly visit: Visit }): void {
  if (!on.visit(part, on.names) || typeof part !== 'object' || part === null) return;
  for (const name of Object.keys(part)) {
    on.names.push(name);
    walk((part as Readonly<Record<string, unknown>>)[name], on);
    on.names.pop();
  }
}
