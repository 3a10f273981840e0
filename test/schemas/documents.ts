import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const folder = new URL('../../schemas/', import.meta.url);

type Schema = {
  readonly $id: string;
  readonly oneOf?: readonly {
    readonly properties?: { readonly kind?: { readonly const?: string } };
    readonly anyOf?: Schema['oneOf'];
  }[];
};

/** A published schema by its kind. */
export function readSchema(kind: string): Schema {
  return JSON.parse(readFileSync(new URL(`${kind}.schema.json`, folder), 'utf8'));
}

/** The kinds that have a published schema. */
export function listSchemaKinds(): readonly string[] {
  return readdirSync(folder).map((name) => name.replace('.schema.json', ''));
}

let opened: Ajv2020 | undefined;

function openSchemas(): Ajv2020 {
  if (opened !== undefined) return opened;
  const ajv = new Ajv2020({
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    validateSchema: false,
    formats: { 'date-time': true, date: true, uri: true, email: true },
  });
  for (const kind of [
    'report',
    'output',
    'plan',
    'state',
    'notification',
    'backup',
    'log',
    'cycle',
    'config',
  ])
    ajv.addSchema(readSchema(kind));
  opened = ajv;
  return ajv;
}

/** Faults of a value by a published schema. */
export function findSchemaFaults(kind: string, value: unknown, pointer = ''): readonly string[] {
  const { $id } = readSchema(kind);
  const validate = openSchemas().getSchema(`${$id}${pointer === '' ? '' : `#${pointer}`}`);
  if (validate === undefined) throw new Error(`no schema ${kind}`);
  return validate(value) ? [] : listErrors(validate);
}

const pointers = new Map<string, readonly [kind: string, pointer: string]>();

/** Faults of a document that a command has printed with --format json, by the schema of its kind. */
export function findDocumentFaults(text: string): readonly string[] {
  const document = JSON.parse(text);
  if (pointers.size === 0) {
    for (const name of ['report', 'output']) {
      for (const [at, { properties, anyOf }] of (readSchema(name).oneOf ?? []).entries()) {
        const kind = (properties ?? anyOf?.[0]?.properties)?.kind?.const ?? '';
        pointers.set(kind, [name, `/oneOf/${at}`]);
      }
    }
  }
  const [schema, pointer] = pointers.get(document.kind) ?? [];
  if (schema === undefined) return [`no schema has documents of kind ${document.kind}`];
  return findSchemaFaults(schema, document, pointer);
}

function listErrors({ errors }: ValidateFunction): readonly string[] {
  return (errors ?? []).map(
    ({ instancePath, message = '', params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
