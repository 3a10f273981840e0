import { intervals, type Schedule } from '../../../../model/desired/schedule.ts';
import type {
  WrittenScheduleEvery,
  WrittenScheduleOnce,
} from '../../../../model/manifest/manifest.generated.ts';

/** A Monday: a start on the grid that begins here says the day of the week and the time. */
const origin = Date.parse('2024-01-01T00:00:00Z');

/**
 * A schedule in the words of a manifest; null for what is started from outside. Each start moves the time that the
 * service shows on its grid: of one that lies behind `now` (ISO UTC) only its phase means anything, and it is written
 * so that it reads the same for ever.
 */
export function describeSchedule(
  schedule: Schedule,
  now: string,
): WrittenScheduleEvery | WrittenScheduleOnce | null {
  switch (schedule.kind) {
    case 'webhook':
      return null;
    case 'once':
      return { once: { at: schedule.at } };
    case 'every': {
      const { every, startAt } = schedule;
      return startAt === undefined
        ? { every }
        : { every, startAt: normaliseStart(startAt, every, now) };
    }
  }
}

function normaliseStart(startAt: string, every: keyof typeof intervals, now: string): string {
  const start = Date.parse(startAt);
  const step = intervals[every] * 60_000;
  // The first run of one that has not begun is not before its start.
  if (start - step > Date.parse(now)) return startAt;
  const phase = (((start - origin) % step) + step) % step;
  return new Date(origin + phase).toISOString().replace('.000Z', 'Z');
}
