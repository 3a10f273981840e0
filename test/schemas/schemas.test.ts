import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { publishedKinds } from '../../src/model/report/published-kinds.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { listSchemaKinds, readSchema } from './documents.ts';

// The program compiles them without this check, which would cost every start.
it.each(listSchemaKinds())('%s is JSON Schema 2020-12', (kind) => {
  expect(new Ajv2020().validateSchema(readSchema(kind))).toBe(true);
});

it.each(listSchemaKinds())('%s has the id of its kind, which never changes', (kind) => {
  expect(readSchema(kind).$id).toBe(`https://cyclectl.dev/schemas/v1/${kind}.schema.json`);
});

it('schema prints each of them', async () => {
  expect(listSchemaKinds().toSorted()).toEqual([...publishedKinds].toSorted());
  const project = await copyExample('quickstart');
  for (const kind of publishedKinds) {
    const { exitCode, stdout } = await runInProcess(project, 'schema', kind);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(readSchema(kind));
  }
});

type Definition = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Definition>>;
  readonly anyOf?: readonly Definition[];
  readonly oneOf?: readonly Definition[];
};

/** Names of the members that a definition has in any of its variants. */
function listMembers(kind: string, name: string): readonly string[] {
  const { $defs = {} } = readSchema(kind) as {
    readonly $defs?: Readonly<Record<string, Definition>>;
  };
  const walk = ({ $ref, properties = {}, anyOf = [], oneOf = [] }: Definition): string[] => [
    ...($ref === undefined ? [] : walk($defs[$ref.split('/').at(-1) ?? ''] ?? {})),
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf].flatMap(walk),
  ];
  const [own = '', member = ''] = name.split('.');
  const found = $defs[own]?.properties?.[member] ?? $defs[own] ?? {};
  return [...new Set(walk(found))].toSorted();
}

// The schema of plans is generated from the types that reports have too.
it.each([
  ['Notice', 'notice'],
  ['Operation', 'operation'],
  ['Action', 'operation.action'],
  ['Change', 'change'],
  ['FieldChange', 'fieldChange'],
  ['Expectation', 'expectation'],
  ['Diagnostic', 'diagnostic'],
])('the schema of reports has each member of the type %s', (type, name) => {
  const members = listMembers('plan', type);
  expect(members.length).toBeGreaterThan(2);
  expect(listMembers('report', name)).toEqual(members);
});
