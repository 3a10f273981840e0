import { expect, it } from 'vitest';
import { mostCandidates, selectByStart } from '../../../src/features/completion/narrow.ts';

const accounts = Array.from(
  { length: 10_000 },
  (_, number) => `tenant-${String(number).padStart(5, '0')}`,
);

it('gives the values with a start', () => {
  expect(selectByStart(['a1', 'a2', 'b1'], 'a').map(({ value }) => value)).toEqual(['a1', 'a2']);
});

it('gives the starts that many values share, until few are left', () => {
  const first = selectByStart(accounts, '');
  expect(first.length).toBeLessThanOrEqual(mostCandidates);
  expect(first).toContainEqual({ value: 'tenant-099', isOpen: true });
  expect(first).toHaveLength(100);
  const second = selectByStart(accounts, 'tenant-099');
  expect(second).toHaveLength(100);
  expect(second[0]).toEqual({ value: 'tenant-09900', isOpen: false });
});

it('leaves no value out of what the starts stand for', () => {
  const starts = selectByStart(accounts, 'ten').map(({ value }) => value);
  for (const account of accounts) {
    expect(
      starts.some((start) => account.startsWith(start)),
      account,
    ).toBe(true);
  }
});

it('gives at most so many where each has a letter of its own', () => {
  const values = Array.from({ length: 300 }, (_, number) => String.fromCodePoint(0x4e00 + number));
  expect(selectByStart(values, '')).toHaveLength(mostCandidates);
});

it('gives a value once, and ends where a file has one many times', () => {
  const values = Array.from({ length: 300 }, () => 'same');
  expect(selectByStart(values, 's')).toEqual([{ value: 'same', isOpen: false }]);
});
