import { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { fieldTable } from '../../src/model/fields/fields.ts';
import { renderTable } from '../../tools/generate/markdown.ts';
import { makeCommandsPage } from '../../tools/generate/pages/make-commands-page.ts';
import { makeCoveragePage } from '../../tools/generate/pages/make-coverage-page.ts';
import { makeErrorsPage } from '../../tools/generate/pages/make-errors-page.ts';
import { makeFieldsPage } from '../../tools/generate/pages/make-fields-page.ts';
import { renderKeys } from '../../tools/generate/pages/make-keys-page.ts';

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

test('the page of commands has a section for each command, with its arguments, options and defaults', () => {
  const program = new Command('cyclectl').option('-q, --quiet', 'less text');
  const family = program.command('state').description('inspect the state');
  family
    .command('list')
    .description('list entries')
    .argument('[address...]', 'only these')
    .requiredOption('--out <file>', 'write it there')
    .addOption(
      new Option('--format <format>', 'of stdout').choices(['text', 'json']).default('text'),
    );
  const page = makeCommandsPage(program);
  expect(page.match(/^## .*$/gm)).toEqual([
    '## Global options',
    '## Overview',
    '## state',
    '## state list',
  ]);
  expect(page).toContain('| [`state list`](#state-list) | List entries. |');
  expect(page).toContain('cyclectl state list [options] [address...]');
  expect(page).toContain('| `[address...]` | Only these. |');
  expect(page).toContain('| `--out <file>` | Write it there. Required. |');
  expect(page).toContain('| Of stdout. One of `text`, `json`. Default: `text`. |');
});

test('the keys of a schema stand in sections by their path, and a shared definition in one of its own', () => {
  const secret = { $ref: '#/$defs/secret' };
  const page = renderKeys(
    {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: {
          type: 'object',
          description: 'Wanted.',
          properties: {
            retries: { type: 'integer', minimum: 0, default: 3, description: 'Tries.' },
            password: secret,
            parts: { type: 'object', additionalProperties: { $ref: '#/$defs/part' } },
          },
        },
      },
      $defs: {
        part: {
          type: 'object',
          properties: {
            kind: { oneOf: [{ enum: ['a', 'b'] }, { $ref: '#/$defs/placeholder' }] },
            key: secret,
          },
        },
        placeholder: { type: 'string' },
        secret: {
          description: 'Read elsewhere.',
          oneOf: [
            { type: 'object', required: ['env'], properties: { env: { type: 'string' } } },
            { type: 'object', required: ['file'], properties: { file: { type: 'string' } } },
          ],
        },
      },
    },
    { title: 'File', shared: ['secret'] },
  );
  expect(page.match(/^## .*$/gm)).toEqual(['## File', '## spec', '## secret', '## spec.parts.KEY']);
  expect(page).toContain('| `spec`, required | [spec](#spec) | Wanted. |');
  expect(page).toContain('| `retries` | whole number, at least 0 | Tries. Default: `3`. |');
  expect(page).toContain('| `parts` | map to [parts.KEY](#specpartskey) |  |');
  expect(page).toContain('| `kind` | `a`, `b` |  |');
  expect(page).toContain('| `key` | [secret](#secret) | Read elsewhere. |');
  expect(page).toContain('| `env`: text |  |');
});
