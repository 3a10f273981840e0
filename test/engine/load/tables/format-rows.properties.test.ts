import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRows } from '../../../../src/engine/load/tables/format-rows.ts';
import { readRows } from '../../../../src/engine/load/tables/read-rows.ts';

const file = 'fleets/rows.yaml';

/** Between two parts of a text in brackets, where comments may be. */
const gap = fc.constantFrom('', ' ', '\n', ' # - {a: 1}\n', '\r\n  # [x], y\n ', '\n\n');

const value = fc.constantFrom(
  'x',
  '"007"',
  "'two\n\n    # lines'",
  '12345678901234567890',
  '[p, q # in it\n    , r]',
  '{step: a b, field: "c: d"}',
  'null',
);

const cell = fc.record({ key: fc.constantFrom('note', '"q"', 'id'), value, gap });

const row = fc.record({ cells: fc.uniqueArray(cell, { selector: ({ key }) => key }), gap });

const drawn = fc.record({
  rows: fc.array(row, { maxLength: 4 }),
  isBlock: fc.boolean(),
  head: fc.constantFrom('', '---\n', '# top\n', '# top\n\n'),
  tail: fc.constantFrom('\n', '\n# end\n', '\n...\n'),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function writeTable({ rows, isBlock, head, tail }: Drawn): string {
  const maps = rows.map(({ cells, gap }, index) => {
    const pairs = cells.map((each) => `${each.gap} ${each.key}: ${each.value}`);
    return `{${[` name: n${9 - index}`, ...pairs].join(',').replaceAll('\n', '\n  ')}${gap}  }`;
  });
  const list = isBlock
    ? maps.map((map) => `- ${map} # beside -`).join('\n')
    : `[${maps.map((map, index) => `${rows[index]?.gap}${map}`).join(',')}]`;
  return `${head}${isBlock && maps.length === 0 ? '[]' : list}${tail}`;
}

function listCells(text: string) {
  const { table, diagnostics } = readRows(file, text);
  expect(diagnostics).toEqual([]);
  const rows = table?.rows.map(({ cells }) => [...cells]) ?? [];
  return rows.toSorted((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1));
}

function format(text: string): string {
  return formatRows({ file, rows: readRows(file, text).table?.rows ?? [] }, text);
}

function listComments(text: string): readonly string[] {
  return [...text.matchAll(/# (?!lines)[^\r\n]*/g)].map(([comment]) => comment).sort();
}

const law = 'a YAML table in any form becomes a block list with the same cells and comments';

it(law, () => {
  fc.assert(
    fc.property(drawn, (table) => {
      const text = writeTable(table);
      const formatted = format(text);
      expect(listCells(formatted)).toEqual(listCells(text));
      expect(listComments(formatted)).toEqual(listComments(text));
      expect(format(formatted)).toBe(formatted);
      if (table.rows.length > 0) expect(formatted).toMatch(/^- name: n/m);
      expect(formatted).not.toMatch(/\{ *name/);
    }),
    { numRuns: 500, seed: 25 },
  );
});
