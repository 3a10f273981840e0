import { expect, it } from 'vitest';
import { isDay, parseInstant } from '../../../src/kit/text/instant.ts';

it('reads a time with its time zone as UTC', () => {
  expect(parseInstant('2026-12-31T02:00:00Z')).toBe('2026-12-31T02:00:00Z');
  expect(parseInstant('2026-12-31T02:00+01:00')).toBe('2026-12-31T01:00:00Z');
  expect(parseInstant('2026-12-31T02:00:00.000Z')).toBe('2026-12-31T02:00:00Z');
});

it.each([
  ['2026-02-30T02:00:00Z'],
  ['2026-13-01T02:00:00Z'],
  ['2026-12-31T25:00:00Z'],
  ['2016-12-31T23:59:60Z'],
  ['2026-12-31T02:00:00.500Z'],
  ['2026-12-31T02:00:00'],
  ['2026-12-31'],
  ['tomorrow'],
])('reads %s as no time', (text) => {
  expect(parseInstant(text)).toBeNull();
});

it('knows the days of the calendar', () => {
  expect(['2024-02-29', '2026-02-29', '2026-1-1'].map(isDay)).toEqual([true, false, false]);
});
