import { expect, it } from 'vitest';
import { describeSchedule } from '../../../../../src/features/authoring/describe/account/describe-schedule.ts';

const now = '2026-12-01T05:00:00Z';

it('is the same after each start that the service has moved along its grid', () => {
  const starts = ['2026-01-01T00:07:30Z', '2026-11-30T22:37:30Z', '2026-12-01T05:07:30Z'];
  const described = starts.map((startAt) =>
    describeSchedule({ kind: 'every', every: '15m', startAt }, now),
  );
  expect(described).toEqual(Array(3).fill({ every: '15m', startAt: '2024-01-01T00:07:30Z' }));
});

it('says the day of a week', () => {
  const startAt = '2026-11-25T06:00:00Z';
  expect(describeSchedule({ kind: 'every', every: '7d', startAt }, now)).toEqual({
    every: '7d',
    startAt: '2024-01-03T06:00:00Z',
  });
});

it('keeps a first run that is still to come', () => {
  const startAt = '2027-03-01T00:30:00Z';
  expect(describeSchedule({ kind: 'every', every: '1h', startAt }, now)).toEqual({
    every: '1h',
    startAt,
  });
});

it('says no start where none is shown, and nothing of a webhook', () => {
  expect(describeSchedule({ kind: 'every', every: '1h' }, now)).toEqual({ every: '1h' });
  expect(describeSchedule({ kind: 'webhook' }, now)).toBeNull();
});
