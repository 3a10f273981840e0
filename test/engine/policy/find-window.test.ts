import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWindow } from '../../../src/engine/policy/find-window.ts';
import { listClockChanges } from '../../../src/kit/time-zone.ts';
import { type MaintenanceWindow, weekdays } from '../../../src/model/desired/maintenance-window.ts';

const london = 'Europe/London';
const sydney = 'Australia/Sydney';
const newYork = 'America/New_York';

const nights: MaintenanceWindow = {
  days: ['mon', 'tue', 'wed', 'thu'],
  from: '22:00',
  to: '05:00',
};

function open(until: string | null) {
  return { isOpen: true, until };
}

function closed(opensAt: string) {
  return { isOpen: false, opensAt };
}

describe('maintenance windows', () => {
  it.each([
    // 2026-11-23 is a Monday.
    ['in an evening', '2026-11-23T22:00:00Z', open('2026-11-24T05:00:00Z')],
    ['after midnight', '2026-11-24T04:59:59.999Z', open('2026-11-24T05:00:00Z')],
    ['by day', '2026-11-24T05:00:00Z', closed('2026-11-24T22:00:00Z')],
    [
      'on Friday morning, which is Thursday night',
      '2026-11-27T03:00:00Z',
      open('2026-11-27T05:00:00Z'),
    ],
    ['on Friday evening', '2026-11-27T23:00:00Z', closed('2026-11-30T22:00:00Z')],
    [
      'on Monday morning, which is Sunday night',
      '2026-11-23T03:00:00Z',
      closed('2026-11-23T22:00:00Z'),
    ],
  ])('of nights are open and closed by the day on which they begin: %s', (_, at, state) => {
    expect(findWindow([nights], 'UTC', at)).toEqual(state);
  });

  it.each([
    [sydney, '2026-11-23T10:59:00Z', closed('2026-11-23T11:00:00Z')],
    [sydney, '2026-11-23T12:00:00Z', open('2026-11-23T18:00:00Z')],
    [newYork, '2026-11-23T12:00:00Z', closed('2026-11-24T03:00:00Z')],
    ['Asia/Kathmandu', '2026-11-23T16:15:00Z', open('2026-11-23T23:15:00Z')],
  ])('are those of the clocks in %s', (zone, at, state) => {
    expect(findWindow([nights], zone, at)).toEqual(state);
  });

  const early: MaintenanceWindow = { from: '01:15', to: '01:45' };
  const twoToThree: MaintenanceWindow = { from: '02:00', to: '03:00' };
  const sundays = ['sun'] as const;

  const changes = [
    [
      'an hour that clocks leave out is no window',
      london,
      early,
      '2026-03-28T02:00:00Z',
      closed('2026-03-30T00:15:00Z'),
    ],
    [
      'once a week, it opens a week later',
      london,
      { ...early, days: sundays },
      '2026-03-29T00:00:00Z',
      closed('2026-04-05T00:15:00Z'),
    ],
    [
      'New York leaves out 02:00',
      newYork,
      { ...twoToThree, days: sundays },
      '2026-03-08T06:00:00Z',
      closed('2026-03-15T06:00:00Z'),
    ],
    [
      'Sydney leaves out 02:00',
      sydney,
      twoToThree,
      '2026-10-03T15:00:00Z',
      closed('2026-10-04T15:00:00Z'),
    ],
    [
      'a night with a missing hour is an hour shorter',
      london,
      { from: '22:00', to: '05:00' },
      '2026-03-28T22:00:00Z',
      open('2026-03-29T04:00:00Z'),
    ],
    [
      'a window that begins in the missing hour opens after it',
      london,
      { from: '01:30', to: '05:00' },
      '2026-03-29T00:59:59Z',
      closed('2026-03-29T01:00:00Z'),
    ],
    [
      'a window that ends in the missing hour closes before it',
      london,
      { from: '00:00', to: '01:30' },
      '2026-03-29T00:30:00Z',
      open('2026-03-29T01:00:00Z'),
    ],
    [
      'a night with an hour twice is an hour longer',
      london,
      { from: '22:00', to: '05:00' },
      '2026-10-24T21:00:00Z',
      open('2026-10-25T05:00:00Z'),
    ],
    [
      'an hour that comes twice is open both times',
      newYork,
      { from: '01:00', to: '02:00' },
      '2026-11-01T05:00:00Z',
      open('2026-11-01T07:00:00Z'),
    ],
    [
      'a part of it opens twice',
      newYork,
      { from: '01:15', to: '01:45' },
      '2026-11-01T05:45:00Z',
      closed('2026-11-01T06:15:00Z'),
    ],
    [
      'Sydney has 02:00 twice',
      sydney,
      twoToThree,
      '2026-04-04T15:00:00Z',
      open('2026-04-04T17:00:00Z'),
    ],
  ] as const;
  it.each(changes.map(([why, zone, window, at, state]) => ({ why, zone, window, at, state })))(
    'follow clocks that change: $why',
    ({ zone, window, at, state }) => {
      expect(findWindow([window], zone, at)).toEqual(state);
    },
  );

  it('that meet are one', () => {
    const weekend: MaintenanceWindow = { days: ['sat', 'sun'], from: '00:00', to: '24:00' };
    const windows = [weekend, { days: ['mon'], from: '00:00', to: '04:00' }] as const;
    expect(findWindow(windows, 'UTC', '2026-11-28T10:00:00Z')).toEqual(
      open('2026-11-30T04:00:00Z'),
    );
    expect(findWindow([weekend], 'UTC', '2026-11-30T00:00:00Z')).toEqual(
      closed('2026-12-05T00:00:00Z'),
    );
  });

  it('that leave out no minute never close', () => {
    expect(findWindow([{ from: '00:00', to: '24:00' }], london, '2026-10-20T00:00:00Z')).toEqual(
      open(null),
    );
  });
});

const minuteMs = 60_000;
const stepMinutes = 5;

// Clocks change in the first hours of a day.
const steps = fc.oneof(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 0, max: 287 }));
const times = steps.map((step) => {
  const minutes = step * stepMinutes;
  return [Math.floor(minutes / 60), minutes % 60]
    .map((each) => `${each}`.padStart(2, '0'))
    .join(':');
});
const window = fc
  .record(
    {
      days: fc.subarray([...weekdays], { minLength: 1 }),
      from: times,
      to: fc.oneof({ weight: 9, arbitrary: times }, { weight: 1, arbitrary: fc.constant('24:00') }),
    },
    { requiredKeys: ['from', 'to'] },
  )
  .filter(({ from, to }) => from !== to);
const zones = [
  london,
  sydney,
  newYork,
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Cairo',
];
const year = {
  fromMs: Date.parse('2026-01-01T00:00:00Z'),
  toMs: Date.parse('2027-01-01T00:00:00Z'),
};
// Around the changes of their clocks, and at other times.
const places = zones.flatMap((timeZone) =>
  [Date.parse('2026-07-01T00:00:00Z'), ...listClockChanges(timeZone, year)].map((about) => ({
    timeZone,
    about,
  })),
);
const place = fc
  .tuple(fc.constantFrom(...places), fc.integer({ min: -36 * 60, max: 6 * 60 }))
  .map(([{ timeZone, about }, minutes]) => ({ timeZone, now: about + minutes * minuteMs }));

/** Reads the clock on the wall, without any arithmetic of time zones. */
function readWall(format: Intl.DateTimeFormat, ms: number) {
  const [day = '', time = ''] = format.format(ms).split(/, | /);
  return { day: day.toLowerCase(), time };
}

function isOpenByWall(windows: readonly MaintenanceWindow[], day: string, time: string): boolean {
  const before = weekdays.find((_, index) => weekdays[(index + 1) % weekdays.length] === day);
  return windows.some(({ days = weekdays, from, to }) => {
    const isOn = (wanted: string | undefined) => days.some((each) => each === wanted);
    if (from < to) return isOn(day) && time >= from && time < to;
    return (isOn(day) && time >= from) || (isOn(before) && time < to);
  });
}

it('is open and closed as the clock on the wall says, and names the next moment at which that changes', () => {
  fc.assert(
    fc.property(
      fc.array(window, { minLength: 1, maxLength: 3 }),
      place,
      (windows, { timeZone, now }) => {
        const format = new Intl.DateTimeFormat('en-US', {
          timeZone,
          hourCycle: 'h23',
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
        });
        const isOpenAt = (ms: number) => {
          const { day, time } = readWall(format, ms);
          return isOpenByWall(windows, day, time);
        };
        const state = findWindow(windows, timeZone, new Date(now).toISOString());
        expect(state.isOpen).toBe(isOpenAt(now));
        const named = state.isOpen ? state.until : state.opensAt;
        const edge = named === null ? now + 8 * 24 * 60 * minuteMs : Date.parse(named);
        expect(edge).toBeGreaterThan(now);
        for (let ms = now; ms < edge; ms += stepMinutes * minuteMs) {
          if (isOpenAt(ms) !== state.isOpen) expect(new Date(ms).toISOString()).toBe(named);
        }
        expect(isOpenAt(edge - 1)).toBe(state.isOpen);
        if (named !== null) expect(isOpenAt(edge)).toBe(!state.isOpen);
      },
    ),
  );
});
