import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import accountSchema from 'cyclectl/schemas/account.schema.json' with { type: 'json' };
import projectSchema from 'cyclectl/schemas/project.schema.json' with { type: 'json' };
import { parsePointer, readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';

/** Definitions of the placeholder forms. */
const names = ['placeholder', 'placeholderFirst'];

const references = names.map((name) => `#/$defs/${name}`);

/** Schemas by kind, which validate resolved values. */
export const schemas = {
  Project: projectSchema,
  Account: toValueSchema(accountSchema),
} as const;

export type ManifestKind = keyof typeof schemas;

/** Parts of a schema node that we read ourselves. */
export type SchemaNode = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  /** The value is a secret, or a reference to one. */
  readonly 'x-secret'?: boolean;
  readonly deprecated?: boolean;
  readonly oneOf?: readonly SchemaNode[];
  readonly $ref?: string;
};

/** One form of a union; the pointer is in the schema of the kind. */
export type Form = { readonly pointer: string; readonly schema: SchemaNode };

let compiled: Ajv2020 | null = null;

const pointers = new WeakMap<object, string>();

/**
 * Finds the validator of a kind, or of the part of its schema at a JSON pointer. Compiles at the
 * first call, because commands without manifests need none.
 */
export function findValidator(kind: ManifestKind, pointer: string): ValidateFunction {
  compiled ??= compile();
  const id = schemas[kind].$id;
  const found = compiled.getSchema(pointer === '' ? id : `${id}#${pointer}`);
  if (found === undefined) throw new Error(`the schema of ${kind} has nothing at ${pointer}`);
  return found;
}

/**
 * Lists the forms of a union, with those of nested unions. `union` is a node of the kind's schema.
 */
export function listForms(kind: ManifestKind, union: object): readonly Form[] {
  const pointer = pointers.get(union);
  if (pointer === undefined) throw new Error(`a union of no known schema`);
  return listFormsAt(kind, pointer);
}

function listFormsAt(kind: ManifestKind, pointer: string): readonly Form[] {
  const schema = readPointer(schemas[kind], pointer) as SchemaNode;
  if (schema.$ref !== undefined) return listFormsAt(kind, schema.$ref.slice(1));
  if (schema.oneOf === undefined) return [{ pointer, schema }];
  return schema.oneOf.flatMap((_, index) => listFormsAt(kind, `${pointer}/oneOf/${index}`));
}

/**
 * Lists a node of a kind's schema (the root for null) with the nodes that it refers to or offers as
 * alternatives.
 */
export function listBranches(kind: ManifestKind, node: SchemaNode | null): readonly SchemaNode[] {
  const own = node ?? (schemas[kind] as SchemaNode);
  const referred =
    own.$ref === undefined
      ? []
      : [readPointer(schemas[kind], own.$ref.slice(1)) as SchemaNode].flatMap((part) =>
          listBranches(kind, part),
        );
  return [own, ...referred, ...(own.oneOf ?? []).flatMap((part) => listBranches(kind, part))];
}

function compile(): Ajv2020 {
  // A test validates the schemas. Without that check and the optimiser compiling takes half the
  // time, which a few hundred documents would not repay.
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    keywords: ['x-secret'],
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  addFormats.default(ajv, ['date', 'date-time', 'uri', 'uuid']);
  for (const schema of Object.values(schemas)) {
    ajv.addSchema(schema);
    recordPointers(schema, '');
  }
  return ajv;
}

/**
 * Records the pointer of each node, because Ajv names a schema by its object and its path stops at
 * references.
 */
function recordPointers(node: unknown, pointer: string): void {
  if (typeof node !== 'object' || node === null) return;
  pointers.set(node, pointer);
  for (const [name, part] of Object.entries(node))
    recordPointers(part, toEntryPointer(pointer, name));
}

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

/**
 * True if the schema marks a place, or one above it, with `x-secret`: its value may be a secret and
 * is never shown.
 */
export function isSecretPlace(kind: ManifestKind, pointer: string): boolean {
  let nodes = listBranches(kind, null);
  for (const name of [null, ...parsePointer(pointer)]) {
    if (name !== null) nodes = nodes.flatMap((node) => listEntries(kind, node, name));
    if (nodes.some((node) => node['x-secret'] === true)) return true;
  }
  return false;
}

/** Lists the nodes of an entry of a map or list, by its name. */
export function listEntries(
  kind: ManifestKind,
  node: SchemaNode,
  name: string,
): readonly SchemaNode[] {
  const { properties = {}, additionalProperties, items } = node;
  const own = Object.hasOwn(properties, name) ? properties[name] : null;
  return [own ?? additionalProperties, items].flatMap((entry) =>
    typeof entry === 'object' && entry !== null ? listBranches(kind, entry) : [],
  );
}
