import { statSync } from 'node:fs';
import { OperationalError } from '../../kit/operational-error.ts';
import { closeIfFailing } from '../../kit/tasks/run-in-order.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { codes } from '../../model/diagnostic/codes.ts';
import { reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { Environment, StoreTarget } from '../../model/manifest/project.ts';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';
import { describeLack } from '../../model/secret/describe-lack.ts';
import type { DriftLog, DriftLogReader, DriftLogUnavailable } from '../../model/state/drift-log.ts';
import type { JobQueue } from '../../model/state/shared/job-queue.ts';
import type { Leases } from '../../model/state/shared/lease.ts';
import type { Watch } from '../../model/state/shared/watch.ts';
import type { QueuePlace } from '../../store/controller/open-job-queue.ts';
import type { Closable, ImportTarget } from '../../store/make-store.ts';
import { migrations } from '../../store/migrations.ts';
import {
  openPostgresLeases,
  openPostgresNotes,
  openPostgresStore,
  openPostgresStoreReader,
  updatePostgresStore,
} from '../../store/postgres/open-postgres-store.ts';
import { storeSchema } from '../../store/postgres/postgres-schema.ts';
import type { PostgresTarget } from '../../store/postgres/postgres-target.ts';
import {
  openSqliteNotes,
  openSqliteStore,
  openSqliteStoreReader,
} from '../../store/sqlite/open-sqlite-store.ts';
import type { CommandContext } from '../context.ts';
import { makeOwnFolder } from '../project/make-own-folder.ts';
import { openProjectFiles } from '../project/project-files.ts';
import { resolveStorePath } from '../project/resolve-own-path.ts';
import { type EnvironmentContext, openEnvironmentSecrets } from './open-environment-secrets.ts';
import { checkTls, isCi } from './operator-bounds.ts';

/** Versions of the schemas of stores that this program makes. */
export const storeSchemas = { sqlite: migrations.length, postgres: storeSchema };

/** Opens the store of an environment for reading. Creates nothing. */
export async function openStoreReader(
  input: EnvironmentContext,
): Promise<StoreReader & DriftLogReader & Closable> {
  const { store } = input.project.environment;
  return store.kind === 'sqlite'
    ? openSqliteStoreReader({ file: resolveFile(input, store.file) })
    : openPostgresStoreReader(await readConnection(input, store));
}

/** Opens the store for records of drift alone; or returns why not. */
export async function openStoreNotes(
  input: EnvironmentContext,
): Promise<(DriftLog & Closable) | DriftLogUnavailable> {
  const { store } = input.project.environment;
  return store.kind === 'sqlite'
    ? openSqliteNotes({ file: resolveStorePath(input.options.directory, store.file) })
    : openPostgresNotes(await readConnection(input, store));
}

/** The parts of a shared store that a controller has. */
export type ControllerStore = {
  readonly watch: Watch;
  readonly queue: JobQueue;
  readonly schemas: ControllerSchemas;
};

/** Versions of the schemas that a controller uses. */
export type ControllerSchemas = Readonly<Record<'controller' | 'queue' | 'store', number>>;

/**
 * Opens the accounts that a controller watches and its queue. Creates or migrates their tables, and the store.
 * `partition` is a part of the environment. Throws `OperationalError` for a store that is a local file.
 */
export async function openControllerStore(
  input: EnvironmentContext,
  { partition, report }: Pick<QueuePlace, 'partition' | 'report'>,
): Promise<ControllerStore> {
  const { name: environment, store } = input.project.environment;
  if (store.kind === 'sqlite') {
    throw new OperationalError(`the store of ${environment} is a file of one machine`, {
      remedy:
        'Write "store: {postgres: {env: DATABASE_URL}}" into the environment in cyclectl.yaml: replicas of a controller share a PostgreSQL database.',
    });
  }
  const connection = await readConnection(input, store);
  await updatePostgresStore(connection);
  const { openWatch } = await import('../../store/controller/open-watch.ts');
  const { openJobQueue } = await import('../../store/controller/open-job-queue.ts');
  const watch = await openWatch(connection, partition);
  return closeIfFailing(watch, async () => {
    const queue = await openJobQueue(connection, { environment, partition, report });
    return closeIfFailing(queue, async () => {
      const [controller, queued] = await Promise.all([watch.readSchema(), queue.readSchema()]);
      return { watch, queue, schemas: { controller, queue: queued, store: storeSchema } };
    });
  });
}

/** Opens the leases of a shared store; null for a store that has none. */
export async function openStoreLeases(
  input: EnvironmentContext,
): Promise<(Leases & Closable) | null> {
  const { store } = input.project.environment;
  return store.kind === 'sqlite' ? null : openPostgresLeases(await readConnection(input, store));
}

/**
 * Opens the store of an environment for writing. Throws `OperationalError` if the environment is
 * protected and the store would be lost with the machine.
 */
export async function openStore(
  input: EnvironmentContext,
): Promise<StoreWriter & ImportTarget & Closable> {
  const { store } = input.project.environment;
  if (store.kind === 'postgres') return openPostgresStore(await readConnection(input, store));
  checkLocalStoreInCi(input.project.environment, input.context);
  const file = resolveFile(input, store.file);
  await makeOwnFolder(input.options.directory, store.file);
  return openSqliteStore({ file });
}

// An empty file is a new store for SQLite. It is reported, because a truncated store loses state.
function resolveFile({ context, options }: EnvironmentContext, path: string): string {
  const { terminal, reported } = context;
  const file = resolveStorePath(options.directory, path);
  const summary = `The store ${path} is empty (0 bytes) and is treated as new`;
  const isEmpty = statSync(file, { throwIfNoEntry: false })?.size === 0;
  if (!isEmpty || [...reported].some((each) => each.summary === summary)) return file;
  reported.add(reportWarning('store-empty', { summary }));
  terminal.log(`warning: ${toVisible(summary)}. ${codes['store-empty'].remedy}`);
  return file;
}

async function readConnection(
  input: EnvironmentContext,
  { url: ref }: Extract<StoreTarget, { readonly kind: 'postgres' }>,
): Promise<PostgresTarget> {
  checkTls(input.context);
  const { name, scope } = input.project.environment;
  const secrets = await openEnvironmentSecrets(input, openProjectFiles(input.options.directory));
  const url = await secrets.read(ref);
  if (url !== null) return { url, scope };
  const { says: text, remedy } = describeLack(await secrets.bind(ref));
  throw new OperationalError(`cannot find the store of ${name}: ${text}`, {
    remedy: `${remedy}. It is the store of that environment in cyclectl.yaml.`,
  });
}

/**
 * Refuses a local store of a protected environment in CI, because the machine is discarded:
 * unfinished creates and pauses would be lost, and parallel runs would not see each other. Throws
 * `OperationalError`.
 */
export function checkLocalStoreInCi(
  { name, service, store, isProtected }: Environment,
  { environment }: CommandContext,
): void {
  if (
    !isProtected ||
    store.kind === 'postgres' ||
    service.kind === 'emulator' ||
    !isCi(environment)
  )
    return;
  throw new OperationalError(
    `the environment ${name} is protected, and its store is a local file of this CI machine`,
    {
      remedy: `Write "store: {postgres: {env: DATABASE_URL}}" into the environment ${name} of cyclectl.yaml. To move the state, run cyclectl state export and cyclectl state import`,
    },
  );
}
