import type { LiveCycle } from '../live/live.ts';
import type { KnownSchedule, NextRun } from '../report/status.ts';
import type { RunState } from '../state/account-state.ts';
import { selectRunningSchedule, toNextRunTime } from './schedule.ts';

/** The schedule that a cycle runs on, from the last one sent and the one that the service shows. */
export function toKnownSchedule(
  run: RunState | null,
  live: Pick<LiveCycle, 'schedule' | 'unlistedMinutes'> | null,
): KnownSchedule {
  const unlisted = live?.unlistedMinutes;
  if (unlisted !== undefined) return { from: 'shown', unlistedMinutes: unlisted };
  const picked = selectRunningSchedule(run?.schedule ?? null, live?.schedule ?? null);
  if (picked === null) return { from: 'nowhere' };
  return run !== null && picked === run.schedule
    ? { from: 'sent', schedule: picked, sentAt: run.activatedAt }
    : { from: 'shown', schedule: picked };
}

/**
 * The estimated next run of a cycle. An interval counts from the sent StartTime, else from the
 * activation; it has no time zone. An interval that only the service shows has no known start.
 */
export function toNextRun(
  known: KnownSchedule,
  cycle: { readonly state: string | null; readonly run: RunState | null },
  now: string,
): NextRun {
  if (cycle.state !== 'Active') return { kind: 'none' };
  if (!('schedule' in known)) return { kind: 'unknown' };
  const { schedule } = known;
  switch (schedule.kind) {
    case 'webhook':
      return { kind: 'on-call' };
    case 'once':
      return {
        kind: Date.parse(schedule.at) < Date.parse(now) ? 'past' : 'expected',
        at: schedule.at,
      };
    case 'every': {
      const sent = known.from === 'sent' ? cycle.run : null;
      const anchor = sent?.sent.startTime ?? sent?.activatedAt ?? schedule.startAt;
      if (anchor === undefined) return { kind: 'unknown' };
      return { kind: 'expected', at: toNextRunTime(anchor, schedule.every, now) };
    }
  }
}
