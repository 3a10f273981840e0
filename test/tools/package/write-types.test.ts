import { expect, it } from 'vitest';
import { checkImports } from '../../../tools/package/write-types.ts';

const file = { fileName: 'index.d.ts', code: 'export type A = string;\n', imports: [] };

it('types may need those of Node', () => {
  const code = "export type A = import('node:http').Server;\n";
  expect(() => checkImports({ ...file, code, imports: ['node:stream'] })).not.toThrow();
});

it.each([
  ['imports', { ...file, imports: ['yaml'] }],
  ['names within a type', { ...file, code: "export type A = import('yaml').Document;\n" }],
])('a file that %s another package is refused', (_, one) => {
  expect(() => checkImports(one)).toThrow('index.d.ts needs the types of yaml');
});
