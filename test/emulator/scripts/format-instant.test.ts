import { expect, test } from 'vitest';
import { formatInstant } from '../../../src/emulator/scripts/format-instant.ts';

const atMs = Date.UTC(2026, 2, 4, 13, 5, 9, 70);

test('without a format an instant is ISO in UTC, without parts of a second', () => {
  expect(formatInstant(atMs)).toBe('2026-03-04T13:05:09Z');
});

test.each([
  ['yyyy-MM-dd', '2026-03-04'],
  ['dd/MM/yy H:mm', '04/03/26 13:05'],
  ['M/d/yyyy h:m:s tt', '3/4/2026 1:5:9 PM'],
  ['dddd, d MMMM yyyy', 'Wednesday, 4 March 2026'],
  ['ddd d MMM', 'Wed 4 Mar'],
  ['HH:mm:ss.fff', '13:05:09.070'],
  ['ss.fffffff', '09.0700000'],
  ["yyyy'y'MM\\d", '2026y03d'],
  ['yyyy-MM-ddTHH:mm:ssK', '2026-03-04T13:05:09Z'],
  ['HH:mm zzz', '13:05 +00:00'],
])('the letters of %s are those of .NET', (format, written) => {
  expect(formatInstant(atMs, format)).toBe(written);
});

test('midnight is twelve on a clock of twelve hours', () => {
  expect(formatInstant(Date.UTC(2026, 0, 1), 'hh tt')).toBe('12 AM');
});
