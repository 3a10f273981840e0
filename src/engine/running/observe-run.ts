import type { NamedCycle } from '../../model/desired/bound.ts';
import { type Schedule, selectRunningSchedule } from '../../model/desired/schedule.ts';
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
  const own = findOwnRun({ live, record });
  if (own !== null) return { kind: 'running-once', on: own, by: 'us', restartOn: own };
  const run = toLastingRun(record?.run ?? null);
  const sent = run?.schedule ?? null;
  if (live.status === 'Active') {
    return observeRunning(selectRunningSchedule(sent, live.schedule), { pause, webhook });
  }
  const isPausedByUs = pause !== null;
  const restartOn = pause?.schedule ?? sent ?? live.schedule ?? webhook;
  if (run?.isUnknown === true && run.schedule.kind === 'once') {
    return { kind: 'start-unknown', sent: run.schedule, isPausedByUs, restartOn };
  }
  return { kind: isPausedByUs ? 'paused-by-us' : 'resting', restartOn };
}

function observeRunning(
  on: Schedule | null,
  { pause, webhook }: { readonly pause: PauseRecord | null; readonly webhook: Schedule | null },
): RunState {
  if (on?.kind === 'once') return { kind: 'running-once', on, by: 'others', restartOn: on };
  return { kind: 'running', on: on ?? webhook, restartOn: on ?? pause?.schedule ?? webhook };
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
