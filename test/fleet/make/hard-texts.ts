import type { Decks } from './decks.ts';

/** Texts that YAML misreads, that look alike, or that are long. */
const hardTexts: readonly string[] = [
  '- yes: no #1',
  '*anchor',
  '&anchor !tag',
  '{a: b}, [c]',
  '? complex',
  '%TAG ! x',
  '@at `tick`',
  '| literal',
  '> folded',
  '"double" \\ and \'single\'',
  "it's",
  'null',
  '~',
  'true',
  'off',
  '007',
  '1e3',
  '0x1F',
  '1_000',
  '12:30:45',
  '2026-12-01',
  '12345678901234567890',
  '---',
  '...',
  '<<',
  '=',
  '= not a script',
  'trailing: ',
  ' leading and trailing ',
  'tab\there',
  'two\nlines',
  '\nbegins and ends with a line\n',
  'windows\r\nlines',
  'Größe · Łódź · Ångström',
  'e\u0301 and \u00e9',
  '日本語の名前',
  'قاعدة بيانات',
  'turned \u202e round',
  'no\u00a0break, zero\u200bwidth, \ufeffmark',
  'line\u2028separator\u0085next',
  'bell\u0007, escape\u001b[31m',
  '😀 family 👨‍👩‍👧',
  '#hash',
  'a # b',
  'a/b %2F c',
  '$(whoami) `id` $HOME',
  '\u0024{vars.region}',
  'costs $\u0024{5}, or \u0024{',
  '<b>&amp;</b>',
  '../../etc/passwd',
  'CON',
  `${'long '.repeat(60)}end`,
  'x'.repeat(400),
];

const names = hardTexts.filter((text) => !/[\r\n]/.test(text) && text.length < 200);
const lines = hardTexts.filter((text) => /\n/.test(text));
const long = hardTexts.filter((text) => text.length >= 200);

/** A name as people give one: often one that others have too, at times one that is hard to write. */
export function dealName(decks: Decks, what: string, usual: readonly string[]): string {
  const sort = decks.deal(`sort of ${what}`, ['usual', 'usual', 'hard', 'hard', 'hard', 'long']);
  if (sort === 'usual') return decks.deal(`usual ${what}`, usual);
  return decks.deal(`${sort} ${what}`, sort === 'hard' ? names : long);
}

/** A text of whatever form; null: none is typed. */
export function dealText(decks: Decks, what: string): string | null {
  const sort = decks.deal(`sort of ${what}`, [
    'none',
    'empty',
    'plain',
    'hard',
    'hard',
    'lines',
    'long',
  ] as const);
  if (sort === 'none') return null;
  return decks.deal(`${sort} ${what}`, texts[sort]);
}

const texts = { empty: [''], plain: ['plain'], hard: names, lines, long };
