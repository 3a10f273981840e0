import { listClockChanges, readOffset } from '../../kit/time-zone.ts';
import {
  type MaintenanceWindow,
  type Weekday,
  weekdays,
} from '../../model/desired/maintenance-window.ts';

/** State of maintenance windows at an instant; times are ISO UTC. */
export type WindowState =
  /** `until` is null where they never close. */
  | { readonly isOpen: true; readonly until: string | null }
  | { readonly isOpen: false; readonly opensAt: string };

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A window once a week may miss one week, because clocks leave its hour out. */
const searchedDays = 16;

/**
 * Finds the state of maintenance windows: open while clocks of the time zone show a time in one of them.
 * So an hour that clocks leave out opens none.
 */
export function findWindow(
  windows: readonly MaintenanceWindow[],
  timeZone: string,
  at: string,
): WindowState {
  const now = Date.parse(at);
  const isOpenAt = (ms: number) => {
    const local = ms + readOffset(timeZone, ms);
    return windows.some((window) => isWithin(window, local));
  };
  const isOpen = isOpenAt(now);
  const edge = listEdges(windows, timeZone, now).find((ms) => isOpenAt(ms) !== isOpen);
  if (isOpen) return { isOpen, until: edge === undefined ? null : toIso(edge) };
  if (edge === undefined) throw new Error(`No window opens in ${timeZone} after ${at}`);
  return { isOpen, opensAt: toIso(edge) };
}

// Within a day of clocks; a window over midnight is the end of its day and the beginning of the next one.
function isWithin({ days = weekdays, from, to }: MaintenanceWindow, local: number): boolean {
  const minute = Math.floor(local / minuteMs) % (dayMs / minuteMs);
  const [begin, end] = [toMinutes(from), toMinutes(to)];
  const isOn = (ms: number) => days.includes(toWeekday(ms));
  if (begin < end) return isOn(local) && minute >= begin && minute < end;
  return (isOn(local) && minute >= begin) || (isOn(local - dayMs) && minute < end);
}

// All instants, sorted, at which windows may open or close.
function listEdges(
  windows: readonly MaintenanceWindow[],
  timeZone: string,
  now: number,
): readonly number[] {
  const changes = listClockChanges(timeZone, { fromMs: now, toMs: now + searchedDays * dayMs });
  const offsets = new Set([now, ...changes].map((ms) => readOffset(timeZone, ms)));
  const minutes = new Set(windows.flatMap(({ from, to }) => [toMinutes(from), toMinutes(to)]));
  const edges = new Set(changes);
  for (const offset of offsets) {
    const today = Math.floor((now + offset) / dayMs) * dayMs;
    for (let day = -1; day < searchedDays; day += 1) {
      for (const minute of minutes) edges.add(today + day * dayMs + minute * minuteMs - offset);
    }
  }
  return [...edges].filter((ms) => ms > now).toSorted((one, other) => one - other);
}

function toMinutes(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

function toWeekday(local: number): Weekday {
  const monday = (new Date(local).getUTCDay() + weekdays.length - 1) % weekdays.length;
  return weekdays[monday] ?? 'mon';
}

function toIso(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
