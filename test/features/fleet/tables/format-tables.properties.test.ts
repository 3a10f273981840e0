import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexManifests } from '../../../../src/engine/index/index-manifests.ts';
import { readCsv } from '../../../../src/engine/load/tables/read-csv.ts';
import { withOverlay } from '../../../../src/engine/load/with-overlay.ts';
import { compareProjects } from '../../../../src/features/fleet/compare-projects.ts';
import { formatTables } from '../../../../src/features/fleet/tables/format-tables.ts';
import type { Files } from '../../../../src/model/ports.ts';
import { fleet, texts } from '../../../engine/index/fleet-texts.ts';
import { anyCharacter } from '../../../support/values/any-character.ts';
import { makeFiles } from '../../../support/values/read-manifests.ts';

const path = 'fleets/customers.csv';

const canonical = [
  'name',
  'id',
  'labels.region',
  'labels.tier',
  'state',
  'note',
  'interval',
  'folder',
];

const cellText = fc.oneof(
  fc.constant(''),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r\n', '$', '{', ' ', 'é') }),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

const row = fc.record({
  'labels.region': fc.constantFrom('', 'eu', 'us'),
  'labels.tier': fc.constantFrom('', 'gold'),
  state: fc.constantFrom('', 'active', 'leaving'),
  note: cellText,
  interval: fc.constantFrom('', '15m', '1h'),
  folder: cellText,
});

const form = fc.record({
  columns: fc.shuffledSubarray(canonical, { minLength: canonical.length }),
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
  hasMark: fc.boolean(),
  hasLastEnd: fc.boolean(),
  quotesAll: fc.boolean(),
});

const drawn = fc.record({
  rows: fc.array(row, { maxLength: 4 }),
  names: fc.shuffledSubarray(['a', 'a-1', 'a-10', 'a-2'], { minLength: 4 }),
  form,
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function listCells({ rows, names }: Pick<Drawn, 'rows' | 'names'>) {
  return rows.map((cells, index): Readonly<Record<string, string>> => {
    const name = names[index] ?? '';
    return { ...cells, name, id: `${name}-id` };
  });
}

function writeTable({ form, ...rest }: Drawn): string {
  const quote = (text: string) =>
    form.quotesAll || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [
    form.columns,
    ...listCells(rest).map((cells) => form.columns.map((column) => cells[column] ?? '')),
  ].map((cells) => cells.map(quote).join(form.delimiter));
  const end = form.hasLastEnd ? form.lineEnd : '';
  return `${form.hasMark ? '\ufeff' : ''}${lines.join(form.lineEnd)}${end}`;
}

async function formatOne(files: Files): Promise<string> {
  const { project, index } = await indexManifests(files);
  expect(index.diagnostics).toEqual([]);
  const [formatted] = await formatTables(files, project?.environments ?? new Map());
  return formatted?.text ?? '';
}

const law = 'a table in canonical form has the same cells, and every account comes to the same';

it(law, async () => {
  const plain = fleet.slice(0, fleet.indexOf('  overrides:'));
  const project = makeFiles({ ...texts, 'fleets/customers.yaml': plain });
  await fc.assert(
    fc.asyncProperty(drawn, async (table) => {
      const before = withOverlay(project, new Map([[path, writeTable(table)]]));
      const text = await formatOne(before);
      const after = withOverlay(project, new Map([[path, text]]));
      const { differing, equal, diagnostics } = await compareProjects(before, after);
      expect(diagnostics).toEqual([]);
      expect([...differing]).toEqual([]);
      expect(equal).toBe(table.rows.length);
      expect(await formatOne(after)).toBe(text);
      const read = readCsv(path, text).table;
      expect([...(read?.columns.keys() ?? [])]).toEqual(canonical);
      const cells = listCells(table).map((each) =>
        Object.fromEntries(Object.entries(each).filter(([, cell]) => cell !== '')),
      );
      expect(read?.rows.map((each) => Object.fromEntries(each.cells))).toEqual(
        cells.toSorted((left, right) => ((left.name ?? '') < (right.name ?? '') ? -1 : 1)),
      );
    }),
    { numRuns: 50, seed: 25 },
  );
}, 60_000);
