import { closeIfFailing } from '../../kit/tasks/run-in-order.ts';
import type { Watch } from '../../model/state/shared/watch.ts';
import { openPostgresSession } from '../postgres/postgres-session.ts';
import type { PostgresTarget } from '../postgres/postgres-target.ts';
import { readRecord } from '../rows.ts';
import type { Steps } from '../steps/steps.ts';
import { controllerMigrations } from './controller-migrations.ts';
import * as schedule from './schedule-steps.ts';
import * as steps from './watch-steps.ts';

/**
 * Opens the accounts of a controller, and creates or migrates their schema. One of a later version is used as
 * it is: migrations only add. Rejects with `StoreError`.
 */
export async function openWatch(location: PostgresTarget, partition: string): Promise<Watch> {
  const session = await openPostgresSession(location, { readOnly: false });
  await closeIfFailing(session, async () => {
    const version = await session.read(readVersion);
    if (version < controllerMigrations.length) await session.write(migrate);
  });
  const { read, write, close } = session;
  const at = { scope: location.scope, partition };
  return {
    saveLead: (holder) => write(() => schedule.saveLead(at, holder)),
    deleteLead: (epoch) => write(() => schedule.deleteLead(at, epoch)),
    saveAccounts: (epoch, accounts) => write(() => schedule.saveAccounts(at, epoch, accounts)),
    startSweep: (epoch, sweep) => write(() => schedule.startSweep(at, epoch, sweep)),
    closeSweep: (epoch, sweep) => write(() => schedule.closeSweep(at, epoch, sweep)),
    selectDue: (epoch, most) => write(() => schedule.selectDue(at, epoch, most)),
    startLook: (account) => write(() => steps.startLook(at, account)),
    postponeLook: (account, ms) => write(() => steps.updateQueued(at, account, ms)),
    saveResult: (result) => write(() => steps.saveResult(at, result)),
    updateDue: (accounts) => write(() => steps.updateDue(at, accounts)),
    saveChange: (account, most) => write(() => steps.saveChange(at, account, most)),
    addRequests: (sent) => write(() => schedule.addRequests(at, sent)),
    readSweep: () => read(() => schedule.readSweep(at)),
    readTally: () => read(() => steps.readTally(at)),
    async *readFound() {
      for (let after = ''; ; ) {
        const some = await read(() => steps.readFound(at, after));
        yield* some;
        const last = some.at(-1);
        if (last === undefined || some.length < steps.foundAtOnce) return;
        after = last.account;
      }
    },
    readTime: () => read(steps.readTime),
    readSchema: () => read(readVersion),
    close,
  };
}

type Mark = { readonly version: number };

// Reads the catalog as a table: to_regclass may answer as before a wait for the lock of the migration.
function* readVersion(): Steps<number> {
  const [table] = yield {
    text: `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'cyclectl_controller' AND relname = 'about'`,
    values: [],
  };
  if (table === undefined) return 0;
  const [row] = yield { text: 'SELECT record FROM cyclectl_controller.about', values: [] };
  return row === undefined ? 0 : readRecord<Mark>(row.record, 'the version').version;
}

function* migrate(): Steps<void> {
  // Serialise creation: a second process waits, then finds the schema.
  yield { text: "SELECT pg_advisory_xact_lock(hashtext('cyclectl_controller'))", values: [] };
  const version = yield* readVersion();
  if (version === 0) {
    const [schema] = yield {
      text: "SELECT count(*) AS found FROM pg_namespace WHERE nspname = 'cyclectl_controller'",
      values: [],
    };
    // Check first, because CREATE needs the privilege even if the schema exists.
    if (Number(schema?.found) === 0)
      yield { text: 'CREATE SCHEMA cyclectl_controller', values: [] };
    yield {
      text: 'CREATE TABLE IF NOT EXISTS cyclectl_controller.about (record text NOT NULL)',
      values: [],
    };
  }
  for (const migration of controllerMigrations.slice(version)) {
    for (const text of migration.split(/;\n/)) {
      if (text.trim() !== '') yield { text, values: [] };
    }
  }
  const mark: Mark = { version: controllerMigrations.length };
  yield { text: 'DELETE FROM cyclectl_controller.about', values: [] };
  yield {
    text: 'INSERT INTO cyclectl_controller.about (record) VALUES ($1)',
    values: [JSON.stringify(mark)],
  };
}
