import { expect, it } from 'vitest';
import { findSecretLines } from '../../../src/model/secret/secret-lines.ts';
import { startCpuClock } from '../../kit/cpu-clock.ts';

const million = 1_000_000;

it.each([
  ['brackets', ['['.repeat(million)]],
  ['spaces behind a key', [`a:${' '.repeat(million)}x`]],
  ['keys in one line', ['abc:'.repeat(million / 4)]],
  ['comments that do not end', [`${':#'.repeat(million / 2)}\u2028x`]],
  ['lines of text', Array.from({ length: million / 2 }, () => 'a')],
  ['ever deeper keys', Array.from({ length: 1400 }, (_, at) => `${' '.repeat(at)}a:`)],
])('%s, as many as a file may have, are checked in a moment', (_, lines) => {
  const tookMs = startCpuClock();
  expect(findSecretLines(lines)).toHaveLength(lines.length);
  expect(tookMs()).toBeLessThan(10_000);
});

it('a line is below a holder by its indentation, and where that fits none', () => {
  const lines = ['auth:', '    user: a', '  words', 'name: b', 'tokne:', '  - c'];
  expect(findSecretLines(lines)).toEqual([true, true, true, false, true, true]);
});
