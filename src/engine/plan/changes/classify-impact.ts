import type { Schedule } from '../../../model/desired/schedule.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import { isPausedByUs, isRunning, type RunState } from '../../../model/diff/run-state.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { Impact } from '../../../model/plan/change.ts';
import { listEdits } from '../list-edits.ts';

/** Classifies how much the changes of a cycle disturb it, with sentences for people. */
export function classifyImpact(cycle: CycleDiff): { impact: Impact; reasons: string[] } {
  const { runState, runPlan } = cycle;
  if (runPlan.kind === 'window') {
    const inProgress = cycle.live?.inProgressCount ?? 0;
    const now = inProgress === 0 ? 'none running now' : `${inProgress} running now`;
    const runsOn = findRunsOn(runState);
    const runs = runsOn === null ? [] : [`runs ${formatSchedule(runsOn)}`];
    const waits = inProgress === 0 ? 'pauses it' : `waits for the ${inProgress}`;
    return {
      impact: 'interrupts',
      reasons: [
        [...runs, now].join(', '),
        `${waits}, edits, then ${formatRestart(cycle, runPlan.on)}`,
      ],
    };
  }
  if (runPlan.kind === 'wait' && isRunning(runState)) return { impact: 'interrupts', reasons: [] };
  if (runPlan.kind === 'stop') {
    return { impact: 'interrupts', reasons: ['stops when its running transactions are done'] };
  }
  if (cycle.getsTag && listEdits(cycle).length === 0) {
    return { impact: 'in-place', reasons: ['it gets the tag of its new key'] };
  }
  const isStarted = runPlan.kind === 'start' || runPlan.kind === 'cutover';
  return isPausedByUs(runState) && isStarted
    ? {
        impact: 'in-place',
        reasons: ['a run paused it and has not started it yet; this starts it again'],
      }
    : { impact: 'in-place', reasons: [] };
}

function findRunsOn(state: RunState): Schedule | null {
  return state.kind === 'running' ? state.on : null;
}

function formatRestart({ runState, fields }: CycleDiff, on: Schedule): string {
  const isUnknown = findRunsOn(runState) === null;
  const isRescheduled = fields.some((field) => field.path === 'schedule' && isChanged(field));
  if (!isUnknown && !isRescheduled) return 'starts it again as before';
  const was = isUnknown ? '; its current schedule is unknown' : '';
  return `starts it again ${formatSchedule(on)}${was}`;
}

const waits = {
  manual: 'stays paused until a person completes the manual steps',
  'sign-in': 'stays paused until its connectors are signed in',
  schedule: 'stays paused',
  'run-over': 'starts when the single run of the old cycle is over',
} as const;

/** Describes when a new cycle will run, or why it will not. */
export function describeStart({ runPlan }: CycleDiff): string {
  if (runPlan.kind === 'wait') return waits[runPlan.for];
  if (!('on' in runPlan)) return 'stays paused';
  return runPlan.on.kind === 'webhook'
    ? 'starts when its webhook is called'
    : `runs ${formatSchedule(runPlan.on)}`;
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
    case 'every':
      return `every ${schedule.every}`;
  }
}
