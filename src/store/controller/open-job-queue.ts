import type { PgBoss } from 'pg-boss';
import { toHash } from '../../kit/hash.ts';
import type { AccountJob, DeadJob, JobQueue } from '../../model/state/shared/job-queue.ts';
import { toPostgresError } from '../postgres/postgres-error.ts';
import { type PostgresTarget, readPostgresUrl } from '../postgres/postgres-target.ts';

/** Data of a job. It is stored, so it has names alone. */
type JobData = { readonly environment: string; readonly account: string };

/** The queue of a partition, and where its problems are reported. */
export type QueuePlace = {
  readonly environment: string;
  readonly partition: string;
  /** Called with errors of the queue that it goes on after. */
  readonly report: (text: string) => void;
};

/** Connections of the queue: one listens, the others fetch and end jobs. */
const maxConnections = 4;
/** Silence after which a job counts as dead. */
const heartbeatSeconds = 20;
/** Longest job: above the longest run of one account. */
const expireInSeconds = 12 * 3600;
/** Time that ended jobs are kept. */
const deleteAfterSeconds = 3600;
/** Time after which a worker asks for jobs without being woken. */
const pollingSeconds = 5;
/** Time between looks for dead jobs. */
const superviseSeconds = 5;
/** Dead jobs that are read at once. */
const maxDead = 100;

/**
 * Opens the queue of a partition, on pg-boss in the schema `cyclectl_queue`. Jobs of one account are not at
 * work at the same time, and none is repeated by itself. Rejects with `StoreError`.
 */
export async function openJobQueue(
  { url, scope }: PostgresTarget,
  { environment, partition, report }: QueuePlace,
): Promise<JobQueue> {
  const { name: server, config } = readPostgresUrl(url);
  const boss = await openBoss(config, report);
  const guard = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw toPostgresError(server, error);
    }
  };
  const name = `accounts-${toHash(JSON.stringify([scope, partition])).slice(0, 16)}`;
  const deadLetter = `${name}-dead`;
  await guard(async () => {
    await boss.start();
    await boss.createQueue(deadLetter, { retryLimit: 0 });
    await boss.createQueue(name, {
      policy: 'singleton',
      notify: true,
      retryLimit: 0,
      ...{ deadLetter, expireInSeconds, heartbeatSeconds, deleteAfterSeconds },
    });
  });

  return {
    send: async (accounts) => {
      const jobs = accounts.map((account) => ({
        data: { environment, account } satisfies JobData,
        singletonKey: account,
      }));
      if (jobs.length > 0) await guard(() => boss.insert(name, jobs));
    },
    work: async (width, handle) => {
      for (let at = 0; at < width; at += 1) await startWorker(boss, name, handle);
    },
    listDead: () =>
      guard(async () => {
        const jobs = await boss.findJobs<JobData>(deadLetter, { limit: maxDead });
        return jobs.map(
          ({ id, data, sourceOutput }): DeadJob => ({
            id,
            account: data.account,
            reason: toReason(sourceOutput),
          }),
        );
      }),
    deleteDead: async (jobs) => {
      const ids = jobs.map(({ id }) => id);
      if (ids.length > 0) await guard(() => boss.deleteJob(deadLetter, ids));
    },
    readSchema: () => guard(async () => (await boss.schemaVersion()) ?? 0),
    close: () => boss.stop({ graceful: true, timeout: 24 * 3_600_000 }),
  };
}

async function openBoss(
  config: ReturnType<typeof readPostgresUrl>['config'],
  report: QueuePlace['report'],
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    ...config,
    schema: 'cyclectl_queue',
    // Its spans would carry messages of errors.
    openTelemetry: { enabled: false },
    max: maxConnections,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    queueCacheIntervalSeconds: superviseSeconds,
  });
  boss.on('error', ({ message }) => report(message));
  boss.on('warning', ({ message }) => report(message));
  return boss;
}

async function startWorker(
  boss: PgBoss,
  queue: string,
  handle: (job: AccountJob) => Promise<void>,
): Promise<void> {
  let worker: string | null = null;
  const options = { batchSize: 1, notifyPollingIntervalSeconds: pollingSeconds };
  worker = await boss.work<JobData>(queue, options, async (jobs) => {
    try {
      for (const { data, signal } of jobs) await handle({ account: data.account, signal });
    } finally {
      // Fetches the next job at once: a worker would else wait for its next poll.
      if (worker !== null) boss.notifyWorker(worker);
    }
  });
}

const ends: Readonly<Record<string, string>> = {
  'job timed out': 'it took more than 12 hours',
  'job heartbeat timeout': 'the replica that worked on it ended, or lost the database',
};

// An error of a handler, or an end by pg-boss, which has it in `value`.
function toReason(output: object | null): string {
  const found = output !== null && 'value' in output ? output.value : output;
  const isText = typeof found === 'object' && found !== null && 'message' in found;
  const message = isText ? String(found.message) : 'it has no result';
  return ends[message] ?? message;
}
