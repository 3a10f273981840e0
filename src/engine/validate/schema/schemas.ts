import accountSchema from 'cyclectl/schemas/account.schema.json' with { type: 'json' };
import projectSchema from 'cyclectl/schemas/project.schema.json' with { type: 'json' };
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { parsePointer, readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';
import type { FindValidator, SchemaSet } from '../../../kit/json/open-validators.ts';

/** Definitions of the placeholder forms. */
const names = ['placeholder', 'placeholderFirst', 'noEntry'];

const references = names.map((name) => `#/$defs/${name}`);

/** Schemas by kind, which validate resolved values. */
export const schemas = {
  Project: projectSchema,
  Account: toValueSchema(accountSchema),
} as const;

/** The schema of a kind of manifest. */
export type SchemaRoot = SchemaNode & { readonly $id: string };

/** A kind of manifest, with its schema and the validators of that. */
export type ManifestSchema = {
  readonly kind: string;
  readonly root: SchemaRoot;
  readonly findValidator: FindValidator;
  /** True if its texts may have placeholders that only an account resolves. */
  readonly isTemplate?: boolean;
};

/** Parts of a schema node that we read ourselves. */
export type SchemaNode = {
  readonly enum?: readonly unknown[];
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
  readonly pattern?: string;
};

/** The schemas of some kinds, to be compiled together. */
export function toSchemaSet(roots: readonly SchemaRoot[]): SchemaSet {
  return {
    schemas: roots,
    references: () => roots.flatMap(listReferences),
    formats: ['date', 'date-time', 'uri', 'uuid'],
    options: { allErrors: true, verbose: true, allowUnionTypes: true, keywords: ['x-secret'] },
  };
}

/** One form of a union; the pointer is in the schema of the kind. */
export type Form = { readonly pointer: string; readonly schema: SchemaNode };

/** Pointers of unions by their canonical JSON, for each kind that was asked for. */
const unions = new WeakMap<SchemaRoot, ReadonlyMap<string, string>>();

/** Returns the name of a part of a kind's schema, at a JSON pointer. */
export function toReference(root: SchemaRoot, pointer: string): string {
  return pointer === '' ? root.$id : `${root.$id}#${pointer}`;
}

/**
 * Lists the parts of a kind's schema that values are validated by: the whole, and each form of a
 * union.
 */
export function listReferences(root: SchemaRoot): readonly string[] {
  const forms = [...placeUnions(root).values()].flatMap((pointer) => listFormsAt(root, pointer));
  return ['', ...new Set(forms.map(({ pointer }) => pointer))].map((pointer) =>
    toReference(root, pointer),
  );
}

/**
 * Lists the forms of a union, with those of nested unions. `union` is a node of the kind's schema,
 * or a copy of one: compiled code has its own.
 */
export function listForms(root: SchemaRoot, union: object): readonly Form[] {
  const pointer = placeUnions(root).get(formatCanonicalJson(union));
  if (pointer === undefined) throw new Error(`a union of no known schema`);
  return listFormsAt(root, pointer);
}

/**
 * Finds where the unions of a kind are, because Ajv names a schema by its content and its path
 * stops at references. Of equal ones any will do: they have the same forms.
 */
function placeUnions(root: SchemaRoot): ReadonlyMap<string, string> {
  const known = unions.get(root);
  if (known !== undefined) return known;
  const found = new Map(listUnionsIn(root, ''));
  unions.set(root, found);
  return found;
}

function listUnionsIn(node: unknown, pointer: string): readonly (readonly [string, string])[] {
  if (typeof node !== 'object' || node === null) return [];
  const within = Object.entries(node).flatMap(([name, part]) =>
    listUnionsIn(part, toEntryPointer(pointer, name)),
  );
  return 'oneOf' in node ? [[formatCanonicalJson(node), pointer], ...within] : within;
}

function listFormsAt(root: SchemaRoot, pointer: string): readonly Form[] {
  const schema = readPointer(root, pointer) as SchemaNode;
  if (schema.$ref !== undefined) return listFormsAt(root, schema.$ref.slice(1));
  if (schema.oneOf === undefined) return [{ pointer, schema }];
  return schema.oneOf.flatMap((_, index) => listFormsAt(root, `${pointer}/oneOf/${index}`));
}

/**
 * Lists a node of a kind's schema (the root for null) with the nodes that it refers to or offers as
 * alternatives.
 */
export function listBranches(root: SchemaRoot, node: SchemaNode | null): readonly SchemaNode[] {
  const own = node ?? root;
  const known = branches.get(own);
  if (known !== undefined) return known;
  const referred =
    own.$ref === undefined ? [] : [readPointer(root, own.$ref.slice(1)) as SchemaNode];
  const parts = [...referred, ...(own.oneOf ?? [])];
  const found = [own, ...parts.flatMap((part) => listBranches(root, part))];
  branches.set(own, found);
  return found;
}

// Kept, because each value of each manifest asks for those of its place.
const branches = new WeakMap<SchemaNode, readonly SchemaNode[]>();

/**
 * Removes from a schema what is for editors, which see a manifest as written: placeholders, null for
 * an entry, and the condition by which objects of an account with a blueprint may lack keys.
 */
export function toValueSchema<T extends { readonly $defs: object }>(schema: T): T {
  const {
    if: _,
    else: __,
    ...rest
  } = schema as T & { readonly if?: unknown; readonly else?: unknown };
  const $defs = Object.entries(schema.$defs).filter(([name]) => !names.includes(name));
  return strip({ ...rest, $defs: Object.fromEntries($defs) }) as T;
}

function strip(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strip);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, part]) => [name, strip(part)] as const);
  const { oneOf, 'x-required': required, ...other } = Object.fromEntries(entries);
  const rest = required === undefined ? other : { ...other, required };
  if (!Array.isArray(oneOf)) return { ...rest, ...(oneOf === undefined ? {} : { oneOf }) };
  const forms = oneOf.filter((form) => !references.includes(form.$ref));
  const isAlone = forms.length === 1 && oneOf.length > 1;
  return isAlone ? { ...rest, ...forms[0] } : { ...rest, oneOf: forms };
}

/**
 * True if the schema marks a place, or one above it, with `x-secret`: its value may be a secret and
 * is never shown.
 */
export function isSecretPlace(root: SchemaRoot, pointer: string): boolean {
  let nodes = listBranches(root, null);
  for (const name of [null, ...parsePointer(pointer)]) {
    if (name !== null) nodes = nodes.flatMap((node) => listEntries(root, node, name));
    if (nodes.some((node) => node['x-secret'] === true)) return true;
  }
  return false;
}

/** Lists the nodes of an entry of a map or list, by its name. */
export function listEntries(
  root: SchemaRoot,
  node: SchemaNode,
  name: string,
): readonly SchemaNode[] {
  const { properties = {}, additionalProperties, items } = node;
  const own = Object.hasOwn(properties, name) ? properties[name] : null;
  return [own ?? additionalProperties, items].flatMap((entry) =>
    typeof entry === 'object' && entry !== null ? listBranches(root, entry) : [],
  );
}
