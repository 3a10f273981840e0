import type { LiveCycle } from '../live/live.ts';
import type { RunState } from '../memory/account-state.ts';
import type { KnownSchedule, NextRun } from '../report/status.ts';
import { selectRunningSchedule, toNextRunTime } from './schedule.ts';

/** What a cycle runs on, from what was sent last and what the service shows. */
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
 * When a cycle is expected to run next. The grid of an interval starts at the StartTime that was sent, or when the cycle
 * was started where none was; it has no time zone. Of an interval that the service shows alone the start is not known.
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
