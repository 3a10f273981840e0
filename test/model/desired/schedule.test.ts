import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  findIntervalName,
  type IntervalName,
  intervals,
  isSameRun,
  isUpcoming,
  toActivation,
  toNextRunTime,
} from '../../../src/model/desired/schedule.ts';

const names = Object.keys(intervals) as IntervalName[];
const anyName = fc.constantFrom(...names);
const anySecond = fc.integer({ min: 1_700_000_000, max: 2_000_000_000 });

function toText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

it('names every interval of the service by its minutes, and no other', () => {
  expect(names.map((name) => findIntervalName(intervals[name]))).toEqual(names);
  expect(findIntervalName(7)).toBeNull();
});

it('finds the first point of a grid that is not over, and keeps the phase', () => {
  fc.assert(
    fc.property(anyName, anySecond, anySecond, (every, anchor, now) => {
      const step = intervals[every] * 60;
      const next = Date.parse(toNextRunTime(toText(anchor), every, toText(now))) / 1000;
      expect(next).toBeGreaterThanOrEqual(now);
      expect((next - anchor) % step).toBe(0);
      if (anchor < now) expect(next - step).toBeLessThan(now);
      else expect(next).toBe(anchor);
    }),
  );
});

it('starts a schedule without a start now, to the second', () => {
  const sent = toActivation({ kind: 'every', every: '15m' }, '2026-12-01T05:03:10.700Z', null);
  expect(sent).toEqual({ startTime: '2026-12-01T05:03:10Z', intervalMinutes: 15, runOnce: false });
});

it('starts a schedule on the grid that the manifest writes', () => {
  const schedule = { kind: 'every', every: '1h', startAt: '2026-12-01T06:30:00Z' } as const;
  const startOf = (now: string) => toActivation(schedule, now, null).startTime;
  expect(startOf('2026-12-01T05:00:00Z')).toBe('2026-12-01T06:30:00Z');
  expect(startOf('2026-12-01T06:30:00Z')).toBe('2026-12-01T06:30:00Z');
  expect(startOf('2026-12-01T06:30:01Z')).toBe('2026-12-01T07:30:00Z');
});

it('keeps the phase of what was sent before only while the interval is the same', () => {
  const sent = { startTime: '2026-12-01T05:07:00Z', intervalMinutes: 15, runOnce: false };
  const before = { schedule: { kind: 'every', every: '15m' }, sent } as const;
  const now = '2026-12-01T06:00:00Z';
  expect(toActivation({ kind: 'every', every: '15m' }, now, before).startTime).toBe(
    '2026-12-01T06:07:00Z',
  );
  expect(toActivation({ kind: 'every', every: '30m' }, now, before).startTime).toBe(now);
});

it('sends a single run at its moment, and to a webhook no time at all', () => {
  const now = '2026-12-01T06:00:00Z';
  const at = '2026-12-24T01:00:00Z';
  expect(toActivation({ kind: 'once', at }, now, null)).toEqual({ startTime: at, runOnce: true });
  expect(toActivation({ kind: 'webhook' }, now, null)).toEqual({ runOnce: false });
});

it('counts a single run as still to come until a minute before it', () => {
  const run = { kind: 'once', at: '2026-12-24T01:00:00Z' } as const;
  expect(isUpcoming(run, '2026-12-24T00:58:59Z')).toBe(true);
  expect(isUpcoming(run, '2026-12-24T00:59:00Z')).toBe(false);
  expect(isUpcoming(run, '2026-12-25T00:00:00Z')).toBe(false);
});

it('knows a single run by its moment, however that is written', () => {
  const run = { kind: 'once', at: '2026-12-24T01:00:00Z' } as const;
  expect(isSameRun({ kind: 'once', at: '2026-12-24T02:00:00+01:00' }, run)).toBe(true);
  expect(isSameRun({ kind: 'once', at: '2026-12-24T02:00:00Z' }, run)).toBe(false);
  expect(isSameRun({ kind: 'every', every: '1h', startAt: run.at }, run)).toBe(false);
});
