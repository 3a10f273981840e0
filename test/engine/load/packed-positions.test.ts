import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { toPointer } from '../../../src/kit/json/json-pointer.ts';

/** Each scalar of a value with its pointer. */
function listScalars(value: unknown, path: readonly string[] = []): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[toPointer(path), value]];
  return Object.entries(value).flatMap(([key, entry]) => listScalars(entry, [...path, key]));
}

it('gives the place of each scalar, in maps of any width and in lists', () => {
  const number = fc.integer({ min: 1, max: 1e9 });
  const key = fc.stringMatching(/^[a-z]{1,3}$|^[1-9]$/);
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 3 }, number, tie('list'), tie('map')),
    list: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    map: fc.dictionary(key, tie('tree'), { minKeys: 1, maxKeys: 3 }),
  }));
  // Past 32,767 an offset takes more than two bytes.
  const far = fc.constantFrom(0, 32_700, 70_000);
  let wide = 0;
  fc.assert(
    fc.property(
      fc.dictionary(key, tree, { minKeys: 1, maxKeys: 40, size: 'max' }),
      far,
      (data, before) => {
        const text = `#${' '.repeat(before)}\n${stringify(data)}`;
        const [document] = parseDocuments('a.yaml', text).documents;
        const places = listScalars(data).map(([pointer]) => document?.sourceOf(pointer));
        expect(places).toEqual(listScalars(data).map(([, value]) => String(value)));
        expect(document?.isWritten('/absent')).toBe(false);
        if (Object.keys(data).length > 16) wide += 1;
      },
    ),
    { seed: 31, numRuns: 60 },
  );
  expect(wide).toBeGreaterThan(10);
});

it('gives an alias its own place, and its entries those of the anchor', () => {
  const [document] = parseDocuments('a.yaml', 'one: &a {x: [7, 8]}\ntwo: *a\n').documents;
  expect(document?.spanOf('/two')).toMatchObject({ line: 2, column: 6, endColumn: 8 });
  expect(document?.spanOf('/two/x/1')).toMatchObject({ line: 1, column: 17, endColumn: 18 });
  expect(document?.spanOf('/two/x/2')).toEqual({
    ...document?.spanOf('/one/x'),
    pointer: '/two/x/2',
  });
});
