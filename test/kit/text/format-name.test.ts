import { expect, it } from 'vitest';
import { formatQuoted } from '../../../src/kit/text/format-name.ts';

it.each([
  ['plain', '"plain"'],
  ['say "no"', `'say "no"'`],
  [`it's`, `"it's"`],
  [`it's "no"`, `"it's \\"no\\""`],
  ['a\nb', '"a\\u{a}b"'],
])('puts %j between quotes that cannot be taken for its own', (text, quoted) => {
  expect(formatQuoted(text)).toBe(quoted);
});

it('says how long a text is that was cut', () => {
  expect(formatQuoted('x'.repeat(200))).toBe(`"${'x'.repeat(200)}"`);
  expect(formatQuoted('x'.repeat(201))).toMatch(/^"x{99}…x{99}" \(201 characters\)$/);
  expect(formatQuoted('日'.repeat(101))).toMatch(/^"日{49}…日{49}" \(101 characters\)$/);
});
