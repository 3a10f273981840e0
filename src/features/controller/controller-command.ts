import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import type { ListenAddress, OpenedServer } from '../../app/output/open-http-server.ts';
import { openStatusServer } from '../../app/output/open-status-server.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { openControllerStore } from '../../app/ports/open-store.ts';
import { makeTemporaryFolder } from '../../app/project/make-temporary-folder.ts';
import { toHash } from '../../kit/hash.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { openLinkServer } from '../inspect/consent/links/open-link-server.ts';
import { FolderFollower } from './follow/follow-folder.ts';
import { RefFollower, type RefOptions } from './follow/follow-ref.ts';
import type { Follower, Snapshot } from './follow/follower.ts';
import { openMetrics } from './open-metrics.ts';
import { Replica, type ReplicaOptions } from './replica.ts';
import { makeLog, type WriteLog } from './write-log.ts';

export type ControllerOptions = ReplicaOptions &
  Partial<RefOptions> & {
    readonly listen: ListenAddress;
    /** Address for sign-in links of customers; absent if it answers none. */
    readonly consentListen?: ListenAddress;
    readonly returnTo?: string;
  };

/**
 * `cyclectl controller`: looks at the accounts of an environment again and again, as one of any number of
 * equal replicas, until it is asked to stop. In the mode `reconcile` it also applies them.
 */
export async function runController(
  context: CommandContext,
  options: ControllerOptions,
): Promise<ExitCode> {
  const follower = await openFollower(context, options);
  try {
    const found = await follower.open();
    if (found.kind === 'refused')
      return await printRefused(context, options.directory, found.diagnostics);
    return await runReplica({ context, options, follower }, found.snapshot);
  } finally {
    await follower.close();
  }
}

type Running = {
  readonly context: CommandContext;
  readonly options: ControllerOptions;
  readonly follower: Follower;
};

async function runReplica(running: Running, first: Snapshot): Promise<ExitCode> {
  const { context, options, follower } = running;
  const log = makeLog(context.terminal, systemClock.now);
  const { project, version, commit, directory } = first;
  const { service, name: environment } = project.environment;
  if (service.kind === 'emulator') {
    throw new OperationalError(`the service of ${environment} runs inside each process`, {
      remedy: 'Name a service that replicas share: set service.baseUrl in cyclectl.yaml.',
    });
  }
  context.deferSignals({ log: (text) => log({ level: 'info', event: 'signal', text }) });
  const report = (text: string) => log({ level: 'warning', event: 'queue', text });
  const partition = toPartition(options.select);
  const opened = { context, options: { ...options, directory }, project };
  const store = await openControllerStore(opened, { partition, report });
  let folder: string | null = null;
  let links: OpenedServer | null = null;
  try {
    links = await openLinks(running, first, log);
    folder = await makeTemporaryFolder();
    await follower.checkSince((await store.watch.readSweep())?.version ?? null);
    const { interval: intervalMs } = options;
    const { schemas } = store;
    const metrics = await openMetrics({ version: context.version, schemas, intervalMs });
    const parts = { context, options, store, metrics, log, follower };
    const file = join(folder, 'report.html');
    const replica = await Replica.open({ ...parts, first, report: file });
    const server = await openStatusServer(options.listen, {
      metrics,
      findDeadCause: () => replica.findDeadCause(),
      findUnreadyCause: () => replica.findUnreadyCause(),
      findReport: () => replica.findReport(),
    });
    const { host } = options.listen;
    const accounts = project.selected.entries.length;
    log({
      level: 'info',
      event: 'started',
      host,
      port: server.port,
      environment,
      accounts,
      commit,
      version,
    });
    try {
      await replica.run();
    } finally {
      await server.close();
    }
  } finally {
    await links?.close();
    await store.queue.close();
    await store.watch.close();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
  log({ level: 'info', event: 'stopped' });
  return exitCodes.ok;
}

// Customers must not reach the metrics and the report, so the links have a server of their own.
async function openLinks(
  { context, options }: Running,
  snapshot: Snapshot,
  log: WriteLog,
): Promise<OpenedServer | null> {
  const { consentListen: listen, returnTo } = options;
  if (listen === undefined && returnTo !== undefined) {
    throw new OperationalError(
      '--return-to is for sign-in links, which this replica does not answer',
      {
        remedy: 'Add --consent-listen HOST:PORT, or leave --return-to out.',
      },
    );
  }
  if (listen === undefined) return null;
  const { directory, project } = snapshot;
  const release = snapshot.retain();
  const report = (address: string, text: string) =>
    log({ level: 'info', event: 'consent', address, text });
  const request = { context, options: { ...options, directory }, project };
  const server = await openLinkServer(request, { listen, returnTo, report }).catch(
    async (error: unknown) => {
      await release();
      throw error;
    },
  );
  log({ level: 'info', event: 'consent-started', host: listen.host, port: server.port });
  return {
    port: server.port,
    close: async () => {
      await server.close();
      await release();
    },
  };
}

async function openFollower(
  context: CommandContext,
  options: ControllerOptions,
): Promise<Follower> {
  const { repository, ref } = options;
  if (repository !== undefined && ref !== undefined)
    return RefFollower.create(context, { ...options, repository, ref });
  const { tokenFile, knownHosts, sshKey, allowedSigners, allowRewrite } = options;
  const isNamed = [
    repository,
    ref,
    tokenFile,
    knownHosts,
    sshKey,
    allowedSigners,
    allowRewrite,
  ].some((each) => each !== undefined);
  if (!isNamed) return new FolderFollower(context, options);
  throw new OperationalError('the options of a repository are for one that is fetched', {
    remedy:
      'Pass both --repository URL and --ref NAME; without them, the folder of -C is followed.',
  });
}

/** The part of an environment that replicas with one selection serve. */
function toPartition(select: readonly string[]): string {
  return select.length === 0 ? 'all' : toHash(JSON.stringify(select.toSorted())).slice(0, 16);
}
