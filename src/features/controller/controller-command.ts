import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { type ListenAddress, openStatusServer } from '../../app/output/open-status-server.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { openControllerStore } from '../../app/ports/open-store.ts';
import { makeTemporaryFolder } from '../../app/project/make-temporary-folder.ts';
import { toHash } from '../../kit/hash.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import type { Environment } from '../../model/manifest/project.ts';
import { FolderFollower } from './follow-folder.ts';
import { openMetrics } from './open-metrics.ts';
import { Replica, type ReplicaOptions } from './replica.ts';
import { makeLog } from './write-log.ts';

export type ControllerOptions = ReplicaOptions & { readonly listen: ListenAddress };

/**
 * `cyclectl controller`: looks at the accounts of an environment again and again, as one of any number of
 * equal replicas, until it is asked to stop. In the mode `reconcile` it also applies them.
 */
export async function runController(
  context: CommandContext,
  options: ControllerOptions,
): Promise<ExitCode> {
  const log = makeLog(context.terminal, systemClock.now);
  const follower = new FolderFollower(context, options);
  const found = await follower.open();
  if (found.kind === 'refused') return printRefused(context, options.directory, found.diagnostics);
  const { project, version, commit } = found.snapshot;
  const { service, name: environment } = project.environment;
  if (service.kind === 'emulator') {
    throw new OperationalError(`the service of ${environment} runs inside each process`, {
      remedy: 'Name a service that replicas share: set service.baseUrl in cyclectl.yaml.',
    });
  }
  checkMode(options, project.environment);
  context.deferSignals();
  const report = (text: string) => log({ level: 'warning', event: 'queue', text });
  const partition = toPartition(options.select);
  const folder = await makeTemporaryFolder();
  const store = await openControllerStore({ context, options, project }, { partition, report });
  try {
    const { interval: intervalMs } = options;
    const { schemas } = store;
    const metrics = await openMetrics({ version: context.version, schemas, intervalMs });
    const parts = { context, options, store, metrics, log, follower };
    const file = join(folder, 'report.html');
    const replica = await Replica.open({ ...parts, first: found.snapshot, report: file });
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
    await store.watch.close();
    await rm(folder, { recursive: true, force: true });
  }
  log({ level: 'info', event: 'stopped' });
  return exitCodes.ok;
}

// Approval is the merge, and there a person approves each plan.
function checkMode({ mode }: ControllerOptions, { name, protect }: Environment): void {
  if (mode === 'observe' || !protect.savedPlanOnly) return;
  throw new OperationalError(`the environment ${name} accepts only saved plans`, {
    remedy: 'Use --mode observe, or remove protect.savedPlanOnly from the environment.',
  });
}

/** The part of an environment that replicas with one selection serve. */
function toPartition(select: readonly string[]): string {
  return select.length === 0 ? 'all' : toHash(JSON.stringify(select.toSorted())).slice(0, 16);
}
