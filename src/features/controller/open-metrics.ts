import type { ServiceRate } from '../../app/ports/open-lease.ts';
import type { ControllerSchemas } from '../../app/ports/open-store.ts';
import type { WatchResult } from '../../model/state/shared/watch.ts';
import { type Snapshot, type UnfollowedReason, unfollowedReasons } from './follow/follower.ts';
import type { Schedule } from './schedule.ts';

/** Facts of a replica that stay while it works. */
export type Built = {
  /** The version of cyclectl. */
  readonly version: string;
  readonly schemas: ControllerSchemas;
  readonly intervalMs: number;
};

/** State of a replica after a step, which its metrics show. */
export type Seen = {
  readonly schedule: Schedule;
  readonly snapshot: Snapshot;
  readonly rate: ServiceRate;
  /** Accounts that it works on. */
  readonly running: number;
};

/** Metrics of a replica, in the format of Prometheus. */
export type Metrics = {
  readonly contentType: string;
  see(seen: Seen): void;
  /** Counts a step, and shows if the replica is ready. */
  countStep(isDone: boolean): void;
  countJob(result: WatchResult['state'] | 'done-before', seconds: number): void;
  /** Counts requests, and those of them that the service refused for their rate. */
  countRequests(sent: number, refused: number): void;
  /** Manifests that could not be used. */
  countRefused(): void;
  /** Looks at a ref that was not followed. */
  countUnfollowed(reason: UnfollowedReason): void;
  /** Shows that the manifests in use are the latest. */
  seeLatest(): void;
  format(): Promise<string>;
};

const gauges = {
  accounts: 'Accounts by the state of their last look.',
  build_info: 'The version of cyclectl. Its value is 1.',
  jobs_running: 'Accounts that this replica works on.',
  leases: 'Leases that this replica has: 1 for the schedule, and 1 for a share of the rate.',
  manifests_info: 'The commit and the version of the manifests that it works by. Its value is 1.',
  manifests_stale:
    '1 while later manifests have mistakes, or the ref is not followed: those before are in use.',
  oldest_drift_age_seconds: 'Time since the oldest drift of an account was first seen.',
  oldest_look_age_seconds: 'Age of the oldest look; 0 while an account was never looked at.',
  queue_jobs: 'Accounts that are queued or at work.',
  queue_oldest_age_seconds: 'Age of the oldest of them.',
  ready: '1 if the last step of this replica was done, as /readyz answers.',
  request_limit_per_second: 'Requests per second that this replica was granted.',
  request_pace_per_second: 'Requests per second that it sends at most, as the service allows.',
  schema_version: 'Version of a schema of the database.',
  sweep_accounts_left: 'Accounts that the present sweep has not looked at.',
  sweep_ended_timestamp_seconds: 'End of the last sweep; 0 while one is under way.',
  sweep_interval_seconds: 'Time from the start of a sweep to the start of the next one.',
  sweep_started_timestamp_seconds: 'Start of the present or last sweep.',
} as const;

const gaugeLabels: Partial<Record<keyof typeof gauges, readonly string[]>> = {
  accounts: ['state'],
  build_info: ['version'],
  leases: ['kind'],
  manifests_info: ['commit', 'version'],
  schema_version: ['schema'],
};

const counters = {
  manifests_refused_total: 'Times that changed manifests were read and had mistakes.',
  ref_unfollowed_total: 'Fetches of the ref after which earlier manifests stay in use, by reason.',
  requests_refused_total: 'Requests that the service refused for their rate.',
  requests_total: 'Requests to the service.',
  step_failures_total: 'Steps of this replica that failed, such as without the database.',
} as const;

const counterLabels: Partial<Record<keyof typeof counters, readonly string[]>> = {
  ref_unfollowed_total: ['reason'],
};

const jobBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Opens the metrics. prom-client is loaded here alone. */
export async function openMetrics({ version, schemas, intervalMs }: Built): Promise<Metrics> {
  const { set, reset, count, observeJob, registry } = await openRegistry();
  set('build_info', 1, { version });
  set('ready', 0);
  set('manifests_stale', 0);
  for (const reason of unfollowedReasons) count('ref_unfollowed_total', 0, { reason });
  let used: Snapshot | null = null;
  set('sweep_interval_seconds', intervalMs / 1000);
  for (const [schema, value] of Object.entries(schemas)) set('schema_version', value, { schema });
  return {
    contentType: registry.contentType,
    see: ({ schedule: { lead, sweep, tally }, snapshot, rate, running }) => {
      for (const [state, found] of Object.entries(tally.byState)) set('accounts', found, { state });
      set('oldest_look_age_seconds', (tally.oldestLookMs ?? 0) / 1000);
      set('oldest_drift_age_seconds', tally.oldestDriftMs / 1000);
      set('queue_jobs', tally.queued);
      set('queue_oldest_age_seconds', tally.oldestQueuedMs / 1000);
      set('sweep_accounts_left', tally.left);
      set('sweep_started_timestamp_seconds', (sweep?.startedMs ?? 0) / 1000);
      set('sweep_ended_timestamp_seconds', (sweep?.endedMs ?? 0) / 1000);
      set('jobs_running', running);
      set('leases', lead === null ? 0 : 1, { kind: 'schedule' });
      set('leases', rate.isLeased ? 1 : 0, { kind: 'rate' });
      set('request_limit_per_second', rate.granted);
      set('request_pace_per_second', rate.pace);
      if (snapshot !== used) set('manifests_stale', 0);
      used = snapshot;
      reset('manifests_info');
      set('manifests_info', 1, { commit: snapshot.commit ?? '', version: snapshot.version });
    },
    countStep: (isDone) => {
      set('ready', isDone ? 1 : 0);
      // Without a step it may have lost the schedule.
      if (!isDone) set('leases', 0, { kind: 'schedule' });
      count('step_failures_total', isDone ? 0 : 1);
    },
    countJob: (result, seconds) => observeJob({ result }, seconds),
    countRequests: (sent, refused) => {
      count('requests_total', sent);
      count('requests_refused_total', refused);
    },
    countRefused: () => {
      set('manifests_stale', 1);
      count('manifests_refused_total', 1);
    },
    countUnfollowed: (reason) => {
      set('manifests_stale', 1);
      count('ref_unfollowed_total', 1, { reason });
    },
    seeLatest: () => set('manifests_stale', 0),
    format: () => registry.metrics(),
  };
}

async function openRegistry() {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import(
    'prom-client'
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gaugeNames = Object.keys(gauges) as (keyof typeof gauges)[];
  const openGauges = new Map(
    gaugeNames.map((key) => {
      const labelNames = gaugeLabels[key] ?? [];
      const gauge = new Gauge({
        name: `cyclectl_${key}`,
        help: gauges[key],
        labelNames,
        registers,
      });
      return [key, gauge];
    }),
  );
  const counterNames = Object.keys(counters) as (keyof typeof counters)[];
  const openCounters = new Map(
    counterNames.map((key) => {
      const [name, help] = [`cyclectl_${key}`, counters[key]];
      const labelNames = counterLabels[key] ?? [];
      return [key, new Counter({ name, help, labelNames, registers })];
    }),
  );
  const jobs = new Histogram({
    name: 'cyclectl_job_duration_seconds',
    help: 'Duration of the work on an account, by its result.',
    labelNames: ['result'],
    buckets: jobBuckets,
    registers,
  });
  return {
    registry,
    set: (key: keyof typeof gauges, value: number, labels: Readonly<Record<string, string>> = {}) =>
      openGauges.get(key)?.set(labels, value),
    reset: (key: keyof typeof gauges) => openGauges.get(key)?.reset(),
    count: (
      key: keyof typeof counters,
      more: number,
      labels: Readonly<Record<string, string>> = {},
    ) => openCounters.get(key)?.inc(labels, Math.max(0, more)),
    observeJob: (labels: { readonly result: string }, seconds: number) =>
      jobs.observe(labels, seconds),
  };
}
