import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTables } from '../../../../src/features/fleet/tables/merge-tables.ts';
import { readSide } from '../../../../src/features/fleet/tables/read-side.ts';

const base = 'name,id,interval,folder\na,1,15m,/a\nb,2,,/b\nc,3,1h,\n';

const merge = (ours: string, theirs: string) => mergeTables({ base, ours, theirs });

describe('mergeTables', () => {
  it('merges rows that both append, in the order of their names', () => {
    expect(merge(`${base}e,5,,\n`, `${base}d,4,,\n`)).toEqual({
      text: `${base}d,4,,\ne,5,,\n`,
      conflicts: [],
    });
  });

  it('merges different cells of one row, emptied ones too', () => {
    const ours = base.replace('a,1,15m,/a', 'a,1,,/a');
    const theirs = base.replace('a,1,15m,/a', 'a,1,15m,/new');
    expect(merge(ours, theirs).text).toBe(base.replace('a,1,15m,/a', 'a,1,,/new'));
  });

  it('deletes a row that one branch deleted and the other left', () => {
    const without = base.replace('b,2,,/b\n', '');
    expect(merge(without, `${base}d,4,,\n`).text).toBe(`${without}d,4,,\n`);
    expect(merge(`${base}d,4,,\n`, without).text).toBe(`${without}d,4,,\n`);
  });

  it('merges columns that both add, and deletes one that no row gives any more', () => {
    const ours = 'name,note,id,folder\na,x,1,/a\nb,,2,/b\nc,,3,\n';
    const theirs = 'name,id,interval,folder,zone\na,1,15m,/a,\nb,2,,/b,UTC\nc,3,1h,,\n';
    expect(merge(ours, theirs)).toEqual({
      text: 'name,note,id,folder,zone\na,x,1,/a,\nb,,2,/b,UTC\nc,,3,,\n',
      conflicts: [],
    });
    expect(merge(ours, `${theirs}d,4,1h,,\n`).text).toContain('d,,4,1h,,\n');
  });

  it('marks a cell with two values, and merges the other cells into both rows', () => {
    const ours = base.replace('a,1,15m,/a', 'a,1,5m,/ours');
    const theirs = base.replace('a,1,15m,/a', 'a,7,30m,/a');
    expect(merge(ours, theirs)).toEqual({
      text: [
        'name,id,interval,folder',
        '<<<<<<< ours',
        'a,7,5m,/ours',
        '=======',
        'a,7,30m,/ours',
        '>>>>>>> theirs',
        'b,2,,/b',
        'c,3,1h,',
        '',
      ].join('\n'),
      conflicts: ['a has two values in interval'],
    });
  });

  it('marks a row that one branch deleted and the other changed', () => {
    const ours = base.replace('b,2,,/b\n', '');
    const theirs = base.replace('/b', '/new');
    const merged = merge(ours, theirs);
    expect(merged.conflicts).toEqual(['b is deleted in ours and changed in theirs']);
    expect(merged.text).toContain('<<<<<<< ours\n=======\nb,2,,/new\n>>>>>>> theirs\n');
    expect(merge(theirs, ours).text).toContain(
      '<<<<<<< ours\nb,2,,/new\n=======\n>>>>>>> theirs\n',
    );
  });

  it('marks a row that both add with other cells, and takes one that is the same', () => {
    expect(merge(`${base}d,4,,\n`, `${base}d,4,,\n`).conflicts).toEqual([]);
    expect(merge(`${base}d,4,,\n`, `${base}d,5,1h,\n`).conflicts).toEqual([
      'd is added in both, with another id, interval',
    ]);
  });

  it('merges two new tables as additions', () => {
    const texts = { base: '', ours: 'name,id\nb,2\n', theirs: 'name,id\na,1\n' };
    expect(mergeTables(texts)).toEqual({ text: 'name,id\na,1\nb,2\n', conflicts: [] });
  });

  it('reads semicolons, CRLF and a byte order mark, and writes the canonical form', () => {
    const ours = `\ufeff${base.replaceAll(',', ';').replaceAll('\n', '\r\n')}d;"4;5";;\r\n`;
    expect(merge(ours, base)).toEqual({ text: `${base}d,"4;5",,\n`, conflicts: [] });
  });

  it.each([
    ['a quote that is not closed', `${base}d,"4,,\n`, /^Line 5 of theirs cannot be read: /],
    ['a row without a name', `${base},4,,\n`, /^Line 5 of theirs has no name$/],
    ['two rows of one name', `${base}a,4,,\n`, /^Two rows of theirs have the name a$/],
    ['markers', `${base}<<<<<<< ours\n`, /^Line 5 of theirs cannot be read: /],
    ['no text', '', /^Line 1 of theirs cannot be read: /],
  ])('keeps both tables as they are between markers, where one has %s', (_, theirs, says) => {
    const merged = merge(base, theirs);
    expect(merged.conflicts).toEqual([expect.stringMatching(says)]);
    const [ours, other] = merged.text.replace(/^<<<<<<< ours\n/, '').split('=======\n');
    expect(ours).toBe(base);
    expect(other).toBe(`${theirs === '' ? '\n' : theirs}>>>>>>> theirs\n`);
  });
});

const columns = ['name', 'x', 'y'];
const cell = fc.constantFrom('', '1', '2', '3', 'a,"b"\nc');
const table = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), fc.record({ x: cell, y: cell }))
  .map((rows) => {
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const lines = Object.entries(rows).map(([name, { x, y }]) => [name, x, y].map(quote).join(','));
    return [columns.join(','), ...lines.toSorted(), ''].join('\n');
  });

function listCells(text: string): readonly string[] {
  const side = readSide('table', text);
  if ('mistake' in side) throw new Error(side.mistake);
  return [...side.rows]
    .flatMap(([name, cells]) => columns.map((column) => [name, column, cells.get(column) ?? null]))
    .map((each) => JSON.stringify(each))
    .toSorted();
}

/** The text of a merge with the rows of one branch, or those of both, in the place of its markers. */
function resolve(text: string, side: 'ours' | 'theirs'): string {
  return text.replaceAll(
    /<<<<<<< ours\n([\s\S]*?)=======\n([\s\S]*?)>>>>>>> theirs\n/g,
    side === 'ours' ? '$1' : '$2',
  );
}

const law = 'a merge has each change of both branches, and nothing but what a branch has';

it(law, () => {
  fc.assert(
    fc.property(table, table, table, (base, ours, theirs) => {
      const { text, conflicts } = mergeTables({ base, ours, theirs });
      const was = new Set(listCells(base));
      for (const [side, own] of [
        ['ours', ours],
        ['theirs', theirs],
      ] as const) {
        const cells = listCells(own);
        const merged = listCells(resolve(text, side));
        expect(merged).toEqual(expect.arrayContaining(cells.filter((each) => !was.has(each))));
        const known = new Set([...listCells(ours), ...listCells(theirs)]);
        expect(merged.filter((each) => !known.has(each))).toEqual([]);
      }
      const swapped = mergeTables({ base, ours: theirs, theirs: ours });
      expect(swapped.conflicts).toHaveLength(conflicts.length);
      if (conflicts.length === 0) expect(swapped.text).toBe(text);
      const alone = mergeTables({ base, ours: base, theirs });
      expect(alone.conflicts).toEqual([]);
      expect(listCells(alone.text)).toEqual(listCells(theirs));
    }),
    { numRuns: 500, seed: 25 },
  );
});
