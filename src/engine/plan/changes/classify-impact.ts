import type { Schedule } from '../../../model/desired/schedule.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { Impact } from '../../../model/plan/change.ts';
import type { Running } from '../running/decide-running.ts';
import {
  isRescheduled,
  isRetagged,
  isToActivate,
  isWindowNeeded,
  listEdits,
} from '../running/decide-running.ts';

/** Classifies how much the changes of a cycle disturb it, with sentences for people. */
export function classifyImpact(
  cycle: CycleDiff,
  running: Running,
): { impact: Impact; reasons: string[] } {
  if (isWindowNeeded(cycle, running)) {
    const inProgress = cycle.live?.inProgressCount ?? 0;
    const now = inProgress === 0 ? 'none running now' : `${inProgress} running now`;
    const runs = running.runsOn === null ? [] : [`runs ${formatSchedule(running.runsOn)}`];
    const waits = inProgress === 0 ? 'pauses it' : `waits for the ${inProgress}`;
    return {
      impact: 'interrupts',
      reasons: [
        [...runs, now].join(', '),
        `${waits}, edits, then ${formatRestart(cycle, running)}`,
      ],
    };
  }
  if (running.isRunning && running.wants === 'paused' && running.canPause) {
    return { impact: 'interrupts', reasons: ['stops when its running transactions are done'] };
  }
  if (isRetagged(cycle, running) && listEdits(cycle).length === 0) {
    return { impact: 'in-place', reasons: ['it gets the tag of its new key'] };
  }
  return running.isPausedByUs && isToActivate(cycle, running)
    ? {
        impact: 'in-place',
        reasons: ['an interrupted run left it paused; this starts it again'],
      }
    : { impact: 'in-place', reasons: [] };
}

function formatRestart(cycle: CycleDiff, { schedule, runsOn }: Running): string {
  if (schedule === null) return 'starts it again as before';
  const isUnknown = runsOn === null;
  if (!isUnknown && !isRescheduled(cycle)) return 'starts it again as before';
  if (schedule.kind === 'once') return `starts it for a single run, ${schedule.at}`;
  const was = isUnknown ? '; its current schedule is unknown' : '';
  return `starts it again ${formatSchedule(schedule)}${was}`;
}

/** Describes when a new cycle will run, or why it will not. */
export function describeStart(running: Running): string[] {
  if (running.wants !== 'active' || running.schedule === null) return ['stays paused'];
  if (running.isUnknown)
    return ['stays paused until a person confirms whether its single run took place'];
  if (running.waitsForPerson) return ['stays paused until a person completes the manual steps'];
  if (running.waitsFor.length > 0) return ['stays paused until its connectors are signed in'];
  return [
    running.schedule.kind === 'webhook'
      ? 'starts when its webhook is called'
      : `runs ${formatSchedule(running.schedule)}`,
  ];
}

/** Describes how a running cycle is stopped before it is deleted. */
export function describeStop({ status, inProgressCount }: LiveCycle): string[] {
  if (status !== 'Active') return [];
  return [
    inProgressCount === 0
      ? 'it runs, so it is stopped first'
      : `it runs, so it is stopped first; this waits for the ${inProgressCount} running now`,
  ];
}

function formatSchedule(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'webhook':
      return 'by its webhook';
    case 'once':
      return `once, ${schedule.at}`;
    case 'every':
      return `every ${schedule.every}`;
  }
}
