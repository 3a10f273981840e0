import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseLine,
  parseWords,
  toInsertion,
} from '../../../src/features/completion/shell-words.ts';

describe('parseLine', () => {
  it.each([
    ['cyclectl plan ', ['plan'], ''],
    ['cyclectl plan --o', ['plan'], '--o'],
    ['cyclectl', [], ''],
    ['cyclectl export --template Our\\ A', ['export', '--template'], 'Our A'],
    ['cyclectl export --template "Our A', ['export', '--template'], 'Our A'],
    ["cyclectl explain 'a b' x", ['explain', 'a b'], 'x'],
    ['cyclectl explain $(touch x', ['explain', '$(touch'], 'x'],
  ])('reads the words of %j', (line, before, word) => {
    const read = parseLine(line);
    expect(read.before).toEqual(before);
    expect(read.word).toBe(line === 'cyclectl' ? 'cyclectl' : word);
  });
});

describe('toInsertion', () => {
  const bash = { shell: 'bash', breaks: ' "\'=:' } as const;

  it.each([
    ['cyclectl --select account=no', 'account=northwind', 'northwind'],
    ['cyclectl --select=account=no', '--select=account=northwind', 'northwind'],
    ['cyclectl --template Our', 'Our App', 'Our\\ App'],
    ['cyclectl --template "Our', 'Our App', 'Our App'],
    ['cyclectl --template "$', '$HOME `id`', '\\$HOME \\`id\\`'],
    ["cyclectl --template '$", '$HOME', '$HOME'],
    ["cyclectl --template '", "it's", null],
    ['cyclectl --template ', 'a\u001b[31m', null],
    ['cyclectl --template ', 'Bürö', 'Bürö'],
  ])('bash gets for %j and %j: %j', (line, value, inserted) => {
    expect(toInsertion(value, parseLine(line), bash)).toBe(inserted);
  });

  it('gives bash the whole word where it breaks none at an equals sign', () => {
    const line = parseLine('cyclectl --select account=no');
    expect(toInsertion('account=northwind', line, { shell: 'bash', breaks: ' ' })).toBe(
      'account=northwind',
    );
  });

  it('gives fish the value behind an option, and zsh the whole word; both quote it', () => {
    const line = parseWords(['--format=j'], 'zsh');
    expect(toInsertion('--format=json', line, { shell: 'fish', breaks: '' })).toBe('json');
    expect(toInsertion('--format=json', line, { shell: 'zsh', breaks: '' })).toBe('--format=json');
    const spaced = parseWords(['Our'], 'zsh');
    for (const shell of ['zsh', 'fish'] as const)
      expect(toInsertion('Our App', spaced, { shell, breaks: '' })).toBe('Our App');
  });
});

it('takes words of fish as it has read them, and those of zsh as they were typed', () => {
  expect(parseWords(['-C', 'my folder', '"Our A'], 'fish')).toMatchObject({
    before: ['-C', 'my folder'],
    word: 'Our A',
    quote: '"',
  });
  expect(parseWords(['-C', 'my\\ folder', ''], 'zsh')).toMatchObject({
    before: ['-C', 'my folder'],
    word: '',
  });
});

it('bash reads each insertion as the value that it stands for, and runs nothing of it', async () => {
  const values = fc.sample(
    fc.oneof(
      fc.string({ minLength: 1, unit: 'binary-ascii' }),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('$(touch x)', '`id`', "it's", '!!', '~', '#a', '{a,b}', '*', 'a\\', '"', '-'),
    ),
    { numRuns: 300, seed: 7 },
  );
  const expected: string[] = [];
  const lines: string[] = [];
  for (const value of values) {
    for (const quote of ['', '"', "'"]) {
      const line = parseLine(`cyclectl ${quote}`);
      const inserted = toInsertion(value, line, { shell: 'bash', breaks: ' ' });
      if (inserted === null) continue;
      expected.push(value);
      lines.push(`printf '%s\\0' ${quote}${inserted}${quote}`);
    }
  }
  expect(expected.length).toBeGreaterThan(300);
  const { stdout } = await execa('bash', ['--norc', '-s'], { input: `${lines.join('\n')}\n` });
  expect(stdout.split('\0').slice(0, -1)).toEqual(expected);
});

it('a line is parsed as bash does', async () => {
  const word = fc.stringMatching(/^[a-z "'\\-]{1,12}$/);
  for (const text of fc.sample(word, { numRuns: 200, seed: 7 })) {
    const { stdout, exitCode } = await execa('bash', ['--norc', '-c', `printf '%s\\0' ${text}`], {
      reject: false,
    });
    // A quote that stays open is no command of bash.
    if (exitCode !== 0 || text.trim() === '' || /\\ ?$/.test(text)) continue;
    const read = parseLine(`cyclectl ${text}`);
    const words = text.endsWith(' ') ? read.before : [...read.before, read.word];
    expect(words, text).toEqual(stdout.split('\0').slice(0, -1));
  }
});
