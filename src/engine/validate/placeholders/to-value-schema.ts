/** Definitions of the placeholder forms. */
const names = ['placeholder', 'placeholderFirst'];
const references = names.map((name) => `#/$defs/${name}`);

/**
 * Removes the placeholder forms from a schema. These are for editors, which see a manifest as
 * written; cyclectl checks resolved values.
 */
export function toValueSchema<T extends { readonly $defs: object }>(schema: T): T {
  const $defs = Object.entries(schema.$defs).filter(([name]) => !names.includes(name));
  return strip({ ...schema, $defs: Object.fromEntries($defs) }) as T;
}

function strip(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strip);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, part]) => [name, strip(part)] as const);
  const { oneOf, ...rest } = Object.fromEntries(entries);
  if (!Array.isArray(oneOf)) return { ...rest, ...(oneOf === undefined ? {} : { oneOf }) };
  const forms = oneOf.filter((form) => !references.includes(form.$ref));
  const isAlone = forms.length === 1 && oneOf.length > 1;
  return isAlone ? { ...rest, ...forms[0] } : { ...rest, oneOf: forms };
}
