import { expect, test } from 'vitest';
import { isSameText } from '../../tools/generate/deliver-generated.ts';

test('a checkout with Windows line ends is not stale', () => {
  expect(isSameText('one\r\ntwo\r\n', 'one\ntwo\n')).toBe(true);
});

test('another word makes it stale', () => {
  expect(isSameText('one\ntwo\n', 'one\nthree\n')).toBe(false);
});
