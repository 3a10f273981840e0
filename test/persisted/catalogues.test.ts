import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/app/exit-codes.ts';
import { codes } from '../../src/model/diagnostic/codes.ts';
import { listSchemaKeys } from './list-schema-keys.ts';
import { pinLines } from './pin-lines.ts';

const kinds = [
  'account',
  'backup',
  'blueprint',
  'catalog',
  'config',
  'cycle',
  'fleet',
  'log',
  'notification',
  'policy',
  'project',
  'report',
  'world',
];

/** Generated from types, whose names may change. What they describe is pinned as documents and as records. */
const generated = ['output', 'plan', 'state'];
const schemas = new URL('../../schemas/', import.meta.url);

describe('what pipelines compare with', () => {
  it('keeps every code of a diagnostic', async () => {
    await pinLines('diagnostic-codes', Object.keys(codes));
  });

  it('keeps every exit code', async () => {
    await pinLines(
      'exit-codes',
      Object.entries(exitCodes).map(([name, code]) => `${code} ${name}`),
    );
  });

  it.each(kinds)('keeps every key, kind and value that the schema %s knows', async (name) => {
    const text = await readFile(new URL(`${name}.schema.json`, schemas), 'utf8');
    await pinLines(`schemas/${name}`, listSchemaKeys(JSON.parse(text)));
  });

  it('pins every schema', async () => {
    const names = (await readdir(schemas)).map((name) => name.replace('.schema.json', ''));
    expect(names.toSorted()).toEqual([...kinds, ...generated].toSorted());
  });
});
