import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import { formatDiagnostics } from '../../../src/reports/text/format-diagnostics.ts';
import { checkAccount, formatSpec } from '../../support/values/check-account.ts';

const write = (text: string) => formatDiagnostics(checkAccount(text), () => text);

it('shows place, mistake, code, line, carets and what to write', () => {
  expect(write(formatSpec('retension: {successHours: 120}'))).toBe(
    [
      'accounts/acme.yaml:6:3: error: Unknown key "retension" in spec [unknown-key]',
      '  6 |   retension: …',
      '    |   ^^^^^^^^^',
      '  → Did you mean retention?',
      '',
    ].join('\n'),
  );
});

it('shows the other places too', () => {
  expect(write(formatSpec('displayName: x', 'displayName: y'))).toBe(
    [
      'accounts/acme.yaml:7:3: error: The key displayName is twice in this map',
      '    [yaml-duplicate-key]',
      '  7 |   displayName: y',
      '    |   ^^^^^^^^^^^',
      '  the first line: accounts/acme.yaml:6:3',
      '  6 |   displayName: x',
      '    |   ^^^^^^^^^^^',
      '  → Keep one of the two lines.',
      '',
    ].join('\n'),
  );
});

it('puts diagnostics in the order of files and lines, those without place first', () => {
  const at = (file: string, line: number) => ({
    at: { file, line, column: 1, endLine: line, endColumn: 2, pointer: '' },
  });
  const base = { code: 'yaml-syntax', severity: 'error' } as const;
  const diagnostics: Diagnostic[] = [
    { ...base, summary: 'fourth', ...at('b.yaml', 1) },
    { ...base, summary: 'third', ...at('a.yaml', 10) },
    { ...base, summary: 'second', ...at('a.yaml', 9) },
    { ...base, summary: 'first' },
  ];
  const order = /first|second|third|fourth/g;
  const expected = ['first', 'second', 'third', 'fourth'];
  expect(formatDiagnostics(diagnostics, () => null).match(order)).toEqual(expected);
  expect(formatDiagnostics(diagnostics.toReversed(), () => null).match(order)).toEqual(expected);
});

it('shows no line that holds a secret, whatever the mistake in it', () => {
  const texts = [
    formatSpec('connectors: {crm: {conector: {name: C}, auth: {apiKey: hunter2}}}'),
    formatSpec('connectors:', '  crm:', '    connector: {name: C}', '    auth: {apikey: hunter2}'),
    formatSpec('connectors:', '  crm:', '    auth:', '      authValue: hunter2: x'),
    formatSpec('connectors:', '  crm:', '    auth:', '      apiKey: |', '        hunter2'),
    formatSpec('connectors: {crm: {auth: {basic: {usr: a, "password": hunter2}}'),
    formatSpec('errorWebhook: {url: "https://user:hunter2@example.com"}'),
    formatSpec('errorWebhook: {url: "https://user:hunter2@example.com", url: "https://x"}'),
    ...[
      '!hunter2',
      '*hunter2',
      '|hunter2',
      '>-hunter2',
      '"\\hunter2"',
      '@hunter2',
      '{hunter2: x}',
    ].map((secret) => formatSpec('connectors:', '  crm:', '    auth:', `      apiKey: ${secret}`)),
  ];
  for (const text of texts) {
    const shown = write(text);
    expect(shown, text).toContain('error: ');
    expect(shown, text).not.toContain('hunter2');
  }
});

it('fits eighty columns and still points at the place in a long line', () => {
  const words = 'word '.repeat(40);
  const text = formatSpec(`retention: {successHours: 120, ${'a'.repeat(30)}: "${words}", zzz: 1}`);
  const lines = write(text).split('\n');
  expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
  const carets = lines.findIndex((line) => line.includes('^^^') && lines.indexOf(line) > 4);
  const [shown = '', marks = ''] = lines.slice(carets - 1, carets + 1);
  expect(shown.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('zzz');
});

it('keeps the carets under wide and invisible signs', () => {
  const text = formatSpec('{"日本": 1, "a\u202eb": 2}'.slice(1, -1).replaceAll(', ', '\n  '));
  const lines = write(text).split('\n');
  expect(lines).toContain('  6 |   "日本": …');
  expect(lines).toContain(`    |   ${'^'.repeat(6)}`);
  expect(lines).toContain('  7 |   "a\\u{202e}b": …');
  expect(lines).toContain(`    |   ${'^'.repeat(12)}`);
  const labels = write(formatSpec().replace('acme}', 'acme, labels: {a: 日本, b: 7}}'));
  expect(labels.split('\n')).toContain(`    | ${' '.repeat(44)}^`);
});

it('shows control characters in what is said as what they are', () => {
  const shown = write(formatSpec('connectors: {"\\e[31mred": {}}'));
  expect(shown).toContain('connectors.\\u{1b}[31mred');
  expect(shown).not.toContain('\u001b');
});

it('takes the remedy of the code where a mistake has none of its own', () => {
  const diagnostic: Diagnostic = { code: 'file-unreadable', severity: 'warning', summary: 'Gone' };
  const shown = formatDiagnostics([{ ...diagnostic, detail: 'More words' }], () => null);
  expect(shown).toContain(
    'warning: Gone [file-unreadable]\n  More words\n  → Check that it exists',
  );
});

it('shows a readable number, and counts the rest', () => {
  const diagnostics = Array.from({ length: 3000 }, (_, index): Diagnostic => {
    const at = {
      file: 'a.yaml',
      line: index + 1,
      column: 1,
      endLine: 1,
      endColumn: 2,
      pointer: '',
    };
    return { code: 'yaml-syntax', severity: 'error', summary: `mistake ${index}`, at };
  });
  const text = formatDiagnostics(diagnostics, () => null);
  expect(text.match(/mistake \d+/g)?.at(-1)).toBe('mistake 499');
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^2500 more are not shown/);
});
