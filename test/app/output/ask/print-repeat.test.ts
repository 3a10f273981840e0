import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { printRepeat } from '../../../../src/app/output/ask/print-repeat.ts';
import { openRecordedContext } from '../../../support/run-in-process.ts';

function repeat(typed: readonly string[], ...runs: readonly (readonly string[])[]): string {
  const { context, said } = openRecordedContext();
  printRepeat({ ...context, typed }, ...runs);
  return said();
}

it('prints a name with control characters so that it is visible, and a shell passes it on', () => {
  const name = 'north\u001b[2Jwind\nit\'s "new" \u202e\\';
  const line = repeat(['drift', '--answer'], ['--ignore', name]);
  expect(line.trimEnd()).toMatch(/^[\x20-\x7e]+$/);
  const command = line.replace('To repeat without questions: cyclectl', `printf '%s\\0'`);
  const words = execFileSync('/bin/bash', ['--norc', '-c', command]).toString().split('\0');
  expect(words.slice(0, -1)).toEqual(['drift', '--answer', '--ignore', name]);
});

it('says that there is no line where no shell can pass a name', () => {
  const text = repeat(['destroy'], ['northwind'], ['--confirm', 'a\0b']);
  expect(text).toBe('No line repeats this without questions: no shell can pass "a\\u{0}b".\n');
});
