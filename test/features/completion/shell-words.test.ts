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

  it('gives zsh and fish the value behind an option', () => {
    const line = parseWords(['--format=j']);
    for (const shell of ['zsh', 'fish'] as const)
      expect(toInsertion('--format=json', line, { shell, breaks: '' })).toBe('json');
    const spaced = parseWords(['Our']);
    expect(toInsertion('Our App', spaced, { shell: 'fish', breaks: '' })).toBe('Our App');
    expect(toInsertion('Our App', spaced, { shell: 'zsh', breaks: '' })).toBe('Our\\ App');
  });
});
