import { expect, it } from 'vitest';
import { openWatch } from '../../../src/store/controller/open-watch.ts';
import {
  openPostgresStore,
  updatePostgresStore,
} from '../../../src/store/postgres/open-postgres-store.ts';
import { leastVersion } from '../../../src/store/postgres/postgres-migrations.ts';
import { storeSchema } from '../../../src/store/postgres/postgres-schema.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';
import { makeFullChange } from '../samples.ts';

const scope = 'northwind/prod';
const format = 'cyclectl-store';

async function openMarked(mark: Readonly<Record<string, number>>) {
  const database = await openTestDatabase();
  const at = { url: database.url, scope };
  await updatePostgresStore(at);
  const record = JSON.stringify({ format, ...mark });
  await database.run("UPDATE cyclectl.about SET record = $1 WHERE scope = ''", [record]);
  return { database, at, record };
}

/** A store as the version before wrote it, whose last migration made the leases. */
async function openEarlier() {
  const opened = await openMarked({ version: 3 });
  await opened.database.run('DROP TABLE cyclectl.leases');
  return opened;
}

async function readMark(database: TestDatabase): Promise<unknown> {
  const [row] = await database.run("SELECT record FROM cyclectl.about WHERE name = 'version'");
  return JSON.parse(String(row?.record));
}

it('uses a store of a later version that only adds, and leaves its version alone', async () => {
  const version = storeSchema + 1;
  const { database, at, record } = await openMarked({ version, least: storeSchema });
  const store = await openPostgresStore(at);
  await store.update(makeFullChange('northwind'));
  expect(await store.listAccounts()).toHaveLength(1);
  await store.close();
  await updatePostgresStore(at);
  expect(await readMark(database)).toEqual(JSON.parse(record));
});

it('refuses a store of which a later version says that this one would misread it', async () => {
  const version = storeSchema + 1;
  const { at } = await openMarked({ version, least: version });
  await expect(openPostgresStore(at)).rejects.toThrow('newer cyclectl');
});

it('lets only a controller migrate a store with which replicas work', async () => {
  const { database, at } = await openEarlier();
  const watch = await openWatch(at, 'all');
  await watch.saveLead('replica');
  await expect(openPostgresStore(at)).rejects.toMatchObject({
    message: expect.stringMatching(
      new RegExp(
        `: its version is 3, this cyclectl needs ${storeSchema}, and a controller works with it$`,
      ),
    ),
    remedy: expect.stringMatching(/^Update the controller first/),
  });
  expect(await readMark(database)).toEqual({ format, version: 3 });
  await updatePostgresStore(at);
  expect(await readMark(database)).toEqual({ format, version: storeSchema, least: leastVersion });
  await (await openPostgresStore(at)).close();
  await watch.close();
});

it('migrates a store whose replicas have ended', async () => {
  const { database, at } = await openEarlier();
  const watch = await openWatch(at, 'all');
  await watch.saveLead('replica');
  await watch.close();
  await database.run('UPDATE cyclectl_controller.partitions SET heard = heard - 301000');
  await (await openPostgresStore(at)).close();
  expect(await readMark(database)).toMatchObject({ version: storeSchema });
});
