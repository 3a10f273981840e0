import { expect, test } from 'vitest';
import { applyExceptions, type Exception } from './exceptions.ts';
import { type Finding, formatFinding } from './rule.ts';

const finding: Finding = { path: 'src/a.ts', line: 3, wrong: 'it is red', instead: 'make it blue' };
const allowed: Exception = { path: 'src/a.ts', rule: 'colours', count: 1, reason: 'It is a rose.' };

test('a finding reads like the message of a compiler', () => {
  expect(formatFinding(finding)).toBe('src/a.ts:3: it is red; make it blue');
});

test('a finding without an exception stays', () => {
  expect(applyExceptions('colours', [finding], [])).toEqual([finding]);
});

test('an exception covers as many findings as it counts', () => {
  expect(applyExceptions('colours', [finding], [allowed])).toEqual([]);
});

test('an exception covers neither another file nor another rule', () => {
  const elsewhere = { ...finding, path: 'src/b.ts' };
  expect(applyExceptions('colours', [finding, elsewhere], [allowed])).toEqual([elsewhere]);
  expect(applyExceptions('shapes', [finding], [allowed])).toEqual([finding]);
});

test('a finding more than the exception counts shows them all', () => {
  const second = { ...finding, line: 9 };
  const [stale, ...rest] = applyExceptions('colours', [finding, second], [allowed]);
  expect(stale?.wrong).toBe('the exception from colours is for 1, and 2 are there');
  expect(rest).toEqual([finding, second]);
});

test('an exception that nothing needs any more is a finding', () => {
  const [stale] = applyExceptions('colours', [], [allowed]);
  expect(stale?.wrong).toBe('the exception from colours is for 1, and 0 are there');
});
