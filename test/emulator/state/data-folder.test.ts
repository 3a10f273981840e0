import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Emulator, openEmulator } from '../../../src/emulator/emulator.ts';
import { DataFolderHeldError } from '../../../src/emulator/state/data-folder-held-error.ts';
import { storeFormat } from '../../../src/emulator/state/to-state-error.ts';
import { readWorld } from '../../../src/emulator/world/file/read-world.ts';
import { WorldError } from '../../../src/emulator/world/file/world-error.ts';
import { heldProject, loadDump } from '../../persisted/open-held-project.ts';
import {
  type Answer,
  type Caller,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';

let dataDirectory: string;

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'emulator-'));
});

afterEach(() => {
  rmSync(dataDirectory, { recursive: true, force: true });
});

test('other users of the machine cannot read the state or the files of SQLite', async () => {
  const emulator = await openEmulator({
    world: { accounts: [{ id: 'northwind' }] },
    dataDirectory,
  });
  const files = readdirSync(dataDirectory).filter((name) => name.startsWith('service.db'));
  const modes = files.map((name) => statSync(join(dataDirectory, name)).mode & 0o077);
  await emulator.close();
  expect(files).toContain('service.db-wal');
  expect(modes).toEqual(files.map(() => 0));
});

test('what was written is there when the folder is opened again, tokens included', async () => {
  const world = { accounts: [{ id: 'northwind' }] };
  const first = await openEmulator({ world, dataDirectory });
  const caller = await signIn(first);
  await caller.call('POST', '/v1.0/accounts', { Id: 'contoso', Name: 'Contoso' });
  await caller.call('DELETE', '/v1.0/accounts/northwind', {});
  await first.close();

  const second = await startEmulator({ world, dataDirectory });
  const again = await second.fetch(
    new Request('http://emulator/v1.0/accounts', {
      headers: { Authorization: `Bearer ${caller.token}` },
    }),
  );
  expect(await again.json()).toMatchObject([{ Id: 'contoso' }]);
  await second.close();
});

test('a folder that is held is refused after the wait, and its holder is named', async () => {
  const holder = await openEmulator({ world: {}, dataDirectory });
  const refused = openEmulator({ world: {}, dataDirectory, waitMs: 60 });
  await expect(refused).rejects.toThrow(DataFolderHeldError);
  await expect(refused).rejects.toThrow(
    new RegExp(`is locked by process ${process.pid}, since .*; waited 60 ms`),
  );
  const waiting = openEmulator({ world: {}, dataDirectory });
  await holder.close();
  await (await waiting).close();
});

test('a state file that is none is named with what to do, and left as it is', async () => {
  const file = join(dataDirectory, 'service.db');
  writeFileSync(file, 'a diary, and not a short one: '.repeat(100));
  await expect(openEmulator({ world: {}, dataDirectory })).rejects.toMatchObject({
    name: 'OperationalError',
    message: expect.stringMatching(/service\.db: file is not a database$/),
    remedy: expect.stringContaining('delete its folder'),
  });
  expect(readFileSync(file, 'utf8')).toMatch(/^a diary/);
  await expect(openEmulator({ world: {}, dataDirectory: join(file, 'x') })).rejects.toMatchObject({
    name: 'OperationalError',
  });
});

test.each([
  ['an older', 0],
  ['a newer', storeFormat + 1],
])(
  'a state that %s version wrote is refused with what to do, and left as it is',
  async (whose, found) => {
    await (await openEmulator({ world: {}, dataDirectory })).close();
    const file = join(dataDirectory, 'service.db');
    const write = (sql: string) => {
      const database = new DatabaseSync(file);
      const row = database.prepare(sql).get();
      database.close();
      return row;
    };
    write(`PRAGMA user_version = ${found}`);
    await expect(openEmulator({ world: {}, dataDirectory })).rejects.toMatchObject({
      name: 'OperationalError',
      message: expect.stringContaining(
        `: ${whose} version of this program wrote it (format ${found}`,
      ),
      remedy: expect.stringContaining('delete its folder'),
    });
    expect(write('PRAGMA user_version')).toEqual({ user_version: found });
  },
);

test('a reset leaves a folder that can be opened again', async () => {
  const first = await openEmulator({ world: {}, dataDirectory });
  first.control.reset();
  first.control.seed([{ id: 'contoso' }]);
  await first.close();
  const second = await openEmulator({ world: {}, dataDirectory, waitMs: 0 });
  expect(second.control.dump().accounts).toMatchObject([{ id: 'contoso' }]);
  await second.close();
});

// Rows do not say which form they have. Where this test fails, raise `storeFormat` first, and then
// write the new form here. A new member that may be left out raises nothing: it is written here, and
// a test of the folder of 0.1.0 below shows that rows without it are read right.
test('the rows that are kept have the form that the format stands for', async () => {
  const cycles = [{ template: 'Contacts to Files' }];
  const emulator = await openEmulator({ world: quickstartWorld, dataDirectory });
  emulator.control.seed([{ id: 'northwind', connectors: [{ connector: 'Sample CRM' }], cycles }]);
  await emulator.close();
  const database = new DatabaseSync(join(dataDirectory, 'service.db'));
  const rows = database.prepare('SELECT kind, body FROM rows ORDER BY kind, id').all();
  database.close();
  const read = (kind: string) =>
    JSON.parse(String(rows.find((each) => each.kind === kind)?.body ?? 'null'));
  const tell = (row: object) => Object.keys(row).toSorted().join(' ');
  expect({
    format: storeFormat,
    account: tell(read('account')),
    installed: tell(read('installed')),
    cycle: tell(read('cycle')),
    queue: tell(read('cycle').queue),
    step: tell(read('step')),
    method: tell(read('step').method),
  }).toEqual({
    format: 1,
    account:
      'auditInfo createdAtMs description erroredRetentionHours externalId id name parentId successRetentionHours taskAuditInfo timezone webhookEnabled webhookIncludeWarnings webhookUrl',
    installed:
      'accountId authValue authenticationId connectorId description id isAuthenticated isPartnerIntegration name properties',
    cycle:
      'accountId activation bindings collectionSplitType createdAtMs deletedAtMs description edges erroredRetentionHours id incidents lastSuccessfulRunMs logStepDataRequests name nextRunAtMs queue shareable status stepErrorAction successRetentionHours tags tasksUsed templateId templateRelease transactions variables',
    queue: 'heldSinceMs open wakeAtMs',
    step: 'accountId actionType connector cycleId description displayPositionLeft displayPositionTop id mappings method name',
    method:
      'category description endpoint fields id name paging parameters records responseFields root script type uniqueIdentifier',
  });
});

describe('a folder of 0.1.0', () => {
  let emulator: Emulator;
  let caller: Caller;

  beforeEach(async () => {
    await loadDump(join(heldProject, 'service.sql'), join(dataDirectory, 'service.db'));
    const world = readWorld(readFileSync(join(heldProject, 'world.yaml'), 'utf8'));
    emulator = await openEmulator({ world, dataDirectory });
    caller = await signIn(emulator);
  });

  afterEach(() => emulator.close());

  test('says of a connector whether it is of the partner as its release does', async () => {
    const rows = await readBody(caller.inside('contoso.example'), '/account/connectors');
    expect(
      Object.fromEntries(
        rows.map((row: Answer['body']) => [row.Name, row.IsPartnerIntegrationConnector]),
      ),
    ).toEqual({ app: true, 'Spare files': false, 'Warehouse files (EU)': false });
  });

  test('keeps a variable in an upgrade, with what is mapped to it, whatever its system name was', async () => {
    const inside = caller.inside('fabrikam-17');
    const cycle = '15e6b333-a629-43e6-a9e8-be8320843189';
    await put(inside, `/cycles/${cycle}/variables/v_region`, { Value: 'emea' });
    const [step] = (await readBody(inside, `/cycles/${cycle}/steps`)).filter(
      ({ Name }: Answer['body']) => Name === 'Write file',
    );
    const [, field] = await readBody(inside, `/steps/${step.Id}/fieldmappings`);
    const mapping = { MappingType: 'Variable', Value: 'v_region' };
    await put(inside, `/steps/${step.Id}/fieldmappings/${field.Field.Id}`, mapping);
    const template = 'Contacts to Files';
    const steps = [
      { name: 'List changed contacts', connector: 'Sample CRM' },
      {
        name: 'Write file',
        connector: 'Sample File Store',
        parameters: { folder: { variable: 'region' } },
      },
    ];
    emulator.control.console({ promote: { template, variables: { region: 'us' }, steps } });
    emulator.control.console({ upgradeInstalled: { template } });
    expect(await readBody(inside, `/cycles/${cycle}/variables`)).toMatchObject([
      { DisplayName: 'region', SystemName: 'region', Value: 'emea' },
    ]);
    const mapped = [
      ...(await readBody(inside, `/steps/${step.Id}/parameters`)),
      ...(await readBody(inside, `/steps/${step.Id}/fieldmappings`)),
    ].filter(({ MappingType }) => MappingType === 'Variable');
    expect(mapped.map(({ Value }) => Value)).toEqual(['region', 'region']);
  });
});

test('a folder keeps its seed and its time, and takes the catalog of the world as it is now', async () => {
  const connectors = [{ name: 'A', releases: [{ version: '1' }] }];
  const accounts = [{ id: 'northwind', connectors: [{ connector: 'A' }] }];
  const first = await openEmulator({
    world: { seed: 5, connectors, accounts },
    dataDirectory,
    frozenAt: '2026-11-21T10:00:00Z',
  });
  first.control.advance('3h');
  const before = first.control.dump();
  await first.close();

  const grown = [...connectors, { name: 'B', releases: [{ version: '1' }] }];
  const second = await openEmulator({
    world: { seed: 6, connectors: grown, accounts: [...accounts, { id: 'contoso' }] },
    dataDirectory,
    frozenAt: '2026-11-21T10:00:00Z',
  });
  expect(second.control.dump()).toMatchObject({
    now: '2026-11-21T13:00:00.000Z',
    seed: 5,
    accounts: before.accounts,
  });
  const caller = await signIn(second);
  expect((await caller.call('GET', '/v1.0/connectors')).body).toHaveLength(2);
  await second.close();

  const refused = openEmulator({ world: { connectors: grown.slice(1) }, dataDirectory });
  await expect(refused).rejects.toThrow(WorldError);
  await expect(refused).rejects.toThrow(
    "The connector of 'A' in account 'northwind' is no longer in",
  );
  await (await openEmulator({ world: { connectors }, dataDirectory, waitMs: 0 })).close();
});

test('a process that is killed among writes leaves all that it had answered, and no lock', async () => {
  const script = `
    import { request } from 'undici';
import { openEmulator } from ${JSON.stringify(import.meta.resolve('../../../src/emulator/emulator.ts'))};
    const emulator = await openEmulator({ world: {}, dataDirectory: ${JSON.stringify(dataDirectory)} });
    const { url } = await emulator.listen();
    console.log(JSON.stringify({ url, ...emulator.credentials }));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { url, clientId, clientSecret } = JSON.parse(String(line));
  const token = await request(`${url}/oauth/token`, {
    method: 'POST',
    body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
  });
  const { access_token } = (await token.body.json()) as { access_token: string };
  const answered: string[] = [];
  const writing = Array.from({ length: 100 }, async (_, index) => {
    const Id = `account-${index}`;
    const { statusCode, body } = await request(`${url}/v1.0/accounts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ Id, Name: Id }),
    });
    await body.dump();
    expect(statusCode).toBe(200);
    if (answered.push(Id) === 20) {
      child.kill('SIGKILL');
    }
  });
  await Promise.allSettled([...writing, once(child, 'exit')]);
  expect(answered.length).toBeGreaterThanOrEqual(20);

  const emulator = await openEmulator({ world: {}, dataDirectory, waitMs: 0 });
  const kept = emulator.control.dump().accounts.map((account) => account.id);
  expect(kept).toEqual(expect.arrayContaining(answered));
  await emulator.close();
});
