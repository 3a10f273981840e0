import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openEmulator } from '../../../../src/emulator/emulator.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { account, init, nameFolder, put, readAll, remote } from '../../../support/begin-project.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

describe('A new project', () => {
  it.each([
    ['local', ['--local']],
    ['remote', [...remote, ...account]],
    ['remote-without-account', [...remote, '--account-header', 'X-Tenant', '-e', 'staging']],
  ])('has the files of the golden folder: %s', async (name, args) => {
    const folder = await nameFolder();
    const { exitCode, stdout, stderr } = await init(folder, ...args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const files = Object.entries(await readAll(folder)).map(([path, text]) =>
      path.startsWith('schemas/') ? `=== ${path}\n` : `=== ${path}\n${text}`,
    );
    const made = `${stdout.replaceAll(dirname(folder), 'FOLDER')}\n\n${files.join('')}`;
    expect(made).toBe(await readGolden(`init/${name}.txt`, made));
    expect(await runInProcess({ directory: folder, environment: {} }, 'validate')).toMatchObject({
      exitCode: 0,
    });
  });

  it('on the embedded service is planned, applied and planned again as it is', async () => {
    const project = { directory: await nameFolder(), environment: {} };
    await init(project.directory, '--local');
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 2 });
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'drift')).toMatchObject({ exitCode: 0 });
    const call = ['call', 'northwind/connectors/crm', 'List changed contacts'];
    const called = await runInProcess(project, ...call, '--param', 'modifiedSince=2026-01-01');
    expect(called.stdout).toContain('"Contact"');
  });

  it('on the embedded service has a schema with the names of its world, also of one that is there', async () => {
    const read = (folder: string) => readFile(join(folder, 'schemas/account.schema.json'), 'utf8');
    const fresh = await nameFolder();
    await init(fresh, '--local');
    expect(await read(fresh)).toContain('Contacts to Files');
    const project = { directory: fresh, environment: {} };
    await runInProcess(project, 'catalog', 'save');
    const check = await runInProcess(project, 'catalog', 'save', '--check', '--format', 'json');
    expect(JSON.parse(check.stdout).run.schema).toBe('current');

    const world = await readFile(join(fresh, 'world.yaml'), 'utf8');
    for (const [text, has] of [
      [world.replace('Contacts to Files', 'Contacts to Disks'), true],
      ['conectors: []\n', false],
    ] as const) {
      const folder = await nameFolder();
      await mkdir(folder);
      await writeFile(join(folder, 'world.yaml'), text);
      expect(await init(folder, '--local')).toMatchObject({ exitCode: 0 });
      expect((await read(folder)).includes('Contacts to Disks'), text.slice(0, 20)).toBe(has);
      expect(await read(folder)).not.toContain('Contacts to Files');
      expect(await readFile(join(folder, 'world.yaml'), 'utf8')).toBe(text);
    }
  });

  it('on a real service finds the account that is there, and changes nothing of it', async () => {
    const folder = await nameFolder();
    const world = 'accounts: [{id: northwind-8812, name: Northwind, timezone: Europe/Berlin}]';
    const emulator = await openEmulator({ world });
    closeAfterFile(() => emulator.close());
    const { url } = await emulator.listen();
    expect(await init(folder, '--base-url', url, ...account)).toMatchObject({ exitCode: 0 });
    const { clientId, clientSecret } = emulator.credentials;
    const environment = {
      SVC_CLIENT_ID: clientId,
      SVC_CLIENT_SECRET: clientSecret,
      CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
    };
    const plan = await runInProcess({ directory: folder, environment }, 'plan', '--exit-code');
    expect(plan).toMatchObject({ exitCode: 0 });
    expect(plan.stdout).toContain('No changes');
  });

  it('says as data what was written, what to set and what comes next', async () => {
    const { stdout } = await init(await nameFolder(), ...remote, ...account, '--format', 'json');
    const { kind, result } = JSON.parse(stdout);
    expect(kind).toBe('init');
    expect(result.project).toEqual({ name: 'customers', environment: 'prod', service: 'remote' });
    expect(result.files).toContainEqual({ path: 'cyclectl.yaml', did: 'written', adds: null });
    expect(result.variables.map(({ name }: { name: string }) => name)).toEqual([
      'SVC_CLIENT_ID',
      'SVC_CLIENT_SECRET',
      'CYCLECTL_SECRET_KEY',
      'CYCLECTL_ALLOW_ORIGINS',
      'CYCLECTL_ALLOW_ENV',
      'CYCLECTL_PACKAGE',
    ]);
    expect(result.next.at(-1).command).toMatch(/^cyclectl -C \S+ plan$/);
  });

  it('is named for its folder, whatever the name of that', async () => {
    for (const [name, project] of [
      ['Größe & Maß  2', 'grosse-mass-2'],
      ['統合', 'integrations'],
    ] as const) {
      const folder = await nameFolder(name);
      expect(await init(folder, '--local')).toMatchObject({ exitCode: 0 });
      expect(await readFile(join(folder, 'cyclectl.yaml'), 'utf8')).toContain(`{name: ${project}}`);
    }
  });

  it('has the environment that the variable names, so that the next command finds it', async () => {
    const project = {
      directory: await nameFolder(),
      environment: { CYCLECTL_ENVIRONMENT: 'sandbox' },
    };
    expect(await runInProcess(project, 'init', '--local')).toMatchObject({ exitCode: 0 });
    expect((await runInProcess(project, 'plan')).stdout).toContain('Plan for sandbox');
  });
});

describe('What is there already', () => {
  it('is left as it is, named, and completed where that changes nothing else', async () => {
    const folder = await nameFolder();
    const before = {
      '.git/config': '',
      '.gitignore': 'node_modules\r\n*.log',
      '.vscode/settings.json': '{\n    "editor.tabSize": 4\n}\n',
      '.vscode/extensions.json': '// ours\n{"recommendations": ["a.b"]}\n',
      '.github/workflows/cyclectl.yml': 'name: ours\n',
      'world.yaml': '',
      'accounts/contoso.yaml':
        'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: contoso}\nspec: {id: contoso}\n',
    };
    await put(folder, before);
    await chmod(join(folder, '.gitignore'), 0o600);
    const { exitCode, stdout } = await init(folder, '--local');
    expect(exitCode).toBe(0);
    const after = await readAll(folder);
    expect(after).toMatchObject({
      ...before,
      '.gitignore':
        'node_modules\r\n*.log\r\n.cyclectl/\r\n/plan.json\r\n/revert.json\r\n/undo.json\r\n/destroy.json\r\n/run.json\r\n',
      '.vscode/settings.json': expect.stringMatching(
        /^\{\n {4}"editor\.tabSize": 4,\n {4}"yaml\.schemas": \{\n/,
      ),
    });
    expect((await stat(join(folder, '.gitignore'))).mode & 0o777).toBe(0o600);
    const said = stdout.replaceAll(/\s+/g, ' ');
    expect(said).toContain(
      '.gitignore exists; added .cyclectl/ /plan.json /revert.json /undo.json /destroy.json /run.json',
    );
    expect(said).toContain('world.yaml exists; not changed');
    expect(said).toContain('add "recommendations": ["redhat.vscode-yaml"]');
    expect(said).not.toContain('git init');
  });

  it('a second time is a project, which is refused as it is', async () => {
    const folder = await nameFolder();
    await init(folder, '--local');
    const before = await readAll(folder);
    const { exitCode, stderr } = await init(folder, ...remote);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('[project-exists]');
    const data = await init(folder, '--local', '--format', 'json');
    expect(JSON.parse(data.stdout)).toMatchObject({
      kind: 'refused',
      run: { diagnostics: [{ code: 'project-exists' }] },
    });
    expect(await readAll(folder)).toEqual(before);
  });

  it('is completed after a run that died before its end', async () => {
    const folder = await nameFolder();
    await init(folder, '--local');
    await rm(join(folder, 'cyclectl.yaml'));
    await rm(join(folder, 'accounts'), { recursive: true });
    expect(await init(folder, '--local')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess({ directory: folder, environment: {} }, 'plan')).toMatchObject({
      exitCode: 0,
    });
  });

  it('and is no manifest where manifests lie keeps a project from being written', async () => {
    const folder = await nameFolder();
    await put(folder, { 'accounts/ledger.yaml': 'kind: Ledger\n' });
    const { exitCode, stderr } = await init(folder, '--local');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('accounts/ledger.yaml:1:7');
    expect(stderr).toContain('Nothing was written');
    expect(Object.keys(await readAll(folder))).toEqual(['accounts/ledger.yaml']);
  });
});

it('A project below the top of a repository says where its workflow belongs', async () => {
  const folder = await nameFolder('deploy/customers eu');
  await mkdir(join(folder, '../../.git'), { recursive: true });
  const { stdout } = await init(folder, '--local');
  const name = 'cyclectl-deploy-customers-eu';
  expect(stdout).toMatch(new RegExp(`mv -n '.*/\\.github/workflows/${name}\\.yml' `));
  expect(stdout).toContain('GitHub reads workflows only at the top of a repository');
  const workflow = await readFile(join(folder, `.github/workflows/${name}.yml`), 'utf8');
  expect(workflow).toContain('working-directory: "deploy/customers eu"');
});

it('Projects of one repository move their workflows to its top beside each other', async () => {
  const top = dirname(await nameFolder());
  await mkdir(join(top, '.git'));
  const projects = ['eu/customers', 'us/customers', 'tools/統合', 'tools/設定', 'tools'];
  for (const project of projects) {
    const { stdout } = await init(join(top, project), '--local', '--format', 'json');
    const { command } = JSON.parse(stdout).result.next[0];
    await execa('/bin/sh', ['-e', '-c', command]);
  }
  const moved = await readAll(join(top, '.github/workflows'));
  const read = Object.values(moved).map((text) => parse(text));
  expect(read.map((each) => each.defaults.run['working-directory']).toSorted()).toEqual(
    projects.toSorted(),
  );
  for (const own of [
    ({ name }: { name: string }) => name,
    ({ concurrency }: { concurrency: { group: string } }) => concurrency.group,
  ]) {
    expect(new Set(read.map(own)).size).toBe(projects.length);
  }
});
