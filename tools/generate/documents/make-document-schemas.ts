import { planFormat } from '../../../src/model/plan/plan.ts';
import { notificationFormat } from '../../../src/model/report/notification.ts';
import { reportFormat } from '../../../src/model/report/report-document.ts';
import { stateFormat } from '../../../src/model/state/state-entry.ts';
import type { GeneratedFile } from '../deliver-generated.ts';
import type { Node } from '../schema-node.ts';
import { documentKinds } from './document-kinds.ts';
import { type Types, type WrittenParts, withTypes } from './read-types.ts';
import { TypeSchemas } from './type-schemas.ts';

/** Documents of these kinds have a schema that people wrote. */
const reports: ReadonlySet<string> = new Set([
  'drift-accept',
  'drift-adopt',
  'ignored',
  'rehearsal',
  'status',
  'trend',
]);

const writers: ReadonlySet<string> = new Set(['formatDocument', 'formatDocumentPieces']);

/** Makes the schemas of documents that only cyclectl writes, by the types of what is written. */
export function makeDocumentSchemas(): readonly GeneratedFile[] {
  return withTypes((types) => [
    makeOutput(types),
    makePlanFile(types),
    makeState(types),
    makeNotification(types),
    makeBackup(types),
  ]);
}

/** A schema of an object. */
type ObjectNode = Node & { readonly required?: readonly string[]; readonly properties?: Node };

type Described = { readonly name: string; readonly title: string; readonly description: string };

function toFile({ name, title, description }: Described, schema: Node): GeneratedFile {
  const text = JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `https://cyclectl.dev/schemas/v1/${name}.schema.json`,
      title,
      description,
      ...schema,
    },
    null,
    2,
  );
  return { path: `schemas/${name}.schema.json`, text: `${text}\n` };
}

function makeOutput({ checker, listCalls }: Types): GeneratedFile {
  const schemas = new TypeSchemas(checker);
  const calls = listCalls(/^src\/features\/.*\.ts$/, writers).filter(
    ({ kind }) => !reports.has(kind),
  );
  const byKind = Map.groupBy(calls, ({ kind }) => kind);
  const kinds = [...byKind.keys()].toSorted();
  const unknown = kinds.find((kind) => documentKinds[kind] === undefined);
  if (unknown !== undefined) throw new Error(`document-kinds.ts has no commands for ${unknown}`);
  const gone = Object.keys(documentKinds).find((kind) => !byKind.has(kind));
  if (gone !== undefined) throw new Error(`no command writes a document of kind ${gone}`);
  const oneOf = kinds.map((kind) => makeKind(schemas, kind, byKind.get(kind) ?? []));
  return toFile(
    {
      name: 'output',
      title: 'Output',
      description:
        'Output of commands with --format json, one document for each. Those of plan, apply, drift, validate and status, of answers to drift and of refused commands are in report.schema.json.',
    },
    { oneOf, $defs: schemas.definitions() },
  );
}

function makeKind(schemas: TypeSchemas, kind: string, calls: readonly WrittenParts[]): Node {
  const made = calls.flatMap(({ parts }) =>
    listVariants(schemas, schemas.make(parts)).map((variant) => withHead(variant, kind)),
  );
  const variants = [...new Map(made.map((each) => [JSON.stringify(each), each])).values()];
  const title = `Printed by ${documentKinds[kind]}.`;
  const [only] = variants;
  return variants.length === 1 && only !== undefined
    ? { description: title, ...only }
    : { description: title, anyOf: variants };
}

// The parts of a document that are one of several, such as with and without a list.
function listVariants(schemas: TypeSchemas, made: Node): readonly Node[] {
  if (typeof made.$ref === 'string') {
    const name = made.$ref.replace('#/$defs/', '');
    return listVariants(schemas, schemas.definitions()[name] as Node);
  }
  return Array.isArray(made.anyOf)
    ? (made.anyOf as readonly Node[]).flatMap((each) => listVariants(schemas, each))
    : [made];
}

function withHead(parts: Node, kind: string): Node {
  const { required = [], properties = {}, ...rest } = parts as ObjectNode;
  return {
    ...rest,
    required: ['format', 'kind', ...required],
    properties: { format: { const: reportFormat }, kind: { const: kind }, ...properties },
  };
}

function makePlanFile({ checker, find }: Types): GeneratedFile {
  const schemas = new TypeSchemas(checker);
  const of = (file: string, name: string) => schemas.make(find(file, name));
  const plan = 'src/model/plan/plan.ts';
  const properties = {
    envelope: of(plan, 'PlanEnvelope'),
    format: { const: planFormat },
    target: of(plan, 'PlanTarget'),
    options: of(plan, 'PlanChoices'),
    accounts: {
      description: 'Accounts with something to do or to say, in order of their keys.',
      type: 'array',
      items: of('src/model/report/report.ts', 'PlannedAccount'),
    },
    summary: of(plan, 'PlanSummary'),
    digest: { description: 'SHA-256 of all lines but the envelope, in hex.', type: 'string' },
    seal: { description: 'Signature of all lines before it.', type: 'string' },
  };
  return toFile(
    {
      name: 'plan',
      title: 'Saved plan',
      description:
        'File that cyclectl plan --out and other commands with --out write. Each member is a line, and so is each account; cyclectl applies only what it has written itself.',
    },
    toClosed(properties, schemas),
  );
}

function toClosed(properties: Readonly<Record<string, Node>>, schemas: TypeSchemas): Node {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
    $defs: schemas.definitions(),
  };
}

/** The last line of exported state. */
const stateEnd: Node = {
  type: 'object',
  additionalProperties: false,
  required: ['lines', 'digest'],
  properties: {
    lines: { description: 'Number of the lines before it.', type: 'number' },
    digest: { description: 'SHA-256 of these, in hex.', type: 'string' },
  },
};

function makeState({ checker, find }: Types): GeneratedFile {
  const schemas = new TypeSchemas(checker);
  const file = 'src/model/state/state-entry.ts';
  const head = schemas.make(find(file, 'StateHead'));
  const entry = schemas.make(find(file, 'StateEntry'));
  return toFile(
    {
      name: 'state',
      title: 'Line of exported state',
      description: `A line of the file that cyclectl state export writes: the first one names the format ${stateFormat}, the last one has the digest, and each other one is a record.`,
    },
    { anyOf: [head, entry, stateEnd], $defs: schemas.definitions() },
  );
}

function makeNotification({ checker, find }: Types): GeneratedFile {
  const schemas = new TypeSchemas(checker);
  const about = 'src/model/report/notification.ts';
  const { $ref = '' } = schemas.make(find(about, 'Notification'));
  const name = String($ref).replace('#/$defs/', '');
  const { [name]: own, ...others } = schemas.definitions() as Readonly<Record<string, Node>>;
  const { properties = {}, required = [] }: ObjectNode = own ?? {};
  return toFile(
    {
      name: 'notification',
      title: 'Notification',
      description: 'Body of the request that a target of notify with kind webhook gets.',
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['format', 'at', 'tool', 'commit', ...required],
      properties: {
        format: { const: notificationFormat },
        at: { description: 'ISO UTC.', type: 'string', format: 'date-time' },
        tool: { description: 'Such as "cyclectl 1.0.0".', type: 'string' },
        commit: { type: ['string', 'null'] },
        ...properties,
      },
      $defs: others,
    },
  );
}

function makeBackup({ checker, find }: Types): GeneratedFile {
  const schemas = new TypeSchemas(checker);
  const file = 'src/features/operations/destroy/backup/format-backup.ts';
  const made = schemas.make(find(file, 'BackupDocument'));
  return toFile(
    {
      name: 'backup',
      title: 'Backup of a destroy',
      description:
        'File with the settings of what cyclectl destroy deletes, by the names that cyclectl has for them. Secrets are masked.',
    },
    { ...made, $defs: schemas.definitions() },
  );
}
