import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { openEmulator } from '../../src/emulator/emulator.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import {
  copyExample,
  openRemoteProject,
  type Project,
  programPath,
  type Result,
} from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { findClosedAddress, sendJson, serveBroken } from '../wire/serve-broken.ts';

// What is wrong around the manifests: the service, the store, the world, the disk, a plan file.

const slowTestMs = 60_000;
const storePath = '.cyclectl/local/store.db';

/** A command that fails as it should: exit 1, in words. */
async function expectRefusal(
  project: Project,
  args: readonly string[],
  says: RegExp,
): Promise<Result> {
  return expectRefused(await runInProcess(project, ...args), says);
}

function expectRefused(result: Result, says: RegExp): Result {
  const { exitCode, stdout, stderr } = result;
  // Lines are broken between words wherever they become too long.
  expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toMatch(says);
  expect(`${stdout}${stderr}`).not.toContain('Internal error of cyclectl');
  expect(exitCode).toBe(1);
  return result;
}

/** The quickstart spoken to a service at an address of the test's own. */
async function openAt(url: string, env: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await copyExample('quickstart', {
    SVC_CLIENT_SECRET: 'wrong-canary',
    CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
    ...env,
  });
  await project.edit(
    'cyclectl.yaml',
    'service: {emulator: {world: world.yaml}}',
    `service: {baseUrl: '${url}', token: {clientId: quickstart, clientSecret: {env: SVC_CLIENT_SECRET}}}`,
  );
  return project;
}

it('a store of 0 bytes counts as new, which is reported once', async () => {
  const project = await copyExample('quickstart');
  await mkdir(join(project.directory, '.cyclectl/local'), { recursive: true });
  await writeFile(join(project.directory, storePath), '');
  const says = /warning: The store \S+store\.db is empty \(0 bytes\) and is treated as new\./g;
  const planned = await runInProcess(project, 'plan', '--format', 'json');
  expect(planned.stderr.match(says)).toHaveLength(1);
  expect(planned.stdout).toContain('"code":"store-empty"');
  const applied = await runInProcess(project, 'apply', '--yes');
  expect(applied.stderr.match(says)).toHaveLength(1);
  expect(applied.exitCode).toBe(0);
  expect((await runInProcess(project, 'plan')).stderr).not.toContain('0 bytes');
});

describe('a service that', () => {
  it(
    'that is unreachable is named, with the account that was not read',
    async () => {
      const project = await openAt(await findClosedAddress());
      await expectRefusal(project, ['plan'], /ECONNREFUSED/);
    },
    slowTestMs,
  );

  it('knows another secret is named without the secret', async () => {
    const emulator = await openEmulator({ world: await readWorld() });
    try {
      const project = await openAt((await emulator.listen()).url);
      const { stderr } = await expectRefusal(project, ['apply', '--yes'], /401|invalid_client/);
      expect(stderr).not.toContain('canary');
      expect(emulator.control.dump().accounts).toEqual([]);
    } finally {
      await emulator.close();
    }
  });

  it('needs a secret that is not set: the error has its name', async () => {
    const project = await openAt('http://127.0.0.1:9', { SVC_CLIENT_SECRET: '' });
    await expectRefusal(project, ['plan'], /SVC_CLIENT_SECRET/);
  });

  it(
    'answers with a web page is no service',
    async () => {
      const { url } = await serveBroken((seen, response) => {
        if (seen.url === '/oauth/token')
          sendJson(response, { access_token: 'a-token-of-tests', expires_in: 99 });
        else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
      });
      await expectRefusal(await openAt(url), ['plan'], /web page, not JSON/);
    },
    slowTestMs,
  );

  it(
    'cuts its answers off is not read',
    async () => {
      const project = await openRemoteProject();
      const { control } = project.emulator;
      control.plantFaults([{ path: '/v1.0/accounts', every: 1, do: 'truncate' }]);
      await expectRefusal(project, ['plan'], /cut off/);
    },
    slowTestMs,
  );

  it(
    'sends control characters in names cannot move the cursor of who reads',
    async () => {
      const project = await openRemoteProject();
      const evil = { id: 'northwind-8812', name: 'Evil\u001b[2J\u0007' };
      project.emulator.control.seed([evil]);
      const { stdout, exitCode } = await runInProcess(project, 'plan', '--exit-code');
      expect(exitCode).toBe(2);
      expect(stdout).toContain('Evil\\u{1b}[2J\\u{7}');
      expect(stdout).not.toContain('\u001b');
    },
    slowTestMs,
  );
});

function readWorld(): Promise<string> {
  return readFile(new URL('../../examples/quickstart/world.yaml', import.meta.url), 'utf8');
}

describe('a world file that', () => {
  it('is not there is named', async () => {
    const project = await copyExample('quickstart');
    await rm(join(project.directory, 'world.yaml'));
    await expectRefusal(project, ['plan'], /world\.yaml/);
  });

  it('is broken is reported by line and column', async () => {
    const project = await copyExample('quickstart');
    await project.edit('world.yaml', 'templates:', 'tempaltes:');
    const says =
      /world\.yaml:\d+:1: error: Unknown key "tempaltes" \[unknown-key\] \d+ \| tempaltes:/;
    await expectRefusal(project, ['plan'], says);
    const world = join(project.directory, 'world.yaml');
    await expectRefusal(project, ['emulator', '--world', world], says);
  });
});

describe('the service as a server', () => {
  it('says so when its port is taken, or its instant is none', async () => {
    const project = await copyExample('quickstart');
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const args = ['emulator', '--world', join(project.directory, 'world.yaml')];
    try {
      await expectRefusal(project, [...args, '--port', port], new RegExp(port));
      await expectRefusal(project, [...args, '--frozen', 'soon'], /soon/);
    } finally {
      await new Promise((resolve) => taken.close(resolve));
    }
  });
});

describe('a data folder that another process holds', () => {
  it(
    'is left to it, and the process is named',
    async () => {
      const project = await copyExample('quickstart');
      const data = join(project.directory, '.cyclectl/local/service');
      const held = await openEmulator({ world: await readWorld(), dataDirectory: data });
      try {
        expectRefused(await project.run('plan'), new RegExp(`locked by process ${process.pid}`));
      } finally {
        await held.close();
      }
      expect(await runInProcess(project, 'plan')).toMatchObject({ exitCode: 0 });
    },
    slowTestMs,
  );
});

describe('a store that', () => {
  it(
    'is damaged, newer or of another program is left unchanged, and the service is not touched',
    async () => {
      const project = await copyExample('quickstart');
      const file = join(project.directory, storePath);
      await mkdir(join(project.directory, '.cyclectl/local'), { recursive: true });
      const says = /store .*store\.db: it is (damaged|not a cyclectl store)/;
      for (const [text, args] of [
        ['SQLite format 3\0 and no more than that', ['apply', '--yes']],
        ['a diary', ['plan']],
      ] as const) {
        await writeFile(file, text);
        await expectRefusal(project, args, says);
        expect(await readFile(file, 'utf8')).toBe(text);
      }
      await rm(file);
      await openSqliteStore({ file }).close();
      const database = new DatabaseSync(file);
      database.exec('PRAGMA user_version = 99');
      database.close();
      await expectRefusal(project, ['apply', '--yes'], /a newer cyclectl wrote it/);
      await expectNothingApplied(project);
    },
    slowTestMs,
  );
});

describe('a disk that takes nothing', () => {
  it('is named with the file, and leaves no plan behind', async () => {
    const project = await copyExample('quickstart');
    await writeFile(join(project.directory, 'file'), '');
    const beneath = join(project.directory, 'file/plan.json');
    await expectRefusal(project, ['plan', '--out', beneath], /file\/plan\.json/);
    await expectRefusal(project, ['plan', '--out', '/dev/full'], /\/dev\/full/);
  });
});

describe('a saved plan that', () => {
  it(
    'was changed, made for another place or by another version is refused',
    async () => {
      const project = await copyExample('quickstart');
      const path = join(project.directory, 'plan.json');
      expect(await runInProcess(project, 'plan', '--out', path)).toMatchObject({ exitCode: 0 });
      const plan = await readFile(path, 'utf8');
      // Every other way to break one is tried in test/engine/load/read-plan.test.ts.
      const broken: readonly (readonly [text: string, says: RegExp])[] = [
        [plan.replaceAll('"Northwind Traders"', '"Northwind Raiders"'), /digest does not match/],
        [plan.replace('plan/v5', 'plan/v3'), /plan\/v3/],
      ];
      for (const [text, says] of broken) {
        expect(text).not.toBe(plan);
        await writeFile(path, text);
        await expectRefusal(project, ['apply', path], says);
      }
      await writeFile(path, plan);
      await copyFile(
        join(project.directory, 'world.yaml'),
        join(project.directory, 'elsewhere.yaml'),
      );
      await project.edit('cyclectl.yaml', 'world: world.yaml', 'world: elsewhere.yaml');
      await expectRefusal(project, ['apply', path], /The plan is for local \(world\.yaml\)/);
      await expectRefusal(project, ['apply', join(project.directory, 'none.json')], /none\.json/);
      await expectNothingApplied(project);
    },
    slowTestMs,
  );
});

/** Looks into the project's own service. */
async function expectNothingApplied({ directory }: Project): Promise<void> {
  const dataDirectory = join(directory, '.cyclectl/local/service');
  const emulator = await openEmulator({ world: await readWorld(), dataDirectory });
  expect(emulator.control.dump().accounts).toEqual([]);
  await emulator.close();
}

describe('a reader of stdout that goes away', () => {
  it('is a normal end', async () => {
    const project = await copyExample('quickstart');
    const run = await execa(
      '/bin/sh',
      [
        '-c',
        `("$0" "$1" -C "$2" plan; echo "exit $?" >&2) | head -1`,
        process.execPath,
        programPath,
        project.directory,
      ],
      { env: { PATH: '/usr/bin:/bin' }, extendEnv: false, reject: false, stdin: 'ignore' },
    );
    expect(run.stdout).toMatch(/^Plan for local/);
    expect(run.stderr.trim()).toBe('exit 0');
  });
});
