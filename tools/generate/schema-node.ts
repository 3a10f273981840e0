/** A node of a JSON Schema. */
export type Node = { readonly [key: string]: unknown };

/** A reference to a definition of the same schema. */
export function ref(name: string): Node {
  return { $ref: `#/$defs/${name}` };
}
