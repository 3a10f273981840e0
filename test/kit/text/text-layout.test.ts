import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { formatArgument } from '../../../src/kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatDuration,
  formatHanging,
  formatParagraph,
  formatSpread,
  formatWrappedCommand,
  isFittingBeside,
  toWrappedLines,
} from '../../../src/kit/text/text-layout.ts';

const placement = { column: 35, hang: 10 };
const words = (number: number) => Array.from({ length: number }, () => 'word').join(' ');

describe('two texts on one line', () => {
  it('stand at the two edges', () => {
    expect(formatSpread('left', 'right')).toBe(`left${' '.repeat(71)}right`);
    expect(formatSpread('left', '')).toBe('left');
  });

  it('use two lines if one is too short for both', () => {
    expect(formatSpread('x'.repeat(75), 'right')).toBe(`${'x'.repeat(75)}\n${' '.repeat(75)}right`);
  });

  it('are wrapped if one does not fit on a line of its own', () => {
    const [left, ...rest] = formatSpread('left', words(20)).split('\n');
    expect(left).toBe('left');
    expect(rest).toEqual([`  ${words(15)}`, `  ${words(5)}`]);
  });

  it('count wide signs as two columns', () => {
    expect(formatSpread('日本', 'right')).toBe(`日本${' '.repeat(71)}right`);
  });
});

describe('two texts side by side', () => {
  it('align the second at its column', () => {
    expect(formatAligned('  + left', 'right', placement)).toBe(`  + left${' '.repeat(27)}right`);
  });

  it('move the second to the right of a long first, and below it if that does not fit', () => {
    const left = 'x'.repeat(40);
    expect(formatAligned(left, 'right', placement)).toBe(`${left}  right`);
    expect(formatAligned(left, 'y'.repeat(39), placement)).toBe(
      `${left}\n${' '.repeat(10)}${'y'.repeat(39)}`,
    );
  });

  it('wrap the second inside its column as far as the place allows', () => {
    const two = `left${' '.repeat(31)}${words(9)}\n${' '.repeat(35)}word`;
    expect(formatAligned('left', words(10), { ...placement, most: 2 })).toBe(two);
    expect(formatAligned('left', words(10), placement)).toBe(`left\n${' '.repeat(10)}${words(10)}`);
  });

  it('know if one line fits', () => {
    expect(isFittingBeside('left', 'y'.repeat(45), placement)).toBe(true);
    expect(isFittingBeside('left', 'y'.repeat(46), placement)).toBe(false);
  });

  it('colour the second a line at a time', () => {
    const paint = (line: string) => `<${line}>`;
    expect(formatAligned('left', words(30), { ...placement, paint })).toBe(
      `left\n${[words(14), words(14), words(2)].map((line) => `<${' '.repeat(10)}${line}>`).join('\n')}`,
    );
  });
});

describe('a text that is too wide', () => {
  it('is broken at spaces, each line at its column', () => {
    expect(formatParagraph(words(17), 10).split('\n')).toEqual([
      `${' '.repeat(10)}${words(14)}`,
      `${' '.repeat(10)}${words(3)}`,
    ]);
  });

  it('keeps the mark before it on its first line', () => {
    const long = 'x'.repeat(90);
    expect(formatHanging(`  ~ ${long} tail`, 10)).toBe(`  ~ ${long}\n${' '.repeat(10)}tail`);
  });
});

it.each([
  [0, '0.0 s'],
  [3240, '3.2 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min'],
  [150_000, '3 min'],
  [3_570_000, '1.0 h'],
  [5_400_000, '1.5 h'],
])('says %i milliseconds as %s', (ms, said) => {
  expect(formatDuration(ms)).toBe(said);
});

it('counts one of a thing and several of them', () => {
  expect([count(0, 'account'), count(1, 'account'), count(2, 'person', 'people')]).toEqual([
    '0 accounts',
    '1 account',
    '2 people',
  ]);
});

describe('a command that is broken', () => {
  it.each([words(40), `it's ${words(40)}`, `${words(14)} 'quoted' and \\ ${words(9)}`])(
    'is read by a shell as the same words, which may hold spaces: %s',
    (word) => {
      const command = `printf %s, -C ${formatArgument(word)} ${words(30)}`;
      const broken = formatWrappedCommand(command, 10);
      expect(broken).toContain(' \\\n');
      const run = (text: string) => execFileSync('sh', ['-c', text], { encoding: 'utf8' });
      expect(run(broken)).toBe(run(command));
    },
  );
});

it('breaks at spaces and counts wide signs as two', () => {
  expect(toWrappedLines('one two three', 7)).toEqual(['one two', 'three']);
  expect(toWrappedLines('日本 語', 6)).toEqual(['日本', '語']);
  expect(toWrappedLines('', 5)).toEqual(['']);
});

it('loses nothing and keeps the width but for single long words', () => {
  const words = fc.array(fc.string({ minLength: 1 }).filter((word) => !word.includes(' ')));
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30 }), (list, columns) => {
      const text = list.join(' ');
      const lines = toWrappedLines(text, columns);
      expect(lines.join(' ')).toBe(text);
      for (const line of lines) {
        if (line.includes(' ')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }
    }),
  );
});
