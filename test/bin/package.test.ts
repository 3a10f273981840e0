import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readCommit } from '../../src/app/git/read-commit.ts';
import { openTestDatabase } from '../postgres/open-test-database.ts';
import { encryptTree } from '../secrets/encrypt-sops.ts';
import { copyExample, programPath, type Result } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { withoutTimes } from '../support/values/without-times.ts';
import {
  checkBillOfMaterials,
  checkCharacters,
  checkContents,
  checkSourceMaps,
} from './check-package.ts';
import { type InstalledPackage, installPackage } from './install-package.ts';

// Other tests start a bundle of the program. What users start is the source, in a checkout, or the
// package, which is installed here into an empty folder without a registry.

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'bin/cyclectl.js');

let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
}, 120_000);

async function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [program, ...args], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    extendEnv: false,
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

/** Names of the files of code that a command of the package loads until it ends so, without their digests. */
async function listLoaded(code: number, ...args: readonly string[]): Promise<readonly string[]> {
  const tell = `import { registerHooks } from 'node:module';
    const load = (url, context, next) => {
      process.stderr.write(url + '\\n');
      return next(url, context);
    };
    registerHooks({ load });`;
  const preload = `data:text/javascript,${encodeURIComponent(tell)}`;
  const argv = ['--import', preload, installed.door, ...args];
  const { stderr, exitCode } = await execa(process.execPath, argv, { reject: false });
  expect(exitCode, stderr).toBe(code);
  return Array.from(
    stderr.matchAll(/^file:.*\/dist\/(?:chunks\/(.+)-[\w-]{8}|(.+))\.js$/gm),
    ([, chunk, entry]) => chunk ?? entry ?? '',
  );
}

it('the source and the package do what the bundle does that the tests start', async () => {
  const { directory } = await copyExample('quickstart');
  const run = async (program: string, ...args: readonly string[]) => {
    const { stdout, ...rest } = await start(program, ['-C', directory, ...args]);
    return { ...rest, stdout: withoutTimes(stdout) };
  };
  expect(new Set([source, installed.door, programPath]).size).toBe(3);
  for (const args of [['--version'], ['plan', '--exit-code']]) {
    const expected = await run(programPath, ...args);
    expect(await run(source, ...args), `the source: ${args}`).toEqual(expected);
    expect(await run(installed.door, ...args), `the package: ${args}`).toEqual(expected);
  }
  expect(await run(installed.door, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await run(source, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
}, 120_000);

describe('the package', () => {
  it('needs no other package, and has the licence of each whose code is in it', async () => {
    const found = await readdir(join(installed.folder, 'node_modules'));
    expect(found.filter((name) => !name.startsWith('.'))).toEqual(['cyclectl']);
    const own = join(installed.folder, 'node_modules/cyclectl');
    expect(installed.installed).toContain('added 1 package');
    const described = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
    const asked = Object.keys(described).filter((key) => /dependencies$/i.test(key));
    expect(asked, 'so that no shrinkwrap is needed').toEqual(['devDependencies']);
    const licences = await readFile(join(own, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const named = Array.from(licences.matchAll(/^- (\S+) \S+ \(/gm), ([, name]) => name);
    expect(named).toEqual(installed.bundled);
    const { dependencies }: { dependencies: object } = JSON.parse(
      await readFile(join(root, 'tools/bundled/package.json'), 'utf8'),
    );
    expect(named, 'what the source needs').toEqual(
      expect.arrayContaining(Object.keys(dependencies)),
    );
  });

  it('lists the code in it in a bill of materials', () => checkBillOfMaterials(installed), 60_000);

  it('has what its users need, and no more', () => checkContents(installed));

  it('is ASCII but for a page and a licence', () => checkCharacters(installed));

  it('has a map to its sources beside each file of code', () => checkSourceMaps(installed));

  it('would be published as it is, under the tag that is asked for', async () => {
    const publish = (...words: readonly string[]) =>
      execa('npm', ['publish', '--dry-run', '--ignore-scripts', ...words], {
        cwd: installed.packed.folder,
        env: { npm_config_offline: 'true' },
        all: true,
        reject: false,
      });
    const { exitCode, all } = await publish('--tag', 'next', '--access', 'public');
    expect(exitCode, all).toBe(0);
    expect(all).toContain('with tag next and public access (dry-run)');
    // What npm would correct.
    expect(all).not.toMatch(/npm warn publish (?!This command requires you to be logged in)/);
  });

  it('knows the commit that it was built from', async () => {
    const commit = await readCommit(root, process.env);
    const { stdout } = await start(installed.door, ['version', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'version', commit });
  });

  it('reads few files for a command, and none with what the command does not do', async () => {
    const { directory } = await copyExample('quickstart');
    const validate = await listLoaded(0, '-C', directory, 'validate');
    expect(validate).toEqual(expect.arrayContaining(['start', 'validate', 'emulator', 'yaml']));
    expect(validate.filter((name) => /^(?:plan|env-http|undici)/.test(name))).toEqual([]);
    const words = ['complete', 'bash', 'complete', '--', 'cyclectl explain nor', ' =:'];
    const completion = await listLoaded(0, ...words);
    expect(completion.filter((name) => /^(?:validate|plan|yaml|kit)$/.test(name))).toEqual([]);
    expect(completion.length).toBeLessThan(6);
    const plan = await listLoaded(0, '-C', directory, 'plan');
    expect(plan).toEqual(expect.arrayContaining(['plan', 'env-http-proxy-agent']));
    expect(plan.filter((name) => /^(?:undici|execa|esm)$/.test(name))).toEqual([]);
    expect(plan.length).toBeLessThan(15);
  });

  it('loads nothing of the embedded service for a service elsewhere', async () => {
    const { directory } = await copyExample('quickstart');
    const token = { clientId: 'cyclectl', clientSecret: { env: 'NOT_SET_HERE' } };
    const service = { baseUrl: 'https://service.example', token };
    const project = {
      apiVersion: 'cyclectl/v1',
      kind: 'Project',
      metadata: { name: 'elsewhere' },
      spec: { environments: { production: { service } } },
    };
    await writeFile(join(directory, 'cyclectl.yaml'), stringify(project));
    for (const command of ['plan', 'drift', 'apply', 'status']) {
      const loaded = await listLoaded(1, '-C', directory, command);
      expect(loaded).toContain('plan');
      expect(loaded.filter((name) => /^(?:emulator|worlds)$/.test(name))).toEqual([]);
    }
  });

  it('says of wrong manifests, catalogs and worlds what the source says', async () => {
    const project = await copyExample('quickstart');
    const withoutMade = (result: Result) => ({
      ...result,
      stdout: result.stdout.replaceAll(/"(?:at|tool)":"[^"]*",?/g, ''),
    });
    const validate = async (...args: readonly string[]) => [
      withoutMade(await runInProcess(project, 'validate', ...args)),
      withoutMade(await start(installed.door, ['-C', project.directory, 'validate', ...args])),
    ];
    const mistakes: Readonly<Record<string, readonly [string, string]>> = {
      'accounts/northwind.yaml': ['state: active', 'state: {on: 1}'],
      'cyclectl.yaml': ['name: quickstart', 'nmae: quickstart'],
      'world.yaml': ['type: ApiKey', 'type: 7'],
    };
    for (const [file, [before, after]] of Object.entries(mistakes)) {
      await project.edit(file, before, after);
      const [expected, found] = await validate('--format', 'json');
      expect(expected?.exitCode, file).toBe(1);
      expect(found, file).toEqual(expected);
      await project.edit(file, after, before);
    }
    await project.write('catalog.json', '{"format": "cyclectl-catalog/1", "environments": 1}');
    const [expected, found] = await validate();
    expect(expected?.stderr).toContain('catalog.json');
    expect(found).toEqual(expected);
  });

  it('writes a page of drift, and reads the document of a report back', async () => {
    const { directory } = await copyExample('quickstart');
    const run = (...args: readonly string[]) => start(installed.door, ['-C', directory, ...args]);
    const [page, document] = ['page.html', 'report.json'].map((name) => join(directory, name));
    const asked = ['--report', `html=${page}`, '--report', `json=${document}`];
    expect(await run('drift', ...asked)).toMatchObject({ exitCode: 0 });
    expect(await readFile(page ?? '', 'utf8')).toMatch(/^<!doctype html>.*<script>/is);
    const again = join(directory, 'again.html');
    expect(await run('report', document ?? '', '--report', `html=${again}`)).toMatchObject({
      exitCode: 0,
    });
    expect(await readFile(again, 'utf8')).toBe(await readFile(page ?? '', 'utf8'));
  });

  it('keeps state in PostgreSQL, and decrypts secrets of sops', async () => {
    const project = await copyExample('quickstart');
    const identity = await generateX25519Identity();
    const recipients = [await identityToRecipient(identity)];
    await project.write(
      'secrets/all.yaml',
      stringify(await encryptTree({ key: 'CANARY' }, { recipients })),
    );
    await project.write('age.key', `${identity}\n`);
    await project.edit(
      'accounts/northwind.yaml',
      'apiKey: {file: secrets/northwind-crm-key.not-a-secret}',
      'apiKey: {sops: secrets/all.yaml, key: key}',
    );
    await project.edit(
      'cyclectl.yaml',
      'service: {emulator: {world: world.yaml}}',
      `service: {emulator: {world: world.yaml}}
      store: {postgres: {env: DATABASE_URL}}`,
    );
    const { url } = await openTestDatabase();
    const env = {
      DATABASE_URL: url.reveal(),
      SOPS_AGE_KEY_FILE: join(project.directory, 'age.key'),
    };
    const run = (...args: readonly string[]) =>
      start(installed.door, ['-C', project.directory, ...args], env);
    expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await run('plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  });
});

describe('a program that imports the package', () => {
  const world = `
connectors:
  - name: Desk
    releases:
      - version: "1.0"
        methods: [{name: Add, category: Sums, type: Script, script: "return {sum: 1 + 2}"}]
accounts: [{id: northwind, name: Northwind}]`;

  it('opens an emulator, whose scripts run in a process of their own', async () => {
    const program = `
      import { openEmulator } from 'cyclectl/emulator';
      import { planFormat } from 'cyclectl';
      const emulator = await openEmulator({ world: ${JSON.stringify(world)} });
      const { url, close } = await emulator.listen();
      const headers = { Authorization: 'Bearer ' + emulator.makeAccessToken(),
        'X-Service-Account': 'northwind', 'Content-Type': 'application/json' };
      const call = async (method, path, body) =>
        (await fetch(url + '/v1.0/' + path, { method, headers, body })).json();
      const { Id } = await call('POST', 'connectors/Desk/install', '{}');
      const [method] = await call('GET', 'connectors/Desk/methods');
      const made = await call('POST', 'account/connectors/' + Id + '/methods/' + method.Id, '{}');
      console.log(JSON.stringify({ planFormat, made }));
      await close();
      await emulator.close();`;
    const path = join(installed.folder, 'program.mjs');
    await writeFile(path, program);
    const { exitCode, stdout, stderr } = await start(path, []);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ made: { sum: 3 } });
  });

  it('reads lines of the source in the stack of an error, if it asks Node for source maps', async () => {
    const path = join(installed.folder, 'mistaken.mjs');
    const call = 'await plan({}).catch(({ stack }) => console.log(stack));';
    await writeFile(path, `import { plan } from 'cyclectl';\n${call}`);
    const { stdout } = await execa(process.execPath, ['--enable-source-maps', path]);
    const [, file = '', line] = /\/(src\/[\w/-]+\.ts):(\d+):\d+\)/.exec(stdout) ?? [];
    expect(file, stdout).toBe('src/api/open-project.ts');
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    expect(lines[Number(line) - 1]).toContain('throw new CyclectlError(');
  });

  it('is checked by the types of the package alone', async () => {
    const program = `
      import { openEmulator, type Emulator } from 'cyclectl/emulator';
      import { readPlannedAccounts, type PlannedAccount } from 'cyclectl';
      export const opened: Promise<Emulator> = openEmulator({ world: {} });
      // @ts-expect-error A world is text or data.
      openEmulator({ world: 7 });
      export async function* read(lines: AsyncIterable<string>): AsyncIterable<PlannedAccount> {
        yield* readPlannedAccounts(lines);
      }`;
    await writeFile(join(installed.folder, 'typed.mts'), program);
    const words = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const run = await execa(
      join(root, 'node_modules/.bin/tsc'),
      [...words, ...types, 'typed.mts'],
      { cwd: installed.folder, reject: false },
    );
    expect(run.stdout).toBe('');
  });
});
