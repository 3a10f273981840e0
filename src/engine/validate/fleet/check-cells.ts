import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Table, TableRow } from '../../../model/manifest/table.ts';

/** Damage that a spreadsheet does to the value of a cell. */
type Damage = { readonly says: string; readonly remedy: string };

const formula: Damage = {
  says: 'has a formula',
  remedy:
    'Save the table with the values of its formulas. Write a text that begins with = in an override.',
};

const failed: Damage = {
  says: 'has the error of a formula',
  remedy: 'Correct the formula in the spreadsheet, and save its value.',
};

const rounded: Damage = {
  says: 'has a number in scientific notation',
  remedy:
    'Format the column as text in the spreadsheet, and restore the id from Git: digits may be lost.',
};

const errors = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/;
const scientific = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d+$/i;

/** Checks the cells of a row of CSV for what a spreadsheet can do to them. */
export function checkCells(
  row: TableRow,
  { isText }: Pick<Table, 'isText'>,
): readonly Diagnostic[] {
  if (!isText) return [];
  return [...row.cells].flatMap(([column, cell]): Diagnostic[] => {
    const damage = findDamage(column, String(cell));
    if (damage === null) return [];
    const { says, remedy } = damage;
    const summary = `The column ${column} ${says}`;
    return [reportError('cell-damaged', { summary, at: row.spanOf(column), remedy })];
  });
}

function findDamage(column: string, cell: string): Damage | null {
  if (cell.startsWith('=')) return formula;
  if (errors.test(cell)) return failed;
  return /^ids?(?:\.|$)/.test(column) && scientific.test(cell) ? rounded : null;
}
