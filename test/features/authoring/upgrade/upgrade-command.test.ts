import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { account, init, nameFolder, put, readAll, remote } from '../../../support/begin-project.ts';
import { commit, git } from '../../../support/git-repository.ts';
import {
  begin,
  edit,
  makeEarlier,
  makeEarlierWorkflow,
  record,
  settings,
  upgrade,
  workflow,
} from './earlier-project.ts';

describe('A project of this version', () => {
  it.each([
    ['on the embedded service', ['--local']],
    ['on a real service', [...remote, ...account]],
    ['without an account', [...remote, '-e', 'staging']],
  ])('%s is left as it is', async (_, args) => {
    const folder = await begin(...args);
    const before = await readAll(folder);
    expect(await upgrade(folder, '--check')).toMatchObject({ exitCode: 0 });
    expect(await upgrade(folder)).toEqual({
      exitCode: 0,
      stdout: 'Up to date: this version has nothing new.',
      stderr: '',
    });
    expect(await readAll(folder)).toEqual(before);
  });

  it('is left as people changed it', async () => {
    const folder = await begin(...remote, ...account);
    await edit(folder, workflow, (text) => text.replace('node-version: 24', 'node-version: 26'));
    await edit(folder, settings, (text) => text.replace('"fleets/**/*.yaml"', '"ours/*.yaml"'));
    await edit(folder, settings, (text) =>
      text.replace(/,\s*"\.\/schemas\/policy\.schema\.json": \[[^\]]*\]/, ''),
    );
    await edit(folder, '.gitignore', (text) => text.replace('/run.json\n', ''));
    await rm(join(folder, 'schemas/blueprint.schema.json'));
    await rm(join(folder, '.vscode/extensions.json'));
    const before = await readAll(folder);
    expect(await upgrade(folder, '--check')).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await upgrade(folder);
    expect(exitCode).toBe(0);
    expect(stdout.replaceAll(/ {2,}/g, ' ').split('\n')).toEqual([
      'Up to date: this version has nothing new, except for what is yours:',
      ' .github/workflows/cyclectl.yml differs; not touched',
    ]);
    expect(await readAll(folder)).toEqual(before);
  });

  it('keeps its line ends, and what a formatter made of JSON', async () => {
    const folder = await begin('--local');
    await edit(folder, workflow, (text) => text.replaceAll('\n', '\r\n'));
    await edit(folder, record, (text) => text.replaceAll('\n', '\r\n'));
    await edit(folder, settings, (text) => JSON.stringify(JSON.parse(text), null, 4));
    expect(await upgrade(folder, '--check')).toMatchObject({ exitCode: 0 });
    await makeEarlierWorkflow(folder);
    expect(await upgrade(folder)).toMatchObject({ exitCode: 0 });
    const text = await readFile(join(folder, workflow), 'utf8');
    expect(text).toContain('# v4.4.0\r\n');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });
});

describe('A project of an earlier version', () => {
  it('has afterwards what init of this version writes, and the permissions that it had', async () => {
    const folder = await begin('--local');
    const expected = await readAll(folder);
    await makeEarlier(folder);
    await chmod(join(folder, workflow), 0o600);
    const before = await readAll(folder);
    const check = await upgrade(folder, '--check');
    expect(check).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('Out of date:') });
    expect(await readAll(folder)).toEqual(before);
    const { exitCode, stdout } = await upgrade(folder);
    expect(exitCode).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toBe(
      'Upgraded: schemas/project.schema.json refreshed schemas/fleet.schema.json written ' +
        '.vscode/settings.json added "./schemas/fleet.schema.json": ["fleets/**/*.yaml","fleets/**/*.yml"] ' +
        '"./schemas/policy.schema.json": ["policy/**/*.yaml","policy/**/*.yml"] .gitignore added /run.json ' +
        '.github/workflows/cyclectl.yml refreshed .cyclectl-init.json refreshed',
    );
    const after = await readAll(folder);
    const parsed = (files: Readonly<Record<string, string>>) => ({
      ...files,
      [settings]: JSON.parse(files[settings] ?? ''),
    });
    expect(parsed(after)).toEqual(parsed(expected));
    expect((await stat(join(folder, workflow))).mode & 0o777).toBe(0o600);
    expect(await upgrade(folder, '--check')).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['lines', '', '\n'],
    ['lines of Windows', '', '\r\n'],
    ['lines of Windows behind a mark', '\ufeff', '\r\n'],
  ])(
    'keeps a workflow with %s that people changed, and gets a patch that git applies to it',
    async (_, mark, end) => {
      const folder = await begin(...remote, ...account);
      await git(folder, 'init', '--quiet');
      await git(folder, 'config', 'core.autocrlf', 'false');
      await makeEarlierWorkflow(folder);
      await edit(folder, workflow, (text) => text.replace('ubuntu-24.04', 'our-runner'));
      await writeFile(
        join(folder, workflow),
        mark + (await readFile(join(folder, workflow), 'utf8')).replaceAll('\n', end),
      );
      await commit({ directory: folder }, 'Begin');
      await edit(folder, 'cyclectl.yaml', (text) => `${text}# not committed\n`);
      const changed = await readFile(join(folder, workflow), 'utf8');
      const check = await upgrade(folder, '--check', '--format', 'json');
      expect(check.exitCode).toBe(2);
      const { exitCode, stdout } = await upgrade(folder);
      expect(exitCode).toBe(0);
      expect(await readFile(join(folder, workflow), 'utf8')).toBe(changed);
      expect(stdout).toContain('differs; not touched, see below');
      expect(stdout).toContain('to apply with git apply at the top');
      const patch = stdout.slice(stdout.indexOf('diff --git')) + end;
      expect(patch).not.toContain('+    runs-on');
      await execa('git', ['apply', '--check'], { cwd: folder, input: patch });
      await execa('git', ['apply'], { cwd: folder, input: patch });
      const text = await readFile(join(folder, workflow), 'utf8');
      expect(text).toBe(changed.replaceAll('# v4.0.0', '# v4.4.0'));
      expect(await upgrade(folder, '--check')).toMatchObject({ exitCode: 0 });
    },
  );

  it('shows what a changed line needs, where no patch fits', async () => {
    const folder = await begin(...remote, ...account);
    await makeEarlierWorkflow(folder);
    await edit(folder, workflow, (text) => text.replaceAll('# v4.0.0', '# ours'));
    const { stdout } = await upgrade(folder);
    expect(stdout).toContain('in lines that you changed too:');
    expect(stdout).toMatch(/^\+.*# v4\.4\.0$/m);
  });

  it('keeps comments and entries of people in the settings', async () => {
    const folder = await begin(...remote, ...account);
    await makeEarlier(folder);
    await edit(folder, settings, (text) =>
      text.replace('{\n', '{\n  // ours\n  "editor.tabSize": 4, // and this\n'),
    );
    await writeFile(
      join(folder, '.vscode/extensions.json'),
      '// ours\n{"recommendations": ["a.b",],}\n',
    );
    await edit(folder, record, (text) => text.replace('"redhat.vscode-yaml"', '"other.yaml"'));
    expect(await upgrade(folder)).toMatchObject({ exitCode: 0 });
    const text = await readFile(join(folder, settings), 'utf8');
    expect(text).toContain('{\n  // ours\n  "editor.tabSize": 4, // and this\n');
    expect(text).toContain('"policy/**/*.yml"');
    expect(text).toContain('"./schemas/fleet.schema.json": [');
    const extensions = await readFile(join(folder, '.vscode/extensions.json'), 'utf8');
    expect(extensions).toMatch(
      /^\/\/ ours\n\{\s*"recommendations": \[\s*"a\.b",\s*"redhat\.vscode-yaml"/,
    );
  });

  it('has names of the catalog in its schema, as catalog save writes them', async () => {
    const folder = await begin('--local');
    const path = join(folder, 'schemas/account.schema.json');
    const expected = await readFile(path, 'utf8');
    await writeFile(path, await readFile('schemas/account.schema.json'));
    expect(await upgrade(folder)).toMatchObject({ exitCode: 0 });
    expect(await readFile(path, 'utf8')).toBe(expected);
    expect(expected).toContain('Contacts to Files');
  });
});

describe('A project of a version without a record', () => {
  it('is known as it is, and gets one', async () => {
    const folder = await begin(...remote, ...account);
    const expected = await readAll(folder);
    await rm(join(folder, record));
    expect(await upgrade(folder)).toMatchObject({ exitCode: 0 });
    expect(await readAll(folder)).toEqual(expected);
  });

  it('gets what is missing, and once the patch of its workflow', async () => {
    const folder = await begin(...remote, ...account);
    const expected = await readAll(folder);
    await makeEarlier(folder);
    await rm(join(folder, record));
    const before = await readAll(folder);
    const { stdout } = await upgrade(folder);
    const after = await readAll(folder);
    expect(after[workflow]).toBe(before[workflow]);
    expect(stdout).toMatch(/^-.*# v4\.0\.0$/m);
    expect(stdout).toMatch(/^\+.*# v4\.4\.0$/m);
    // A person may have chosen those files.
    expect(stdout).toContain('To add to .vscode/settings.json:');
    expect(stdout).toContain('"./schemas/policy.schema.json": ["policy/**/*.yaml"');
    expect(JSON.parse(after[settings] ?? '')['yaml.schemas']).toHaveProperty([
      './schemas/fleet.schema.json',
    ]);
    expect(after[record]).toBe(expected[record]);
    expect(after['.gitignore']?.split('\n').toSorted()).toEqual(
      expected['.gitignore']?.split('\n').toSorted(),
    );
    expect(await upgrade(folder, '--check')).toMatchObject({ exitCode: 0 });
  });

  it('without schemas, workflow and settings gets none of them', async () => {
    const folder = await begin('--local');
    const { 'cyclectl.yaml': project = '', 'world.yaml': world = '' } = await readAll(folder);
    await rm(folder, { recursive: true });
    await put(folder, { 'cyclectl.yaml': project, 'world.yaml': world });
    expect(await upgrade(folder)).toMatchObject({ exitCode: 0 });
    expect(Object.keys(await readAll(folder))).toEqual([record, 'cyclectl.yaml', 'world.yaml']);
  });
});

it('Manifests with mistakes keep no project from its upgrade', async () => {
  const folder = await begin('--local');
  await makeEarlier(folder);
  await edit(folder, 'accounts/northwind.yaml', (text) => text.replace('timezone:', 'timzone:'));
  expect(await upgrade(folder)).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(folder, workflow), 'utf8')).toContain('# v4.4.0');
});

it('A project below the top of a repository has its workflow upgraded where it was moved', async () => {
  const folder = await nameFolder('deploy/customers eu');
  const top = join(folder, '../..');
  await mkdir(join(top, '.git'), { recursive: true });
  await init(folder, '--local');
  const name = '.github/workflows/cyclectl-deploy-customers-eu.yml';
  await mkdir(join(top, '.github/workflows'), { recursive: true });
  await rename(join(folder, name), join(top, name));
  expect(await upgrade(folder, '--check')).toMatchObject({ exitCode: 0 });
  const expected = await readFile(join(top, name), 'utf8');
  const older = (text: string) => text.replaceAll('# v4.4.0', '# v4.0.0');
  await edit(top, name, older);
  await edit(folder, record, older);
  const { stdout } = await upgrade(folder);
  expect(stdout).toContain(`../../${name}`);
  expect(await readFile(join(top, name), 'utf8')).toBe(expected);
  await edit(top, name, (text) => older(text).replace('ubuntu-24.04', 'our-runner'));
  await edit(folder, record, older);
  expect((await upgrade(folder)).stdout).toContain(`diff --git a/${name} b/${name}`);
});
