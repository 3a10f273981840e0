import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import {
  formatArgument,
  formatQuoted,
  formatYamlName,
  isPossibleArgument,
} from '../../../src/kit/text/format-name.ts';
import { formatWrappedCommand } from '../../../src/kit/text/text-layout.ts';
import { toVisible } from '../../../src/kit/text/visible-text.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

it.each([
  ['plain', '"plain"'],
  ['say "no"', `'say "no"'`],
  [`it's`, `"it's"`],
  [`it's "no"`, `"it's \\"no\\""`],
  ['a\nb', '"a\\u{a}b"'],
])('puts %j between quotes that cannot be taken for its own', (text, quoted) => {
  expect(formatQuoted(text)).toBe(quoted);
});

it('says how long a text is that was cut', () => {
  expect(formatQuoted('x'.repeat(200))).toBe(`"${'x'.repeat(200)}"`);
  expect(formatQuoted('x'.repeat(201))).toMatch(/^"x{99}…x{99}" \(201 characters\)$/);
  expect(formatQuoted('日'.repeat(101))).toMatch(/^"日{49}…日{49}" \(101 characters\)$/);
});

it('leaves a plain path as it is', () => {
  expect(formatArgument('plans/2026-11-21.json')).toBe('plans/2026-11-21.json');
});

it('quotes what zsh alone would read as more than text', () => {
  expect(formatArgument('=ls')).toBe("'=ls'");
});

it.each(['my plan.json', "it's.json", '$(touch x).json', 'a;b', ''])(
  'gives a shell %j back as one argument',
  (text) => {
    const back = execFileSync('/bin/sh', ['-c', `printf '%s' ${formatArgument(text)}`]);
    expect(back.toString()).toBe(text);
  },
);

it('gives bash any text back as one argument, without a character that moves the cursor', () => {
  const unit = fc.oneof(
    anyCharacter,
    fc.constantFrom(
      'a',
      '1',
      ' ',
      "'",
      '\\',
      '$',
      '`',
      '"',
      '!',
      '\n',
      '\r',
      '\t',
      '\u001b',
      '\u202e',
    ),
  );
  const texts = fc.array(
    fc.string({ unit }).filter((text) => isPossibleArgument(text)),
    { minLength: 50, maxLength: 50 },
  );
  fc.assert(
    fc.property(texts, (all) => {
      const line = all.map(formatArgument).join(' ');
      expect(toVisible(line)).toBe(line);
      const script = `printf '%s\\0' ${line}`;
      const back = execFileSync('/bin/bash', ['--norc', '-c', script], { env: { LC_ALL: 'C' } });
      expect(back.toString().split('\0').slice(0, -1)).toEqual(all);
    }),
    { numRuns: 40 },
  );
});

it.each([
  ['a\u001b[2Jb', "$'a\\033[2Jb'"],
  ["it's\na 1", "$'it\\047s\\na 1'"],
  ['\\\u202e', "$'\\\\\\342\\200\\256'"],
])('writes %j as %s', (text, argument) => {
  expect(formatArgument(text)).toBe(argument);
});

it('breaks no line within an argument of control characters', () => {
  const argument = formatArgument("it's\u001b a long name of many words");
  expect(formatWrappedCommand(`cyclectl explain ${argument}`, 2, 20)).toContain(argument);
});

it.each(['a\0b', 'a\ud800'])('shows %j, which no program can be given', (text) => {
  expect(isPossibleArgument(text)).toBe(false);
  expect(formatArgument(text)).toBe(`'${toVisible(text)}'`);
});

test('a name that needs no quotes has none', () => {
  for (const name of ['crm', 'Sample CRM', 'Contact.Email', 'Größe', 'a/b', 'modified_since']) {
    expect(formatYamlName(name)).toBe(name);
  }
});

test('a name that YAML would take for something else is in quotes', () => {
  for (const name of [
    '',
    'true',
    'No',
    '1.0',
    '[rows].value',
    'a: b',
    'a #b',
    '- a',
    ' a',
    'a ',
    'x:',
  ])
    expect(formatYamlName(name)).toBe(JSON.stringify(name));
});

test('a name comes back as it was, as a key and as a value, and moves no cursor', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('a', ' ', '#', ':', '-', '[', '\u001b', '\u202e', '"', '\n'),
    }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const name = formatYamlName(text);
      expect(toVisible(name)).toBe(name);
      expect(parse(`${name}: {a: ${name}, b: 1}`)).toEqual({ [text]: { a: text, b: 1 } });
    }),
  );
});
