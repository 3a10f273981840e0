import type { ErrorObject } from 'ajv/dist/2020.js';
import { isMap } from '../../../kit/json/json.ts';
import { listNearest } from '../../../kit/text/nearest.ts';
import { type Form, listForms, type ManifestSchema, toReference } from './schemas.ts';

/**
 * One mistake against the schema: a keyword that fails, or a value in none of the forms of a union.
 * `others` are the forms that were not selected.
 */
export type Mistake = {
  readonly pointer: string;
  readonly value: unknown;
} & (
  | { readonly kind: 'keyword'; readonly error: ErrorObject; readonly others: readonly Form[] }
  | { readonly kind: 'no-form'; readonly forms: readonly Form[] }
);

type Part = {
  readonly schema: ManifestSchema;
  readonly schemaPointer: string;
  readonly value: unknown;
  readonly base: string;
  readonly others: readonly Form[];
};

/**
 * Lists the mistakes of a document against its schema, one entry each. Ajv reports a failed union
 * for every branch; this validates only the branch that the written keys select.
 */
export function listMistakes(schema: ManifestSchema, value: unknown): readonly Mistake[] {
  return describeErrors({ schema, schemaPointer: '', value, base: '', others: [] });
}

function describeErrors(part: Part): Mistake[] {
  const validate = part.schema.findValidator(toReference(part.schema.root, part.schemaPointer));
  if (validate(part.value)) return [];
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames');
  const unions = findOutermost(errors.filter(({ keyword }) => keyword === 'oneOf'));
  const plain = errors.filter(
    ({ instancePath }) => !unions.some((union) => isWithin(instancePath, union.instancePath)),
  );
  return [
    ...withoutEchoes(plain).map((error) => toMistake(part, error)),
    ...unions.flatMap((union) => describeUnion(part, union)),
  ];
}

function toMistake(part: Part, error: ErrorObject): Mistake {
  const pointer = part.base + error.instancePath;
  return { kind: 'keyword', pointer, value: error.data, error, others: part.others };
}

function describeUnion(part: Part, union: ErrorObject): Mistake[] {
  const base = part.base + union.instancePath;
  const value: unknown = union.data;
  const forms = listForms(part.schema.root, union.parentSchema ?? {});
  if (forms.some((form) => isRefusedForm(form, value))) return [];
  const meant = selectForm(forms, value);
  if (meant === null) return [{ kind: 'no-form', pointer: base, value, forms }];
  const others = forms.filter((form) => form !== meant);
  return describeErrors({ schema: part.schema, schemaPointer: meant.pointer, value, base, others });
}

// A rule refuses a deprecated form in its own words, whatever is written beside its key.
function isRefusedForm({ schema }: Form, value: unknown): boolean {
  const { required = [], deprecated } = schema;
  return (
    deprecated === true && isMap(value) && required.every((name) => Object.hasOwn(value, name))
  );
}

/** Selects the form of a value by its keys, else by its type. */
function selectForm(forms: readonly Form[], value: unknown): Form | null {
  if (!isMap(value)) return forms.find((form) => isOfType(form, value)) ?? null;
  const maps = forms.filter(({ schema }) => schema.type === 'object');
  if (maps.length === 1) return maps[0] ?? null;
  const scores = maps
    .map((form) => ({ form, ...countKeys(form, value) }))
    .filter(({ present }) => present > 0)
    .sort((left, right) => left.absent - right.absent || right.present - left.present);
  const [first, second] = scores;
  // A key that all of them require selects none.
  const isTie = first?.absent === second?.absent && first?.present === second?.present;
  if (first !== undefined && first.absent > 0 && isTie) return null;
  // A key of only one form selects it, although other keys are missing.
  return first?.form ?? findOnly(maps.filter((form) => hasKeyOf(form, value)));
}

function findOnly(forms: readonly Form[]): Form | null {
  return forms.length === 1 ? (forms[0] ?? null) : null;
}

function hasKeyOf({ schema }: Form, value: Record<string, unknown>): boolean {
  return Object.keys(value).some((name) => Object.hasOwn(schema.properties ?? {}, name));
}

function countKeys(
  { schema }: Form,
  value: Record<string, unknown>,
): { present: number; absent: number } {
  const required = schema.required ?? [];
  const present = required.filter((name) => Object.hasOwn(value, name)).length;
  return { present, absent: required.length - present };
}

/** A constant is not a type: other text may be meant for any form. */
function isOfType({ schema }: Form, value: unknown): boolean {
  return [schema.type ?? []].flat().some((type) => isJsonType(type, value));
}

function isJsonType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type !== 'object' && typeof value === type;
}

/**
 * Selects unions outside any other; of several at one place the outer one, which Ajv names last.
 */
function findOutermost(unions: readonly ErrorObject[]): readonly ErrorObject[] {
  return unions.filter(
    ({ instancePath }, index) =>
      !unions.some((other, at) =>
        other.instancePath === instancePath
          ? at > index
          : isWithin(instancePath, other.instancePath),
      ),
  );
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/**
 * Removes errors that repeat another: a second one for a value, and a missing key if the value
 * there is wrong too.
 */
function withoutEchoes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const seen = new Set<string>();
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  return errors.filter((error) => {
    if (error.keyword === 'additionalProperties') return true;
    if (error.keyword === 'required') return !isReplaced(error, unknown);
    const location = `${error.instancePath} ${error.propertyName ?? ''}`;
    if (seen.has(location)) return false;
    seen.add(location);
    return true;
  });
}

function isReplaced(missing: ErrorObject, unknown: readonly ErrorObject[]): boolean {
  const name = String(missing.params.missingProperty);
  const isOnlyKey = Object.keys(missing.parentSchema?.properties ?? {}).length === 1;
  return unknown.some(
    ({ instancePath, params }) =>
      instancePath === missing.instancePath &&
      (isOnlyKey || listNearest(String(params.additionalProperty), [name]).length > 0),
  );
}
