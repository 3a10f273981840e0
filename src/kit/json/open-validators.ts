import { Ajv2020, type CodeOptions, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats, { type FormatName } from 'ajv-formats';

// Each `find-validator.ts` exports a `schemaSet` and the `findValidator` that this makes of it. The
// build of the package replaces those modules by code that Ajv has compiled.

/** Schemas that are compiled together. */
export type SchemaSet = {
  readonly schemas: readonly { readonly $id: string }[];
  /** References of the validators that are ever asked for: a schema's id, or `id#pointer`. */
  readonly references: () => readonly string[];
  readonly formats: readonly FormatName[];
  readonly options: Options;
};

/** Finds a validator by its reference. Throws for an unknown one. */
export type FindValidator = <T = unknown>(reference: string) => ValidateFunction<T>;

/** Opens the validators of a set, which are compiled at first use. */
export function openValidators(set: SchemaSet): FindValidator {
  let opened: { readonly ajv: Ajv2020; readonly known: ReadonlySet<string> } | null = null;
  function findValidator<T>(reference: string): ValidateFunction<T> {
    opened ??= { ajv: makeAjv(set, {}), known: new Set(set.references()) };
    const found = opened.known.has(reference) ? opened.ajv.getSchema<T>(reference) : undefined;
    if (found === undefined) throw new Error(`no validator is made for ${reference}`);
    return found as ValidateFunction<T>;
  }
  return findValidator;
}

/** Makes the compiler of a set. */
export function makeAjv({ schemas, formats, options }: SchemaSet, code: CodeOptions): Ajv2020 {
  // A test validates the schemas. Without that check and the optimiser compiling takes half the
  // time, which a few hundred documents would not repay.
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    ...options,
    code: { optimize: false, ...code },
  });
  addFormats.default(ajv, [...formats]);
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv;
}
