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
