import { expect, it } from 'vitest';
import { listClockChanges, readOffset } from '../../src/kit/time-zone.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

function listChanges(timeZone: string, from: string, to: string): readonly string[] {
  const span = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  return listClockChanges(timeZone, span).map((ms) => new Date(ms).toISOString());
}

it.each([
  ['UTC', '2026-07-01T00:00:00Z', 0],
  ['Europe/London', '2026-07-01T00:00:00.999Z', hourMs],
  ['America/New_York', '2026-01-01T00:00:00Z', -5 * hourMs],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345 * minuteMs],
  ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 630 * minuteMs],
])('reads the offset of %s at %s', (timeZone, at, offset) => {
  expect(readOffset(timeZone, Date.parse(at))).toBe(offset);
});

it.each([
  ['UTC', []],
  ['Europe/London', ['2026-03-29T01:00:00.000Z', '2026-10-25T01:00:00.000Z']],
  ['America/New_York', ['2026-03-08T07:00:00.000Z', '2026-11-01T06:00:00.000Z']],
  ['Australia/Sydney', ['2026-04-04T16:00:00.000Z', '2026-10-03T16:00:00.000Z']],
  ['Australia/Lord_Howe', ['2026-04-04T15:00:00.000Z', '2026-10-03T15:30:00.000Z']],
])('finds when clocks of %s change', (timeZone, changes) => {
  expect(listChanges(timeZone, '2026-01-01T05:06:07.008Z', '2027-01-01T00:00:00Z')).toEqual(
    changes,
  );
});
