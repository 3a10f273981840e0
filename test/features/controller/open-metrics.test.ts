import { expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Snapshot } from '../../../src/features/controller/follow/follower.ts';
import { openMetrics } from '../../../src/features/controller/open-metrics.ts';
import type { Schedule } from '../../../src/features/controller/schedule.ts';
import { type WatchTally, watchStates } from '../../../src/model/state/shared/watch.ts';
import { controllerMigrations } from '../../../src/store/controller/controller-migrations.ts';
import { storeSchema } from '../../../src/store/postgres/postgres-schema.ts';
import { put } from '../../emulator/support/start-emulator.ts';
import { commit, git } from '../../support/git-repository.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { openConsoleUser } from '../../worlds/console/console-user.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { quickstartIds } from '../../worlds/quickstart.ts';
import { readMetrics } from './read-metrics.ts';
import { openSharedProject, startReplica } from './start-replica.ts';

it('shows accounts, drift, the queue, the rate, leases, versions and failures in a scrape', async () => {
  const project = await openSharedProject();
  await git(project.directory, 'init', '--quiet');
  await commit(project, 'all');
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const { caller } = await openConsoleUser(project.emulator);
  const live = findDumped(project.emulator, quickstartIds.northwind);
  await put(caller, `/accounts/${live?.id}`, { timezone: 'Europe/Paris' });
  const refusal = {
    method: 'GET',
    path: '/v1.0/accounts/**',
    nth: 1,
    do: 'status',
    status: 429,
  } as const;
  project.emulator.control.plantFaults([refusal]);
  const replica = await startReplica(project, '--interval', '30m');
  await replica.waitFor({ event: 'sweep-ended' });
  const scrape = async () => readMetrics((await replica.get('/metrics')).text);
  const found = await scrape();
  const read = (name: string, labels = '') => found.get(`cyclectl_${name}`)?.samples.get(labels);

  const { sweep } = await replica.waitFor({ event: 'sweep-ended' });
  expect(await replica.waitFor({ event: 'account-drift' })).toMatchObject({
    ...{ run: sweep, account: 'northwind', address: 'northwind', items: 1 },
    commit: expect.stringMatching(/^[0-9a-f]{40}/),
  });
  expect(read('accounts', '{state="drift"}')).toBe(1);
  expect(read('oldest_look_age_seconds')).toBeGreaterThan(0);
  expect(read('oldest_drift_age_seconds')).toBeGreaterThan(0);
  expect(read('queue_jobs')).toBe(0);
  expect(read('sweep_accounts_left')).toBe(0);
  expect(read('sweep_interval_seconds')).toBe(1800);
  expect(read('sweep_ended_timestamp_seconds')).toBeGreaterThan(
    read('sweep_started_timestamp_seconds') ?? 0,
  );
  expect(read('job_duration_seconds', '_count{result="drift"}')).toBe(1);
  expect(read('jobs_running')).toBe(0);
  expect(read('requests_total')).toBeGreaterThan(5);
  expect(read('requests_refused_total')).toBe(1);
  expect(read('leases', '{kind="schedule"}')).toBe(1);
  expect(read('leases', '{kind="rate"}')).toBe(1);
  // Half of 1000, lowered after the refusal.
  expect(read('request_limit_per_second')).toBeGreaterThan(100);
  expect(read('request_limit_per_second')).toBeLessThanOrEqual(500);
  expect(read('request_pace_per_second')).toBeLessThanOrEqual(500);
  expect(read('build_info', `{version="${packageJson.version}"}`)).toBe(1);
  const head = await git(project.directory, 'rev-parse', 'HEAD');
  expect([...(found.get('cyclectl_manifests_info')?.samples.keys() ?? [])]).toEqual([
    expect.stringContaining(`commit="${head}`),
  ]);
  expect(read('schema_version', '{schema="controller"}')).toBe(controllerMigrations.length);
  expect(read('schema_version', '{schema="store"}')).toBe(storeSchema);
  expect(read('schema_version', '{schema="queue"}')).toBeGreaterThan(20);
  expect(read('ready')).toBe(1);
  expect(read('step_failures_total')).toBe(0);
  expect(read('manifests_refused_total')).toBe(0);
});

it('describes each metric in a sentence, with a name and a unit as Prometheus has them', async () => {
  const project = await openSharedProject();
  const replica = await startReplica(project);
  await replica.waitFor({ event: 'ready' });
  const found = readMetrics((await replica.get('/metrics')).text);
  const own = [...found].filter(([name]) => name.startsWith('cyclectl_'));
  expect(own.length).toBeGreaterThan(20);
  for (const [name, { help, type, samples }] of own) {
    expect(help, name).toMatch(/^[A-Z1].*\.$/);
    expect(type, name).toMatch(/^(?:gauge|counter|histogram)$/);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(name, name).not.toMatch(/_(?:ms|milliseconds|minutes|hours)$/);
    // Nothing was at work yet.
    if (type !== 'histogram') expect(samples.size, name).toBeGreaterThan(0);
  }
});

it('is not ready without the database, and counts the steps that failed', async () => {
  const project = await openSharedProject();
  const replica = await startReplica(project);
  await replica.waitFor({ event: 'ready' });
  await project.database.run('DROP TABLE cyclectl_controller.partitions');
  await replica.waitFor({ event: 'step-failed' });
  const found = readMetrics((await replica.get('/metrics')).text);
  expect(found.get('cyclectl_ready')?.samples.get('')).toBe(0);
  expect(found.get('cyclectl_step_failures_total')?.samples.get('')).toBeGreaterThan(0);
  expect(found.get('cyclectl_leases')?.samples.get('{kind="schedule"}')).toBe(0);
  expect(await replica.get('/readyz')).toMatchObject({ status: 503 });
});

it('shows that manifests are refused until others are in use', async () => {
  const schemas = { controller: 1, queue: 1, store: 1 };
  const metrics = await openMetrics({ version: '1.0.0', schemas, intervalMs: 1000 });
  const isStale = async () =>
    readMetrics(await metrics.format())
      .get('cyclectl_manifests_stale')
      ?.samples.get('');
  const see = (snapshot: Snapshot) =>
    metrics.see({
      schedule: { lead: null, sweep: null, tally: emptyTally },
      snapshot,
      rate: { granted: 1, isLeased: false, pace: 1, refused: 0 },
      running: 0,
    });
  const [first, second] = [{ version: 'a' } as Snapshot, { version: 'a' } as Snapshot];
  see(first);
  expect(await isStale()).toBe(0);
  metrics.countRefused();
  see(first);
  expect(await isStale()).toBe(1);
  see(second);
  expect(await isStale()).toBe(0);
});

const emptyTally: Schedule['tally'] = {
  byState: Object.fromEntries(watchStates.map((state) => [state, 0])) as WatchTally['byState'],
  left: 0,
  oldestLookMs: null,
  oldestDriftMs: 0,
  queued: 0,
  oldestQueuedMs: 0,
};
