import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SecretValue } from '../../../src/model/secret/secret.ts';
import { makeEmptyState } from '../../../src/model/state/account-state.ts';
import {
  openPostgresStore,
  openPostgresStoreReader,
} from '../../../src/store/postgres/open-postgres-store.ts';
import { postgresMigrations } from '../../../src/store/postgres/postgres-migrations.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { openLine } from '../../postgres/open-line.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';
import { guardedRole, openPostgresServer } from '../../postgres/server.ts';
import { makeFullChange, makeHolder } from '../samples.ts';

const account = 'northwind';
const scope = 'northwind/prod';
const openers = { openPostgresStore, openPostgresStoreReader };
let database: TestDatabase;
let bare: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  bare = await openTestDatabase();
  await (await openPostgresStore({ url: database.url, scope })).close();
  await database.run(`CREATE ROLE ${guardedRole.user} LOGIN PASSWORD '${guardedRole.password}'`);
  await database.run('CREATE ROLE poor LOGIN');
});

describe('openPostgresStoreReader', () => {
  it('creates and stores nothing if there is nothing', async () => {
    const reader = await openPostgresStoreReader({ url: bare.url, scope });
    expect(await reader.readState(account)).toEqual(makeEmptyState(account));
    expect(await reader.listRuns(1)).toEqual([]);
    await reader.close();
    const schemas = await bare.run("SELECT 1 FROM pg_namespace WHERE nspname = 'cyclectl'");
    expect(schemas).toEqual([]);
  });
});

describe('openPostgresStore', () => {
  it('makes its tables once where many come at the same time', async () => {
    const fresh = await openTestDatabase();
    const stores = await Promise.all(
      Array.from({ length: 6 }, () => openPostgresStore({ url: fresh.url, scope })),
    );
    await Promise.all(stores.map((store, at) => store.update(makeFullChange(`account-${at}`))));
    expect(await stores[0]?.listAccounts()).toHaveLength(6);
    for (const store of stores) await store.close();
  });

  it('separates the state of one environment from all others', async () => {
    const [one, other] = [
      await openPostgresStore({ url: database.url, scope: 'a/prod' }),
      await openPostgresStore({ url: database.url, scope: "a/prod' OR '1'='1" }),
    ];
    await one.update(makeFullChange(account));
    await one.acquireLock(account, makeHolder('ann-1'));
    expect(await other.listAccounts()).toEqual([]);
    expect(await other.listOwners('7')).toEqual([]);
    expect(await other.acquireLock(account, makeHolder('bob-1'))).toMatchObject({ kind: 'taken' });
    await other.removeHolder('ann-1');
    expect(await one.listLocks()).toHaveLength(1);
    for (const store of [one, other]) await store.close();
  });

  it('rejects where the answer to its COMMIT is lost, and shows afterwards what became of it', async () => {
    const line = await openLine(nameOf(database));
    const store = await openPostgresStore({ url: line.url, scope: 'a/lost' });
    await store.update({ account: 'contoso' });
    line.dropAnswerTo('COMMIT');
    await expect(store.update(makeFullChange(account))).rejects.toThrow(StoreError);
    // The change is there, though nobody said so; and the store goes on over a new connection.
    expect((await store.readState(account)).objects.size).toBe(2);
    await store.close();
  });

  it('keeps no half of a change whose connection is cut in the middle', async () => {
    const line = await openLine(nameOf(database));
    const store = await openPostgresStore({ url: line.url, scope: 'a/cut' });
    line.dropAnswerTo('INSERT INTO cyclectl.pauses');
    await expect(store.update(makeFullChange(account))).rejects.toThrow(/connection was lost/);
    expect(await store.readState(account)).toEqual(makeEmptyState(account));
    await store.close();
  });

  it('does not wait for ever for a server that takes the connection and says nothing', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    onTestFinished(() => {
      mute.close();
    });
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const url = new SecretValue(`postgres://ann:s3cret@127.0.0.1:${port}/x`);
    await expectRefusal({ url, scope, timeoutMs: 100 }, /does not answer/);
  });
});

describe.each(Object.entries(openers))('%s', (_name, open) => {
  it('refuses a newer schema and leaves it alone', async () => {
    const fresh = await openTestDatabase();
    await (await openPostgresStore({ url: fresh.url, scope })).close();
    const version = postgresMigrations.length + 1;
    const record = JSON.stringify({ format: 'cyclectl-store', version });
    await fresh.run("UPDATE cyclectl.about SET record = $1 WHERE scope = ''", [record]);
    const error = await catchError(open({ url: fresh.url, scope }));
    expect(error.message).toContain('newer cyclectl');
    expect(error.message).toContain(`its version is ${version}`);
    const [kept] = await fresh.run('SELECT record FROM cyclectl.about');
    expect(kept).toEqual({ record });
  });

  it.each([
    ['without a table of ours', 'CREATE TABLE cyclectl.theirs (id int)'],
    ['with a table that is called as ours', 'CREATE TABLE cyclectl.about (id int)'],
    [
      'with a table that looks like ours and has no mark',
      'CREATE TABLE cyclectl.about (scope text, name text, record text)',
    ],
  ])('refuses a schema of another program %s', async (_what, sql) => {
    await bare.run(`DROP SCHEMA IF EXISTS cyclectl CASCADE; CREATE SCHEMA cyclectl; ${sql}`);
    onTestFinished(async () => {
      await bare.run('DROP SCHEMA cyclectl CASCADE');
    });
    const error = await catchError(open({ url: bare.url, scope }));
    expect(error.message).toContain('another program');
  });

  it('reports manual damage, and where', async () => {
    const damaged = await openTestDatabase();
    await (await openPostgresStore({ url: damaged.url, scope })).close();
    await damaged.run('DROP TABLE cyclectl.pauses');
    const store = await open({ url: damaged.url, scope });
    onTestFinished(() => store.close());
    expect((await catchError(store.readState(account))).message).toContain('not those of cyclectl');
  });

  it.each([
    ['a wrong password', { user: guardedRole.user, password: 's3cret' }, /user or its password/],
    ['no password', { user: guardedRole.user }, /asks for a password/],
    ['a user that is not there', { user: 'nobody' }, /refuses the user/],
    ['a database that is not there', { database: 'no_such' }, /database does not exist/],
    ['a port on which nothing listens', { port: 1 }, /nothing listens there/],
    ['a host that is not there', { host: 'no-such-host.invalid' }, /host/],
    ['a server without TLS', { query: '?sslmode=verify-full' }, /does not support TLS/],
  ])('says what is wrong with %s, where, and never the password', async (_what, parts, says) => {
    await expectRefusal({ url: await makeUrl(parts), scope }, says, open);
  });
});

describe('openPostgresStore, where it may not write', () => {
  it('says so for a role without rights, on a database with the schema and on one without', async () => {
    const url = await makeUrl({ user: 'poor', database: nameOf(database) });
    await expectRefusal({ url, scope }, /lacks the privileges/);
    const empty = await makeUrl({ user: 'poor', database: nameOf(bare) });
    await expectRefusal({ url: empty, scope }, /lacks the privileges/);
  });

  it('needs no right to make schemas where the schema is there', async () => {
    const fresh = await openTestDatabase();
    await (await openPostgresStore({ url: fresh.url, scope })).close();
    await fresh.run('GRANT USAGE ON SCHEMA cyclectl TO poor');
    await fresh.run(
      'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA cyclectl TO poor',
    );
    const url = await makeUrl({ user: 'poor', database: nameOf(fresh) });
    const store = await openPostgresStore({ url, scope });
    await store.update(makeFullChange(account));
    await store.acquireLock(account, makeHolder('ann-1'));
    expect(await store.listAccounts()).toEqual([account]);
    await store.close();
  });

  it('lets a role plan that may read and nothing else', async () => {
    const store = await openPostgresStore({ url: database.url, scope: 'a/planned' });
    await store.update(makeFullChange(account));
    await store.close();
    await database.run('CREATE ROLE planner LOGIN');
    await database.run('GRANT USAGE ON SCHEMA cyclectl TO planner');
    await database.run('GRANT SELECT ON ALL TABLES IN SCHEMA cyclectl TO planner');
    const url = await makeUrl({ user: 'planner', database: nameOf(database) });
    const reader = await openPostgresStoreReader({ url, scope: 'a/planned' });
    expect((await reader.readState(account)).objects.size).toBe(2);
    await reader.close();
    const writer = await openPostgresStore({ url, scope: 'a/planned' });
    expect((await catchError(writer.update(makeFullChange(account)))).message).toContain(
      'privileges',
    );
    await writer.close();
  });

  it('reports a read-only server, and a plan still reads it', async () => {
    const copy = await openTestDatabase();
    const store = await openPostgresStore({ url: copy.url, scope });
    await store.update(makeFullChange(account));
    await store.close();
    // A standby refuses what asks for writing in the same way.
    await copy.run(
      "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '25006'; END $$",
    );
    await copy.run(
      'CREATE TRIGGER refuse BEFORE INSERT ON cyclectl.about EXECUTE FUNCTION refuse()',
    );
    const late = await openPostgresStore({ url: copy.url, scope });
    const target = { environment: 'prod', service: 'remote', address: 'https://one.test' } as const;
    expect((await catchError(late.saveTarget(target))).message).toContain('read-only');
    await late.close();
    const reader = await openPostgresStoreReader({ url: copy.url, scope });
    expect(await reader.listAccounts()).toEqual([account]);
    await reader.close();
  });
});

type Parts = {
  readonly user?: string;
  readonly password?: string;
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly query?: string;
};

async function makeUrl(parts: Parts): Promise<SecretValue> {
  const server = await openPostgresServer();
  const { user = 'postgres', host = '127.0.0.1', port = server.port } = parts;
  const password = parts.password === undefined ? '' : `:${encodeURIComponent(parts.password)}`;
  const name = parts.database ?? nameOf(database);
  const query = parts.query ?? (host === '127.0.0.1' ? '' : '?sslmode=disable');
  return new SecretValue(`postgres://${user}${password}@${host}:${port}/${name}${query}`);
}

function nameOf({ url }: TestDatabase): string {
  return new URL(url.reveal()).pathname.slice(1);
}

async function expectRefusal(
  location: Parameters<typeof openPostgresStore>[0],
  says: RegExp,
  open: (typeof openers)[keyof typeof openers] = openPostgresStore,
): Promise<void> {
  const error = await catchError(open(location));
  expect(error.message).toMatch(says);
  expect(error.message).toMatch(/^cannot use the store [^ ]+:\d+\/\w+: /);
  expect(error.remedy).not.toBe('');
  expect(`${error.message}${error.remedy}${String(error.cause)}`).not.toContain('s3cret');
}

async function catchError(opening: Promise<unknown>): Promise<StoreError> {
  try {
    await opening;
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return error as StoreError;
  }
  throw new Error('nothing was thrown');
}
