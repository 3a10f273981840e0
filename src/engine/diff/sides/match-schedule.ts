import { type IntervalName, intervals, type Schedule } from '../../../model/desired/schedule.ts';

/**
 * Returns the known schedule that equals a live one, else the live one. A restart sends the next
 * time of the cadence, so the start may differ; without a written start any is equal.
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
