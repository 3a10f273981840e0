import type { LiveSchedule } from '../../../../src/model/desired/schedule.ts';

// The first axis of the table of run states: all that was observed about the running of a cycle.

/** A live cycle and the records of our requests to it. */
export type ObservedRun = {
  readonly isActive: boolean;
  /** LiveSchedule that the service shows. */
  readonly shown: LiveSchedule | null;
  /** LiveSchedule of our last start. */
  readonly sent: LiveSchedule | null;
  /** LiveSchedule of our pause that was not ended. */
  readonly pausedFrom?: LiveSchedule;
  /** The outcome of our single run is unknown. */
  readonly isUnknown?: true;
  /** Our last start has no recorded outcome. */
  readonly isStartOpen?: true;
  /** It has the name of the entry, and no state entry: a first apply, or a lost store. */
  readonly isUntracked?: true;
  /** Its create has no recorded answer. */
  readonly isCreateOpen?: true;
};

/** The cycle of an entry and the cycle that it replaces; null where there is none. */
export type ObservedRuns = {
  readonly own: ObservedRun | null;
  readonly old: ObservedRun | null;
};

export type RunStateRow = {
  readonly words: string;
  /** It is about a single run, which a webhook does not have. */
  readonly isSingleRun?: true;
  /** Returns the facts, with a known schedule. */
  readonly observe: (known: LiveSchedule) => ObservedRuns;
};

const singleRun: LiveSchedule = { kind: 'once', at: '2026-12-24T01:00:00Z' };
const otherRun: LiveSchedule = { kind: 'once', at: '2026-12-20T01:00:00Z' };
const weekly: LiveSchedule = { kind: 'every', every: '7d' };
const rests = { isActive: false, shown: null, sent: null } as const;
const runs = { isActive: true, shown: null, sent: null } as const;
const withoutOld = (own: ObservedRun | null): ObservedRuns => ({ own, old: null });
const runsOn = (known: LiveSchedule) => ({ ...runs, shown: known, sent: known });
const pausedFrom = (known: LiveSchedule) => ({ ...rests, sent: known, pausedFrom: known });

/** All run states, by name. */
export const runStates = {
  absent: {
    words: 'not in the service',
    observe: () => withoutOld(null),
  },
  paused: {
    words: 'paused; its last start is known',
    observe: (known) => withoutOld({ ...rests, sent: known }),
  },
  pausedUnknown: {
    words: 'paused; no schedule is known',
    observe: () => withoutOld(rests),
  },
  runs: {
    words: 'runs on a known schedule',
    observe: (known) => withoutOld(runsOn(known)),
  },
  runsUnknown: {
    words: 'runs on an unknown schedule',
    observe: () => withoutOld(runs),
  },
  runsOnce: {
    words: 'runs once, started by cyclectl',
    isSingleRun: true,
    observe: () => withoutOld(runsOn(singleRun)),
  },
  runsOnceByOthers: {
    words: 'runs once, started by others',
    isSingleRun: true,
    observe: () => withoutOld({ ...runs, shown: otherRun }),
  },
  untracked: {
    words: 'paused; not in state',
    observe: () => withoutOld({ ...rests, isUntracked: true }),
  },
  createOpen: {
    words: 'paused; its create has no recorded answer',
    observe: () => withoutOld({ ...rests, isUntracked: true, isCreateOpen: true }),
  },
  untrackedRuns: {
    words: 'runs on a known schedule; not in state',
    observe: (known) => withoutOld({ ...runs, shown: known, isUntracked: true }),
  },
  untrackedRunsUnknown: {
    words: 'runs on an unknown schedule; not in state',
    observe: () => withoutOld({ ...runs, isUntracked: true }),
  },
  untrackedRunsOnce: {
    words: 'runs once; not in state',
    isSingleRun: true,
    observe: () => withoutOld({ ...runs, shown: singleRun, isUntracked: true }),
  },
  pausedByUs: {
    words: 'paused by an unfinished run',
    observe: (known) => withoutOld(pausedFrom(known)),
  },
  runsAgain: {
    words: 'runs on a known schedule, after an unfinished run paused it',
    observe: (known) => withoutOld({ ...runsOn(known), pausedFrom: weekly }),
  },
  runsAgainUnknown: {
    words: 'runs on an unknown schedule, after an unfinished run paused it',
    observe: (known) => withoutOld({ ...runs, pausedFrom: known }),
  },
  startOpen: {
    words: 'paused; a start has no recorded answer',
    observe: (known) => withoutOld({ ...rests, sent: known, isStartOpen: true }),
  },
  startOpenRuns: {
    words: 'runs once; its start has no recorded answer',
    isSingleRun: true,
    observe: () => withoutOld({ ...runsOn(singleRun), isStartOpen: true }),
  },
  startUnknown: {
    words: 'paused; its single run may have taken place',
    isSingleRun: true,
    observe: () => withoutOld({ ...rests, sent: singleRun, isUnknown: true }),
  },
  oldRuns: {
    words: 'not created; the deposed cycle runs',
    observe: (known) => ({ own: null, old: runsOn(known) }),
  },
  oldRunsUnknown: {
    words: 'not created; the deposed cycle runs on an unknown schedule',
    observe: () => ({ own: null, old: runs }),
  },
  oldRunsOnce: {
    words: 'not created; the deposed cycle runs once',
    isSingleRun: true,
    observe: () => ({ own: null, old: runsOn(singleRun) }),
  },
  oldRunsOtherwise: {
    words: 'not created; the deposed cycle runs, and a webhook starts one of the two',
    observe: (known) => {
      const other: LiveSchedule = known.kind === 'webhook' ? weekly : { kind: 'webhook' };
      return { own: null, old: runsOn(other) };
    },
  },
  oldPaused: {
    words: 'not created; the deposed cycle is paused',
    observe: (known) => ({ own: null, old: { ...rests, sent: known } }),
  },
  oldPausedByUs: {
    words: 'not created; an unfinished run paused the deposed cycle',
    observe: (known) => ({ own: null, old: pausedFrom(known) }),
  },
  bothPaused: {
    words: 'paused; the deposed cycle is paused',
    observe: (known) => ({ own: rests, old: { ...rests, sent: known } }),
  },
  pausedOldRuns: {
    words: 'paused; the deposed cycle runs',
    observe: (known) => ({ own: rests, old: runsOn(known) }),
  },
  pausedOldRunsUnknown: {
    words: 'paused; the deposed cycle runs on an unknown schedule',
    observe: () => ({ own: rests, old: runs }),
  },
  pausedOldRunsOnce: {
    words: 'paused; the deposed cycle runs once',
    isSingleRun: true,
    observe: () => ({ own: rests, old: runsOn(singleRun) }),
  },
  stoppedOldRuns: {
    words: 'paused after a start; the deposed cycle runs',
    observe: (known) => ({ own: { ...rests, sent: weekly }, old: runsOn(known) }),
  },
  pausedOldPausedByUs: {
    words: 'paused; an unfinished run paused the deposed cycle',
    observe: (known) => ({ own: rests, old: pausedFrom(known) }),
  },
  pausedOldStartOpen: {
    words: 'paused; a start of the deposed cycle has no recorded answer',
    observe: (known) => ({ own: rests, old: { ...rests, sent: known, isStartOpen: true } }),
  },
  runsOldPaused: {
    words: 'runs on a known schedule; the deposed cycle is paused',
    observe: (known) => ({ own: runsOn(known), old: { ...rests, sent: known } }),
  },
  runsOldPausedByUs: {
    words: 'runs on a known schedule; an unfinished run paused the deposed cycle',
    observe: (known) => ({ own: runsOn(known), old: pausedFrom(known) }),
  },
  bothRun: {
    words: 'runs on a known schedule; the deposed cycle runs',
    observe: (known) => ({ own: runsOn(known), old: runsOn(known) }),
  },
} as const satisfies Readonly<Record<string, RunStateRow>>;

export type RunStateName = keyof typeof runStates;

/** The row of a run state. */
export function findRunState(name: RunStateName): RunStateRow {
  return runStates[name];
}
