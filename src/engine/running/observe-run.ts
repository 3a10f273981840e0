import type { NamedCycle } from '../../model/desired/bound.ts';
import { selectRunningSchedule, toLasting } from '../../model/desired/schedule.ts';
import type { RunState } from '../../model/diff/run-state.ts';
import type { LiveCycle } from '../../model/live/live.ts';
import {
  type ObjectRecord,
  type PauseRecord,
  toLastingRun,
} from '../../model/state/account-state.ts';
import { findOwnRun } from '../../model/state/own-run.ts';

/** All that is known about the running of a cycle. */
export type RunFacts = {
  readonly live: LiveCycle | null;
  readonly record: ObjectRecord | null;
  readonly pause: PauseRecord | null;
  /** True if a call from outside starts it, or may start it as far as it is known. */
  readonly startsByWebhook: boolean;
};

/** Observes the run state of a cycle. */
export function observeRun({ live, record, pause, startsByWebhook }: RunFacts): RunState {
  const webhook = startsByWebhook ? ({ kind: 'webhook' } as const) : null;
  if (live === null) return { kind: 'absent', restartOn: webhook };
  const last = record?.run ?? null;
  const before = toLasting(toLastingRun(last)?.schedule);
  const restartOn = toLasting(pause?.schedule) ?? before ?? toLasting(live.schedule) ?? webhook;
  if (live.status !== 'Active') {
    return { kind: pause === null ? 'resting' : 'paused-by-us', restartOn };
  }
  const own = findOwnRun({ live, record });
  if (own !== null) return { kind: 'running-once', on: own, by: 'us', restartOn };
  if (live.schedule?.kind === 'once')
    return { kind: 'running-once', on: live.schedule, by: 'others', restartOn };
  const on = toLasting(selectRunningSchedule(toLasting(last?.schedule), live.schedule));
  return {
    kind: 'running',
    on: on ?? webhook,
    restartOn: on ?? toLasting(pause?.schedule) ?? webhook,
  };
}

/**
 * Returns whether a call from outside starts a cycle. While the steps of a new one are unknown, a
 * start without schedule must be a webhook, which apply verifies.
 */
export function hasWebhookStart(
  { startsByWebhook, shape }: NamedCycle,
  live: LiveCycle | null,
): boolean {
  return startsByWebhook || (live === null && shape === null);
}
