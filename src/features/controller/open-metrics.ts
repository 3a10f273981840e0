import type { Sweep } from '../../model/state/shared/sweep.ts';
import type { WatchResult, WatchTally } from '../../model/state/shared/watch.ts';

/** State of a replica that its metrics show. */
export type Seen = {
  readonly tally: WatchTally;
  readonly sweep: Sweep | null;
  readonly isLeading: boolean;
  readonly commit: string | null;
  readonly version: string;
};

/** Metrics of a replica, in the format of Prometheus. */
export type Metrics = {
  readonly contentType: string;
  see(seen: Seen): void;
  countJob(result: WatchResult['state'] | 'done-before', seconds: number): void;
  countRequests(sent: number): void;
  /** Manifests that could not be used. */
  countRefused(): void;
  format(): Promise<string>;
};

/** Opens the metrics. prom-client is loaded here alone. */
export async function openMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import(
    'prom-client'
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `cyclectl_${name}`, help, labelNames, registers });
  const accounts = gauge('accounts', 'Accounts by the state of their last look.', ['state']);
  const oldest = gauge('oldest_look_seconds', 'Age of the oldest look at an account.');
  const left = gauge('sweep_accounts_left', 'Accounts that the present sweep has not looked at.');
  const sweepAge = gauge('sweep_started_timestamp_seconds', 'Start of the present or last sweep.');
  const queued = gauge('queue_jobs', 'Accounts that are queued or at work.');
  const queuedAge = gauge('queue_oldest_seconds', 'Age of the oldest of them.');
  const leading = gauge('scheduler', '1 if this replica has the schedule.');
  const info = gauge('info', 'The commit and the version that the replica works by.', [
    'commit',
    'version',
  ]);
  const refused = new Counter({
    name: 'cyclectl_manifests_refused_total',
    help: 'Manifests that were read and have mistakes, so that earlier ones stay in use.',
    registers,
  });
  const requests = new Counter({
    name: 'cyclectl_requests_total',
    help: 'Requests to the service.',
    registers,
  });
  const jobs = new Histogram({
    name: 'cyclectl_job_seconds',
    help: 'Duration of the work on an account.',
    labelNames: ['result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    registers,
  });
  return {
    contentType: registry.contentType,
    see: ({ tally, sweep, isLeading, commit, version }) => {
      for (const [state, found] of Object.entries(tally.byState)) accounts.set({ state }, found);
      oldest.set((tally.oldestLookMs ?? 0) / 1000);
      left.set(tally.left);
      queued.set(tally.queued);
      queuedAge.set(tally.oldestQueuedMs / 1000);
      leading.set(isLeading ? 1 : 0);
      sweepAge.set((sweep?.startedMs ?? 0) / 1000);
      info.reset();
      info.set({ commit: commit ?? '', version }, 1);
    },
    countJob: (result, seconds) => jobs.observe({ result }, seconds),
    countRequests: (sent) => requests.inc(Math.max(0, sent)),
    countRefused: () => refused.inc(),
    format: () => registry.metrics(),
  };
}
