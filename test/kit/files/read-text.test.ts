import { expect, it } from 'vitest';
import { withLineEnds } from '../../../src/kit/files/read-text.ts';

it.each([
  [null, 'a\nb\n'],
  ['', 'a\nb\n'],
  ['x\n', 'a\nb\n'],
  ['x\r\ny\n', 'a\r\nb\r\n'],
  ['x\ny\r\n', 'a\nb\n'],
  ['\ufeffx\r\n', '\ufeffa\r\nb\r\n'],
])('the place of %j gets the line ends that are first there', (before, after) => {
  expect(withLineEnds('a\nb\n', before)).toBe(after);
});
