/** The service's intervals as manifests write them, with their minutes (SERVICE B, Interval [D]). */
export const intervals = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '2h': 120,
  '3h': 180,
  '4h': 240,
  '6h': 360,
  '8h': 480,
  '12h': 720,
  '1d': 1440,
  '7d': 10080,
} as const;

export type IntervalName = keyof typeof intervals;

/**
 * The schedule of a cycle: an interval from `startAt` on (ISO UTC; absent: from its activation), or
 * `webhook` if its first step is called from outside.
 */
export type Schedule =
  | { readonly kind: 'every'; readonly every: IntervalName; readonly startAt?: string }
  | { readonly kind: 'webhook' };

/** A single run, which is an event. */
export type SingleRun = { readonly kind: 'once'; readonly at: string };

/** All that a live cycle can run on. */
export type LiveSchedule = Schedule | SingleRun;

/** The schedule, unless it is a single run. */
export function toLasting(schedule: LiveSchedule | null | undefined): Schedule | null {
  return schedule == null || schedule.kind === 'once' ? null : schedule;
}

/** Returns whether a value is the schedule of a single run. */
export function isSingleRun(value: unknown): value is SingleRun {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'once';
}

/** The body of PUT activate (SPEC 4.6; Interval in minutes). */
export type Activation = {
  readonly startTime?: string;
  readonly intervalMinutes?: number;
  readonly runOnce: boolean;
};

/** The interval's name for a number of minutes; null when the service has no such interval. */
export function findIntervalName(minutes: number): IntervalName | null {
  const found = Object.entries(intervals).find(([, value]) => value === minutes);
  return found === undefined ? null : (found[0] as IntervalName);
}

/**
 * The schedule that a cycle runs on: the one sent, unless the service shows another interval. For
 * the same interval ours is taken, because it has the start that a person wrote.
 */
export function selectRunningSchedule(
  sent: LiveSchedule | null,
  shown: LiveSchedule | null,
): LiveSchedule | null {
  if (sent === null || shown === null) return sent ?? shown;
  return toCadence(sent) === toCadence(shown) ? sent : shown;
}

function toCadence(schedule: LiveSchedule): string {
  switch (schedule.kind) {
    case 'every':
      return schedule.every;
    case 'once':
      return String(Date.parse(schedule.at));
    case 'webhook':
      return 'webhook';
  }
}

/**
 * The next time of an interval that starts at `anchor`, not before `now` (both ISO UTC). A restart
 * sends it as StartTime, to keep the phase.
 */
export function toNextRunTime(anchor: string, every: IntervalName, now: string): string {
  const start = Date.parse(anchor);
  const at = Date.parse(now);
  if (at <= start) return toSeconds(start);
  const step = intervals[every] * 60_000;
  return toSeconds(start + Math.ceil((at - start) / step) * step);
}

type Activated = { readonly schedule: LiveSchedule; readonly sent: Activation };

/**
 * The activation that runs a cycle on a schedule from now (ISO UTC) on. Without `startAt`, an equal
 * interval keeps the phase of the last activation.
 */
export function toActivation(
  schedule: LiveSchedule,
  now: string,
  before: Activated | null,
): Activation {
  switch (schedule.kind) {
    case 'webhook':
      return { runOnce: false };
    case 'once':
      return { startTime: schedule.at, runOnce: true };
    case 'every': {
      const anchor = schedule.startAt ?? findAnchor(schedule.every, before);
      return {
        startTime: toNextRunTime(anchor ?? now, schedule.every, now),
        intervalMinutes: intervals[schedule.every],
        runOnce: false,
      };
    }
  }
}

/** How long before its time a single run counts as due: requests take a while, and clocks differ a little. */
const dueMs = 60_000;

/** Returns whether a single run is in the future (ISO UTC, clock of this machine). */
export function isUpcoming({ at }: SingleRun, now: string): boolean {
  return Date.parse(now) < Date.parse(at) - dueMs;
}

/** Returns whether a schedule is a single run at the same moment, in any notation. */
export function isSameRun(schedule: LiveSchedule, run: SingleRun): boolean {
  return schedule.kind === 'once' && Date.parse(schedule.at) === Date.parse(run.at);
}

/** Returns whether a schedule is a single run at about the same moment, by another clock. */
export function isNearRun(schedule: LiveSchedule, run: SingleRun): boolean {
  const apart =
    schedule.kind === 'once' ? Date.parse(schedule.at) - Date.parse(run.at) : Number.NaN;
  return Math.abs(apart) <= dueMs;
}

function findAnchor(every: IntervalName, before: Activated | null): string | null {
  const isSame = before?.schedule.kind === 'every' && before.schedule.every === every;
  return isSame ? (before.sent.startTime ?? null) : null;
}

function toSeconds(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}
