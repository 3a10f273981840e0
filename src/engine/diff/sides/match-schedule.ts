import { type IntervalName, intervals, type Schedule } from '../../../model/desired/schedule.ts';

/**
 * The schedule that was read, in the words of the first of the known ones that it is. A restart sends
 * the next point of the old grid, so that what is read starts elsewhere and runs at the same times;
 * and where nobody wrote a start, any will do.
 */
export function matchSchedule(live: Schedule, known: readonly (Schedule | null)[]): Schedule {
  return known.find((schedule) => schedule !== null && isSameCadence(live, schedule)) ?? live;
}

function isSameCadence(live: Schedule, known: Schedule): boolean {
  if (live.kind !== 'every' || known.kind !== 'every' || live.every !== known.every) return false;
  if (known.startAt === undefined || live.startAt === undefined) return true;
  const apartMs = Date.parse(live.startAt) - Date.parse(known.startAt);
  return apartMs % toMs(live.every) === 0;
}

function toMs(every: IntervalName): number {
  return intervals[every] * 60_000;
}
