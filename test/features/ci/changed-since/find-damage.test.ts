import { describe, expect, it } from 'vitest';
import { findDamage } from '../../../../src/features/ci/changed-since/find-damage.ts';

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

const at = { file: 't.csv', line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };

/** The kinds of damage with their columns and numbers of cells, between two tables. */
function compare(before: Table, after: Table): readonly string[] {
  const changes = Object.entries(after).flatMap(([account, cells]) =>
    Object.keys({ ...before[account], ...cells }).flatMap((column) => {
      const [left = '', right = ''] = [before[account]?.[column], cells[column]];
      return left === right ? [] : [{ account, column, before: left, after: right, at }];
    }),
  );
  const known = Object.entries(before).map(
    ([account, cells]) => [account, new Map(Object.entries(cells))] as const,
  );
  return findDamage(changes, new Map(known)).map(({ summary }) => summary);
}

const base: Table = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [
    `north-${index}`,
    {
      id: `n-${index}`,
      title: `North ${index}`,
      folder: `/${index}`,
      tier: ['trial', 'standard', 'enterprise'][index % 3] ?? '',
    },
  ]),
);

/** The table with other cells of some columns; the function has the number of the row. */
function change(edit: (index: number) => Readonly<Record<string, string>>): Table {
  return Object.fromEntries(
    Object.entries(base).map(([name, cells], index) => [name, { ...cells, ...edit(index) }]),
  );
}

describe('damage of a spreadsheet', () => {
  it('is a column that was sorted or shifted by itself', () => {
    expect(
      compare(
        base,
        change((index) => ({ title: `North ${11 - index}` })),
      ),
    ).toEqual(['The column title was sorted or shifted by itself: 12 cells']);
    const shifted = change((index) => ({ id: index === 0 ? '' : `n-${index - 1}` }));
    expect(compare(base, shifted)).toEqual([
      'The column id was sorted or shifted by itself: 12 cells',
    ]);
  });

  it('is columns that changed places without their names', () => {
    const exchanged = change((index) => ({ title: `/${index}`, folder: `North ${index}` }));
    expect(compare(base, exchanged)).toEqual([
      'The columns changed places without their names: 24 cells of title and others',
    ]);
  });

  it.each([
    ['007', '7', '1 cell lost leading zeros, such as "007" of a'],
    ['000', '0', '1 cell lost leading zeros, such as "000" of a'],
    ['3-12', '03.12.2026', '1 cell became dates, such as "3-12" of a'],
    ['12.5', '12-May', '1 cell became dates, such as "12.5" of a'],
    ['MAR1', '1-Mar', '1 cell became dates, such as "MAR1" of a'],
    ['15', '1900-01-15 00:00:00', '1 cell became dates, such as "15" of a'],
  ])('is %s that became %s', (before, after, says) => {
    expect(compare({ a: { code: before } }, { a: { code: after } })).toEqual([says]);
  });

  it('is an id of another account, or another id', () => {
    const swapped = { ...base, 'north-0': { id: 'n-1' }, 'north-1': { id: 'n-0' } };
    const ofAnother = 'The id of another account is in 2 cells, such as that of north-0';
    expect(compare({ ...base }, swapped)).toContain(ofAnother);
    expect(compare({ a: { 'ids.prod': 'x-1' } }, { a: { 'ids.prod': 'x-10' } })).toEqual([
      'The id of a known account changed in 1 cell, such as "x-1" of a',
    ]);
  });
});

describe('an honest edit', () => {
  it.each<[string, Table, Table]>([
    ['a new name for many rows', base, change(() => ({ tier: 'gold' }))],
    [
      'values that some rows exchange',
      base,
      change((index) => (index < 2 ? { tier: base['north-1']?.tier ?? '' } : {})),
    ],
    [
      'rows that move up a tier',
      base,
      change((index) => ({ tier: ['standard', 'enterprise', 'enterprise'][index % 3] ?? '' })),
    ],
    ['titles that are like the folders', base, change((index) => ({ title: `/${index}` }))],
    ['an id where there was none', { a: { id: '' } }, { a: { id: 'x' } }],
    ['a date in place of a word', { a: { since: 'soon' } }, { a: { since: '2026-12-03' } }],
    ['another date', { a: { since: '2026-12-03' } }, { a: { since: '2026-12-04' } }],
    ['another number', { a: { port: '0080' } }, { a: { port: '443' } }],
    ['a new row and one that is gone', base, { new: { id: 'n-0' } }],
  ])('is no damage: %s', (_, before, after) => {
    const known = Object.fromEntries(
      Object.entries(after).filter(([name]) => before[name] !== undefined),
    );
    expect(compare(before, known)).toEqual([]);
  });
});
