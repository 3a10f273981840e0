import { expect, test } from 'vitest';
import { fieldTable } from '../../src/model/fields/fields.ts';
import { makeCoveragePage } from '../../tools/generate/make-coverage-page.ts';
import { makeErrorsPage } from '../../tools/generate/make-errors-page.ts';
import { makeFieldsPage } from '../../tools/generate/make-fields-page.ts';
import { renderTable } from '../../tools/generate/markdown.ts';

test('a bar inside a cell does not end the cell', () => {
  expect(renderTable(['a'], [['x | y']])).toBe('| a |\n| --- |\n| x \\| y |');
});

test('the page of diagnostics has a heading to link to for each code, in the order of a run', () => {
  const page = makeErrorsPage({
    late: { means: 'It was late.', remedy: 'Wake up.', stops: 'the day' },
    early: { means: 'It was early.', remedy: 'Sleep on.', stops: 'nothing' },
  });
  expect(page.match(/^## .*$/gm)).toEqual(['## late', '## early']);
  expect(page).toContain('It was late.\n\n**What to do:** Wake up.\n\n**Stops:** the day.\n');
});

test('the page of fields has every row of the field table once', () => {
  const rows = makeFieldsPage(fieldTable)
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows).toHaveLength(fieldTable.length);
});

test('the coverage page shows each status with its sources, what is missing, and marks the default of each switch', () => {
  const page = makeCoveragePage({
    operations: [
      {
        route: { method: 'GET', path: '/things', needs: 'token', source: 'SPEC 4.2' },
        answers: [
          { status: 200, sources: ['SERVICE A.1 [T]', 'SPEC 2.1, SERVICE A.1 [D]'] },
          { status: 404, sources: ['SERVICE A.8 [T]'] },
        ],
      },
    ],
    missing: [{ method: 'PUT', path: '/things/{id}', source: 'SPEC 4.1' }],
    choices: [{ key: 'colour', allowed: ['red', 3], default: 3, decides: 'The hue.' }],
    rows: [
      {
        part: '4.1',
        about: 'Calls',
        row: 'A',
        says: 'It is.',
        metBy: ['things: A thing is'],
        outside: null,
      },
      { part: '4.1', about: 'Calls', row: 'B', says: 'It was.', metBy: [], outside: null },
      {
        part: '5',
        about: 'Tokens',
        row: 'C',
        says: 'It asks.',
        metBy: [],
        outside: 'A person asks.',
      },
    ],
  });
  expect(page).toContain(
    '| GET | `/things` | token | yes | 200: specified, observed, published<br>404: observed |',
  );
  expect(page).toContain('| Calls | `A` | It is. | things: A thing is |');
  expect(page).toContain('| Calls | `B` | It was. | not yet |');
  expect(page).toContain('| Tokens | `C` | It asks. | A person asks. |');
  expect(page).toContain('| PUT | `/things/{id}` | specified |');
  expect(page).toContain('| `colour` | `red`, **`3`** | The hue. |');
});
