import { compile } from 'json-schema-to-typescript';
import { expect, test } from 'vitest';
import { mergeSchemas, type SchemaFile } from '../../tools/generate/merge-schemas.ts';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;

function makeFile(title: string, $defs: SchemaFile['$defs']): SchemaFile {
  const properties = Object.fromEntries(
    Object.keys($defs).map((key) => [key, { $ref: `#/$defs/${key}` }]),
  );
  return { title, type: 'object', additionalProperties: false, properties, $defs };
}

function listParts(...files: SchemaFile[]): string[] {
  return Object.keys(mergeSchemas('All', files).$defs ?? {}).sort();
}

test('a part that both files define alike stands once', () => {
  const names = listParts(makeFile('One', { key: text }), makeFile('Two', { key: text }));
  expect(names).toEqual(['WrittenKey', 'WrittenOne', 'WrittenTwo']);
});

test('a part that differs between the files carries the title of its file', () => {
  const names = listParts(makeFile('One', { key: text }), makeFile('Two', { key: number }));
  expect(names).toEqual(['WrittenOne', 'WrittenOneKey', 'WrittenTwo', 'WrittenTwoKey']);
});

test('parts with equal text but different references are distinguished', () => {
  const pair = { $ref: '#/$defs/key' };
  const names = listParts(
    makeFile('One', { pair, key: text }),
    makeFile('Two', { pair, key: number }),
  );
  expect(names).toContain('WrittenOnePair');
  expect(names).toContain('WrittenTwoPair');
});

test('a part that is called like a file does not hide it', () => {
  const names = listParts(makeFile('One', { two: text }), makeFile('Two', {}));
  expect(names).toEqual(['WrittenOne', 'WrittenOneTwo', 'WrittenTwo']);
});

test('a reference to a part that is not there is refused by name', () => {
  const file = makeFile('One', { key: { $ref: '#/$defs/gone' } });
  expect(() => mergeSchemas('All', [file])).toThrow('no $defs entry is called gone');
});

test('the generator names every part of the merged schema once', async () => {
  const merged = mergeSchemas('All', [
    makeFile('One', { key: text, only: number }),
    makeFile('Two', { key: text }),
  ]);
  const types = await compile(merged, 'All', { bannerComment: '', additionalProperties: false });
  expect(types.match(/export \w+ (\w+)/g)).toEqual([
    'export type All',
    'export type WrittenKey',
    'export type WrittenOnly',
    'export interface WrittenOne',
    'export interface WrittenTwo',
  ]);
});
