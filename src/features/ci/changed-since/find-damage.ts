import { formatQuoted } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { CellChange, Cells } from './list-cell-changes.ts';

/** A kind of damage, and the cells that have it. */
export type Damage = {
  readonly summary: string;
  readonly remedy: string;
  readonly cells: readonly [CellChange, ...CellChange[]];
};

/** Finds the cells with one kind of damage among all that changed. */
type Finder = (changes: readonly CellChange[], before: Before) => readonly CellChange[];
type Before = ReadonlyMap<string, Cells>;

/** Fewest cells of a column that count as moved, and fewest different values of them. */
const [minMoved, minDifferent] = [5, 3];

const restore = 'Restore the cells from that commit.';
const asText = `Format the column as text in the spreadsheet. ${restore}`;

/** Kinds of damage in the order in which they claim a cell. */
const kinds: readonly {
  readonly find: Finder;
  readonly says: (cells: string, first: CellChange) => string;
  readonly remedy: string;
}[] = [
  {
    find: findExchanged,
    says: (cells, { column }) =>
      `The columns changed places without their names: ${cells} of ${column} and others`,
    remedy: `Move the names of the columns with their cells. ${restore}`,
  },
  {
    find: findMoved,
    says: (cells, { column }) => `The column ${column} was sorted or shifted by itself: ${cells}`,
    remedy: `Sort whole rows. ${restore}`,
  },
  {
    find: (changes) => changes.filter(hasLostZeros),
    says: (cells, first) => `${cells} lost leading zeros, such as ${formatBefore(first)}`,
    remedy: asText,
  },
  {
    find: (changes) => changes.filter(isDated),
    says: (cells, first) => `${cells} became dates, such as ${formatBefore(first)}`,
    remedy: asText,
  },
  {
    find: findSwapped,
    says: (cells, { account }) =>
      `The id of another account is in ${cells}, such as that of ${account}`,
    remedy: 'Restore the ids from that commit: an account would get the settings of another.',
  },
  {
    find: (changes) => changes.filter(isOtherId),
    says: (cells, first) =>
      `The id of a known account changed in ${cells}, such as ${formatBefore(first)}`,
    remedy: 'Restore the ids from that commit, unless the accounts have other ids in the service.',
  },
];

/** Finds what looks like the damage of a spreadsheet in the cells of a fleet that changed. */
export function findDamage(changes: readonly CellChange[], before: Before): readonly Damage[] {
  let left = changes;
  return kinds.flatMap(({ find, says, remedy }): readonly Damage[] => {
    const [first, ...others] = find(left, before);
    if (first === undefined) return [];
    const claimed = new Set([first, ...others]);
    left = left.filter((each) => !claimed.has(each));
    const summary = says(count(claimed.size, 'cell'), first);
    return [{ summary, remedy, cells: [first, ...others] }];
  });
}

function formatBefore({ account, before }: CellChange): string {
  return `${formatQuoted(before)} of ${account}`;
}

/** Cells that are now those of another column of their row, which changed as well. */
function findExchanged(changes: readonly CellChange[], before: Before): readonly CellChange[] {
  const byColumn = Map.groupBy(changes, ({ column }) => column);
  return [...byColumn].flatMap(([column, cells]) => {
    if (!isMany(cells, ({ after }) => after)) return [];
    const isFrom = (other: string) => {
      const own = new Set(byColumn.get(other)?.map(({ account }) => account));
      const same = cells.filter(
        ({ account, after }) => own.has(account) && before.get(account)?.get(other) === after,
      );
      return same.length >= cells.length * 0.9;
    };
    return [...byColumn.keys()].some((other) => other !== column && isFrom(other)) ? cells : [];
  });
}

/** Cells of columns that have their values in other rows; of ten values one may be another. */
function findMoved(changes: readonly CellChange[]): readonly CellChange[] {
  return [...Map.groupBy(changes, ({ column }) => column).values()].flatMap((cells) => {
    if (!isMany(cells, ({ before }) => before)) return [];
    const values = Map.groupBy(cells, ({ before }) => before);
    const left = new Map([...values].map(([value, { length }]) => [value, length]));
    const strange = cells.filter(({ after }) => {
      const rest = left.get(after) ?? 0;
      left.set(after, rest - 1);
      return rest <= 0;
    });
    return strange.length <= Math.max(1, cells.length / 10) ? cells : [];
  });
}

function isMany(cells: readonly CellChange[], toValue: (cell: CellChange) => string): boolean {
  return cells.length >= minMoved && new Set(cells.map(toValue)).size >= minDifferent;
}

function hasLostZeros({ before, after }: CellChange): boolean {
  return /^0+\d+$/.test(before) && before.replace(/^0+(?=\d)/, '') === after;
}

const month = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*';

/** Numbers, and texts that a spreadsheet takes for dates: `15`, `12.5`, `3-12`, `1/2`, `MAR1`. */
const mistaken = new RegExp(
  String.raw`^(?:\d{1,5}|\d{1,2}[-./]\d{1,2}|${month}[-. ]?\d{1,4}|\d{1,2}[-. ]?${month})$`,
  'i',
);

/** Dates as spreadsheets write them: `2026-12-03`, `03.12.2026`, `12-Mar`, `Mar-01`. */
const date = new RegExp(
  String.raw`^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{2}|\d{4})|\d{1,2}[-. ]{1,2}${month}(?:[-. ]\d{2,4})?|${month}[-. ]{1,2}\d{2,4})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$`,
  'i',
);

function isDated({ before, after }: CellChange): boolean {
  return date.test(after) && mistaken.test(before);
}

function isOtherId({ column, before, after }: CellChange): boolean {
  return /^ids?(?:\.|$)/.test(column) && before !== '' && after !== '';
}

function findSwapped(changes: readonly CellChange[], before: Before): readonly CellChange[] {
  const known = new Set([...before.values()].flatMap((cells) => [...cells].map(toKey)));
  return changes.filter((each) => isOtherId(each) && known.has(toKey([each.column, each.after])));
}

function toKey(cell: readonly [column: string, value: string]): string {
  return JSON.stringify(cell);
}
