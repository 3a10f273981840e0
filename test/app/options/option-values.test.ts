import { expect, it } from 'vitest';
import { makeLockTimeoutOption, toInstant } from '../../../src/app/options/option-values.ts';

it('waits ten minutes for the accounts of another run where nothing is said', () => {
  const { defaultValue, defaultValueDescription } = makeLockTimeoutOption();
  expect([defaultValue, defaultValueDescription]).toEqual([600_000, '10m']);
});

it('takes no time on a day that no month has', () => {
  expect(toInstant('2026-02-28T02:00+01:00')).toBe('2026-02-28T01:00:00Z');
  expect(() => toInstant('2026-02-30T02:00:00Z')).toThrow('Write a time with its time zone');
});
