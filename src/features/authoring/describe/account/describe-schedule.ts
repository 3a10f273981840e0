import { intervals, type Schedule } from '../../../../model/desired/schedule.ts';
import type { WrittenScheduleEvery } from '../../../../model/manifest/manifest.generated.ts';

/** A Monday, so that a start on the grid shows weekday and time. */
const origin = Date.parse('2024-01-01T00:00:00Z');

/**
 * Describes a schedule; null for a webhook. Writes a past start (`now`: ISO UTC) by its phase
 * alone, because each start shifts the live one on its grid.
 */
export function describeSchedule(schedule: Schedule, now: string): WrittenScheduleEvery | null {
  switch (schedule.kind) {
    case 'webhook':
      return null;
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
  // Keeps a future start, because the first run is not before it.
  if (start - step > Date.parse(now)) return startAt;
  const phase = (((start - origin) % step) + step) % step;
  return new Date(origin + phase).toISOString().replace('.000Z', 'Z');
}
