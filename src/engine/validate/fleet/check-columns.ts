import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Blueprint } from '../../../model/manifest/blueprint.ts';
import type { Table } from '../../../model/manifest/table.ts';
import { findInput } from './find-input.ts';

/** Columns that every table can have; `ids.ENVIRONMENT` and `labels.LABEL` too. */
const ownColumns = ['name', 'id', 'state', 'secretName', 'note'];

const nested = /^(?:ids|labels)\.[a-z0-9][a-z0-9-]{0,62}$/;

/** Checks the columns of a table: each is known, and `name` is there. */
export function checkColumns(
  { columns, file, rows }: Table,
  { inputs, name: blueprint }: Blueprint,
): readonly Diagnostic[] {
  const known = [...ownColumns, ...inputs.keys()];
  const given = Object.fromEntries(columns);
  const unknown = [...columns].flatMap(([name, at]): Diagnostic[] => {
    if (known.includes(name) || nested.test(name)) return [];
    if (findInput(inputs, name, given) !== undefined) return [];
    return [
      reportError('column-unknown', {
        summary: `The column ${name} is no input of ${blueprint}`,
        at,
        remedy: formatNearest(name, [...known, 'labels.NAME', 'ids.ENVIRONMENT'], 'columns') ?? '',
      }),
    ];
  });
  if (columns.has('name') || rows.length === 0) return unknown;
  const at = [...columns.values()][0] ?? startOf(file);
  const summary = 'The table has no column name';
  const remedy = 'Add the column name, with your name of each account.';
  return [...unknown, reportError('column-missing', { summary, at, remedy })];
}

function startOf(file: string) {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
}
