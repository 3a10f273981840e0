/** Definitions that stand for placeholders. */
const names = ['placeholder', 'placeholderFirst'];
const references = names.map((name) => `#/$defs/${name}`);

/**
 * A schema of ours as it holds for values, without the forms that let a placeholder stand there. Those are for
 * editors, which see a manifest as it is written; cyclectl judges what it means in each environment.
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
