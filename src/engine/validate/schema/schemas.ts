import accountSchema from 'cyclectl/schemas/account.schema.json' with { type: 'json' };
import blueprintSchema from 'cyclectl/schemas/blueprint.schema.json' with { type: 'json' };
import fleetSchema from 'cyclectl/schemas/fleet.schema.json' with { type: 'json' };
import projectSchema from 'cyclectl/schemas/project.schema.json' with { type: 'json' };
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { parsePointer, readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';

/** Definitions of the placeholder forms. */
const names = ['placeholder', 'placeholderFirst'];

const references = names.map((name) => `#/$defs/${name}`);

/** Schemas by kind, which validate resolved values. */
export const schemas = {
  Project: projectSchema,
  Account: toValueSchema(accountSchema),
  Blueprint: toValueSchema(blueprintSchema),
  Fleet: toValueSchema(fleetSchema),
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

/** Pointers of unions by their canonical JSON, for each kind that was asked for. */
const unions = new Map<ManifestKind, ReadonlyMap<string, string>>();

/** Returns the name of a part of a kind's schema, at a JSON pointer. */
export function toReference(kind: ManifestKind, pointer: string): string {
  const id = schemas[kind].$id;
  return pointer === '' ? id : `${id}#${pointer}`;
}

/** Lists the unions of a kind's schema. */
export function listUnions(kind: ManifestKind): readonly object[] {
  return [...placeUnions(kind).values()].map(
    (pointer) => readPointer(schemas[kind], pointer) as object,
  );
}

/**
 * Lists the forms of a union, with those of nested unions. `union` is a node of the kind's schema,
 * or a copy of one: compiled code has its own.
 */
export function listForms(kind: ManifestKind, union: object): readonly Form[] {
  const pointer = placeUnions(kind).get(formatCanonicalJson(union));
  if (pointer === undefined) throw new Error(`a union of no known schema`);
  return listFormsAt(kind, pointer);
}

/**
 * Finds where the unions of a kind are, because Ajv names a schema by its content and its path
 * stops at references. Of equal ones any will do: they have the same forms.
 */
function placeUnions(kind: ManifestKind): ReadonlyMap<string, string> {
  const known = unions.get(kind);
  if (known !== undefined) return known;
  const found = new Map(listUnionsIn(schemas[kind], ''));
  unions.set(kind, found);
  return found;
}

function listUnionsIn(node: unknown, pointer: string): readonly (readonly [string, string])[] {
  if (typeof node !== 'object' || node === null) return [];
  const within = Object.entries(node).flatMap(([name, part]) =>
    listUnionsIn(part, toEntryPointer(pointer, name)),
  );
  return 'oneOf' in node ? [[formatCanonicalJson(node), pointer], ...within] : within;
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
  const known = branches.get(own);
  if (known !== undefined) return known;
  const referred =
    own.$ref === undefined ? [] : [readPointer(schemas[kind], own.$ref.slice(1)) as SchemaNode];
  const parts = [...referred, ...(own.oneOf ?? [])];
  const found = [own, ...parts.flatMap((part) => listBranches(kind, part))];
  branches.set(own, found);
  return found;
}

// Kept, because each value of each manifest asks for those of its place.
const branches = new WeakMap<SchemaNode, readonly SchemaNode[]>();

/**
 * Removes from a schema what is for editors, which see a manifest as written: the placeholder forms,
 * and the condition by which objects of an account with a blueprint may lack keys.
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
