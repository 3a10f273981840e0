import { expect, it } from 'vitest';
import { readCsv } from '../../../../src/engine/load/tables/read-csv.ts';

function readRows(text: string) {
  const { table, diagnostics } = readCsv('fleets/t.csv', text);
  expect(diagnostics).toEqual([]);
  return (table?.rows ?? []).map(({ cells }) => Object.fromEntries(cells));
}

it('reads rows whose empty cells are not given', () => {
  expect(readRows('name,id,note\na,1,\nb,,x\n')).toEqual([
    { name: 'a', id: '1' },
    { name: 'b', note: 'x' },
  ]);
});

it.each([
  ['commas', 'name,id\na,1;2\n', '1;2'],
  ['semicolons', 'name;id\na;1,2\n', '1,2'],
  ['tabs', 'name\tid\na\t1,2;3\n', '1,2;3'],
  ['CRLF', 'name,id\r\na,1\r\n', '1'],
  ['no last line end', 'name,id\na,1', '1'],
  ['quoted delimiters, quotes and line ends', 'name,id\na,"1,""2""\n3"\n', '1,"2"\n3'],
  ['a quoted header', '"name","id"\na,1\n', '1'],
])('reads a table with %s', (_, text, id) => {
  expect(readRows(text)).toEqual([{ name: 'a', id }]);
});

it('takes no line for a comment, and skips empty lines and rows without a cell', () => {
  expect(readRows('name,id\n\n#a,1\n,\n\nb,2\n')).toEqual([
    { name: '#a', id: '1' },
    { name: 'b', id: '2' },
  ]);
});

it('knows the line and column of each cell, after quotes, line ends and empty lines', () => {
  const text = 'name,id,note\r\n\r\na,1,"é\r\nü"\r\nb,"x,y",z\r\n';
  const { table } = readCsv('fleets/t.csv', text);
  const place = (row: number, column: string) => {
    const at = table?.rows[row]?.spanOf(column);
    return at && [at.line, at.column, at.endLine, at.endColumn];
  };
  expect(place(0, 'id')).toEqual([3, 3, 3, 4]);
  expect(place(0, 'note')).toEqual([3, 5, 4, 3]);
  expect(place(1, 'id')).toEqual([5, 3, 5, 8]);
  expect(place(1, 'note')).toEqual([5, 9, 5, 10]);
  expect(place(1, 'unknown')).toEqual([5, 1, 5, 10]);
});

it.each([
  ['an empty file', '', 1, 'The table fleets/t.csv is empty'],
  ['a column without a name', 'name,,id\n', 1, 'Column 2 has no name'],
  ['two columns of one name', 'name,id,name\n', 1, 'Two columns are named name'],
  [
    'a row with a cell too many',
    'name,id\na,1\nb,2,3\n',
    3,
    'The row has 3 cells; the header has 2',
  ],
  [
    'a quote that is not closed',
    'name,id\na,"1\nb,2\n',
    3,
    'A quote is not closed before the end of the table',
  ],
  [
    'a quote inside a cell',
    'name,id\na,1"2\n',
    2,
    'A quote is inside a cell, or text follows a quoted cell',
  ],
] as const)('refuses %s at its line', (...[, text, line, summary]) => {
  const { table, diagnostics } = readCsv('fleets/t.csv', text);
  expect(table).toBeNull();
  expect(diagnostics.map(({ code, at, summary }) => [code, at?.line, summary])).toEqual([
    ['table-syntax', line, summary],
  ]);
});
