import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withRememberedAnswers } from '../../../src/kit/text/with-remembered-answers.ts';

it('asks once for each of the first texts, and each time for later and long ones', () => {
  const asked: string[] = [];
  const measure = withRememberedAnswers((text) => {
    asked.push(text);
    return text.length;
  }, 2);
  const long = 'x'.repeat(201);
  for (const text of [long, long, 'a', 'a', '\ud800', '\ud800', 'late', 'late']) {
    expect(measure(text)).toBe(text.length);
  }
  expect(asked).toEqual([long, long, 'a', '\ud800', 'late', 'late']);
});

it('keeps a piece of a text in memory, and not all of the text', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const isLong = withRememberedAnswers((text) => text.length > 100, 500);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 500; index += 1) {
    const file = Buffer.from(`name: account number ${index}\n${'# '.repeat(20_000)}`).toString();
    isLong(file.slice('name: '.length, file.indexOf('\n')));
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5 * 2 ** 20);
  expect(isLong('account number 1')).toBe(false);
});
