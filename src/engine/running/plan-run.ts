import type { Address } from '../../model/address.ts';
import type { Schedule } from '../../model/desired/schedule.ts';
import type { Deposed } from '../../model/desired/scope/deposed.ts';
import type { RunPlan } from '../../model/diff/run-plan.ts';
import {
  isEffectivelyRunning,
  isPausedByUs,
  isRunning,
  type RunState,
} from '../../model/diff/run-state.ts';

/** All that decides about the running of a cycle. */
export type RunQuestion = {
  readonly state: RunState;
  /** Parts of the manifest that Git owns now; null where it has none. */
  readonly wanted: {
    readonly state: 'active' | 'paused' | null;
    readonly schedule: Schedule | null;
  };
  readonly edits: RunEdits;
  readonly context: CycleContext;
};

/** Differences that this run writes. */
export type RunEdits = {
  /** Values that need a pause, or another schedule. */
  readonly needPause: boolean;
  /** Any, except the template. */
  readonly any: boolean;
  /** State or schedule. */
  readonly ofStart: boolean;
  readonly tag: boolean;
};

/** Contract and surroundings of a cycle. */
export type CycleContext = {
  readonly canPause: boolean;
  /** Connectors that a person must sign in before it can run. */
  readonly awaited: readonly Address[];
  /** True if a person must set a value that the service does not offer. */
  readonly needsPerson: boolean;
  readonly deposed: readonly Deposed[];
  readonly startsByWebhook: boolean;
};

const leave = { kind: 'leave' } as const;

/** Plans the running of a cycle. While a single run waits or works, it waits: no plan stops one. */
export function planRun(question: RunQuestion): RunPlan {
  const { state, context } = question;
  if ([state, ...context.deposed.map(({ run }) => run)].some(isSingle))
    return { kind: 'wait', for: 'run-over' };
  return isRunning(state) ? planRunning(question) : planResting(question);
}

function isSingle({ kind }: RunState): boolean {
  return kind === 'running-once';
}

function planRunning(question: RunQuestion): RunPlan {
  const { wanted, edits, context } = question;
  if (wanted.state !== 'paused' && context.awaited.length > 0) {
    return edits.any ? { kind: 'wait', for: 'sign-in', connectors: context.awaited } : leave;
  }
  if (!context.canPause) {
    return edits.needPause ? { kind: 'refuse', code: 'pause-not-offered' } : leave;
  }
  if (wanted.state === 'paused') return { kind: 'stop' };
  const on = selectSchedule(question);
  if (on !== null) return edits.needPause || edits.tag ? { kind: 'window', on } : leave;
  return edits.needPause ? { kind: 'refuse', code: 'schedule-unknown' } : leave;
}

function planResting(question: RunQuestion): RunPlan {
  const { context } = question;
  const on = selectSchedule(question);
  if (on === null && isToRun(question) && takesOver(question)) {
    return { kind: 'refuse', code: 'schedule-unknown' };
  }
  if (!isToStart(question)) return leave;
  if (on === null) return { kind: 'wait', for: 'schedule' };
  if (context.needsPerson) return { kind: 'wait', for: 'manual' };
  if (context.awaited.length > 0) {
    return { kind: 'wait', for: 'sign-in', connectors: context.awaited };
  }
  const from = context.deposed.filter(isPossiblyRunning);
  return from.length > 0 ? { kind: 'cutover', from, on } : { kind: 'start', on };
}

// A start of a deposed cycle may have an unknown outcome. It is stopped before another one starts.
function isPossiblyRunning({ run, isWriteOpen }: Deposed): boolean {
  return isEffectivelyRunning(run) || isWriteOpen;
}

function isToStart(question: RunQuestion): boolean {
  const { state, wanted, edits } = question;
  if (wanted.state !== 'paused' && isPausedByUs(state)) return true;
  if (!isToRun(question)) return false;
  return takesOver(question) || state.kind === 'absent' || edits.ofStart;
}

/** Returns whether Git, or the place of a running cycle that it takes, makes it run. */
export function isToRun(question: RunQuestion): boolean {
  const { wanted } = question;
  return wanted.state === 'active' || (wanted.state === null && takesOver(question));
}

function takesOver({ context }: RunQuestion): boolean {
  return context.deposed.some(({ run }) => isEffectivelyRunning(run));
}

// A cycle at rest takes the schedule of the one that it replaces before its own last one.
function selectSchedule(question: RunQuestion): Schedule | null {
  const { state, wanted } = question;
  if (wanted.schedule !== null) return wanted.schedule;
  const taken = findTaken(question);
  return isEffectivelyRunning(state) ? (state.restartOn ?? taken) : (taken ?? state.restartOn);
}

// A webhook and a timer do not start each other's cycles.
function findTaken({ context }: RunQuestion): Schedule | null {
  const first = context.deposed.find(({ run }) => isEffectivelyRunning(run));
  const taken = first?.run.restartOn ?? null;
  return (taken?.kind === 'webhook') === context.startsByWebhook ? taken : null;
}
