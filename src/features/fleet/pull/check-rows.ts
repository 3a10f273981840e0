import { count } from '../../../kit/text/text-layout.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Table, TableRow } from '../../../model/manifest/table.ts';

/** Percent of the rows of a table that may leave by one pull. */
const maxLeavingPercent = 5;

/** How the rows of a table change, counted by name. */
export type RowCounts = Readonly<Record<'rows' | 'added' | 'changed' | 'removed', number>>;

/** Judgement of a pulled table: the mistake for which it is refused, and its counts. */
export type CheckedRows = { readonly refused: Diagnostic | null; readonly counts: RowCounts };

/**
 * Checks a pulled table against that of now: it has rows and all columns that are in use, no account gets another
 * id, and no more rows leave than is allowed.
 */
export function checkRows(
  now: Table | null,
  pulled: Table,
  allowShrink: number | undefined,
): CheckedRows {
  const before = toRowsByName(now?.rows ?? []);
  const after = toRowsByName(pulled.rows);
  const isChanged = (name: string, row: TableRow) => {
    const was = before.get(name);
    return was !== undefined && listChanged(was, row).length > 0;
  };
  const counts = {
    rows: pulled.rows.length,
    added: [...after.keys()].filter((name) => !before.has(name)).length,
    changed: [...after].filter(([name, row]) => isChanged(name, row)).length,
    removed: [...before.keys()].filter((name) => !after.has(name)).length,
  };
  const refused =
    checkWhole(now, pulled) ?? checkIds(before, after) ?? checkLeaving(before, after, allowShrink);
  return { refused, counts };
}

type Rows = ReadonlyMap<string, TableRow>;

function toRowsByName(rows: readonly TableRow[]): Rows {
  return new Map(rows.map((row) => [String(row.cells.get('name')), row]));
}

function listChanged(was: TableRow, is: TableRow): readonly string[] {
  const columns = new Set([...was.cells.keys(), ...is.cells.keys()]);
  return [...columns].filter(
    (column) => JSON.stringify(was.cells.get(column)) !== JSON.stringify(is.cells.get(column)),
  );
}

function checkWhole(now: Table | null, pulled: Table): Diagnostic | null {
  if (pulled.rows.length === 0) return report('it has no row', 'Correct what the source exports.');
  const used = new Set(now?.rows.flatMap(({ cells }) => [...cells.keys()]));
  const lacking = [...used].filter((column) => !pulled.columns.has(column));
  if (lacking.length === 0) return null;
  return report(
    `it lacks the column ${lacking.join(', ')}`,
    'Export it. To drop a column, delete it from the table in Git first.',
  );
}

function checkIds(before: Rows, after: Rows): Diagnostic | null {
  const changed = [...after].flatMap(([name, row]) => {
    const was = before.get(name);
    const column = was && listChanged(was, row).find((each) => /^ids?(?:\.|$)/.test(each));
    return was === undefined || column === undefined ? [] : [{ name, column, was, row }];
  });
  const [first] = changed;
  if (first === undefined) return null;
  const { name, column, was, row } = first;
  const [from, to] = [was, row].map(({ cells }) => cells.get(column) ?? 'nothing');
  return report(
    `${count(changed.length, 'account')} would get another id, such as ${name}: ${column} ${from} → ${to}`,
    'Correct the source. If an id is right, change it in the table in Git first.',
  );
}

function checkLeaving(before: Rows, after: Rows, allowed: number | undefined): Diagnostic | null {
  // Count a row that was leaving too when it is gone: its account is orphaned if it still exists.
  const leaving = [...before].flatMap(([name, { cells }]) => {
    const row = after.get(name);
    const isNew = row?.cells.get('state') === 'leaving' && cells.get('state') !== 'leaving';
    return row === undefined || isNew ? [name] : [];
  });
  const limit = Math.floor((before.size * maxLeavingPercent) / 100);
  if (leaving.length <= Math.max(allowed ?? 0, limit)) return null;
  const shown = leaving.slice(0, 3).join(', ');
  const more = leaving.length > 3 ? `, … +${leaving.length - 3}` : '';
  return report(
    `${leaving.length} of ${count(before.size, 'row')} are gone or leaving (${shown}${more}), more than ${maxLeavingPercent} %`,
    `Correct what the source exports. To take it, pass --allow-shrink ${leaving.length}.`,
  );
}

function report(says: string, remedy: string): Diagnostic {
  return reportError('pull-refused', {
    summary: `The pulled table is refused: ${says}; nothing was written`,
    remedy,
  });
}
