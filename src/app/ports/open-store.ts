import { statSync } from 'node:fs';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { codes } from '../../model/diagnostic/codes.ts';
import type { Environment, StoreTarget } from '../../model/manifest/project.ts';
import type {
  DriftLog,
  DriftLogReader,
  DriftLogUnavailable,
} from '../../model/memory/drift-log.ts';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';
import { describeLack } from '../../model/secret/secret.ts';
import type { Closable, ImportTarget } from '../../store/make-store.ts';
import {
  openPostgresNotes,
  openPostgresStore,
  openPostgresStoreReader,
} from '../../store/postgres/open-postgres-store.ts';
import type { PostgresPlace } from '../../store/postgres/postgres-place.ts';
import {
  openSqliteNotes,
  openSqliteStore,
  openSqliteStoreReader,
} from '../../store/sqlite/open-sqlite-store.ts';
import type { CommandContext } from '../context.ts';
import { makeOwnFolder } from '../project/make-own-folder.ts';
import { openProjectFiles } from '../project/project-files.ts';
import { resolveStorePath } from '../project/resolve-own-path.ts';
import { checkTls } from './check-tls.ts';
import { openEnvironmentSecrets } from './open-environment-secrets.ts';
import { isCi } from './operator-bounds.ts';

/** What we remember of an environment, to look at. Nothing is made where there is nothing. */
export async function openStoreReader(
  root: string,
  environment: Environment,
  context: CommandContext,
): Promise<StoreReader & DriftLogReader & Closable> {
  const { store } = environment;
  return store.kind === 'sqlite'
    ? openSqliteStoreReader({ file: resolveFile(root, store.file, context) })
    : openPostgresStoreReader(await readConnection({ root, environment, context }, store));
}

/** A way for drift to note what it found, and to nothing else of the store; or why there is none. */
export async function openStoreNotes(
  root: string,
  environment: Environment,
  context: CommandContext,
): Promise<(DriftLog & Closable) | DriftLogUnavailable> {
  const { store } = environment;
  return store.kind === 'sqlite'
    ? openSqliteNotes({ file: resolveStorePath(root, store.file) })
    : openPostgresNotes(await readConnection({ root, environment, context }, store));
}

/**
 * What we remember of an environment, to change. Throws `OperationalError` where the environment is protected and the
 * store would be lost with the machine.
 */
export async function openStore(
  root: string,
  environment: Environment,
  context: CommandContext,
): Promise<StoreWriter & ImportTarget & Closable> {
  const { store } = environment;
  if (store.kind === 'postgres') {
    return openPostgresStore(await readConnection({ root, environment, context }, store));
  }
  checkLocalStoreInCi(environment, context);
  const file = resolveFile(root, store.file, context);
  await makeOwnFolder(root, store.file);
  return openSqliteStore({ file });
}

// SQLite takes a file that was cut to nothing for a new one, and so do we: nothing is lost in the service by that. But
// who kept something in it has to know.
function resolveFile(root: string, path: string, { terminal, reported }: CommandContext): string {
  const file = resolveStorePath(root, path);
  const summary = `The store ${path} is empty (0 bytes) and counts as new`;
  const isEmpty = statSync(file, { throwIfNoEntry: false })?.size === 0;
  if (!isEmpty || [...reported].some((each) => each.summary === summary)) return file;
  reported.add({ code: 'store-empty', severity: 'warning', summary });
  terminal.log(`warning: ${toVisible(summary)}. ${codes['store-empty'].remedy}`);
  return file;
}

type StoreContext = {
  readonly root: string;
  readonly environment: Environment;
  readonly context: CommandContext;
};

async function readConnection(
  place: StoreContext,
  { url: ref }: Extract<StoreTarget, { readonly kind: 'postgres' }>,
): Promise<PostgresPlace> {
  checkTls(place.context);
  const secrets = await openEnvironmentSecrets(place, openProjectFiles(place.root));
  const url = await secrets.read(ref);
  if (url !== null) return { url, scope: place.environment.scope };
  const { lack = 'not-set' } = await secrets.bind(ref);
  const { says, remedy } = describeLack(ref, lack);
  throw new OperationalError(`cannot find the store of ${place.environment.name}: ${says}`, {
    remedy: `${remedy}. cyclectl.yaml names it as the store of that environment.`,
  });
}

/**
 * Throws `OperationalError` where a protected environment keeps its store in a file of CI. A machine of CI is thrown away, and
 * its store with it: what a run noted of its creates and pauses would be lost, and two runs at once would not know of
 * each other.
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
    `the environment ${name} is protected, and its store is a file that this machine of CI keeps for itself`,
    {
      remedy: `Write "store: {postgres: {env: DATABASE_URL}}" into the environment ${name} of cyclectl.yaml; cyclectl state export and import take along what is remembered`,
    },
  );
}
