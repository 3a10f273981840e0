import { cp, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, git, person, smallAccount } from '../../../support/git-repository.ts';
import { copyExample, type Project } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const cycleFile = 'cycles/contacts.cycle.json';
const blob = 'cycles/contacts.e508ed9f7247.blob';

/** A project with one account that uses files and variables, and one that uses nothing, beneath the top of a repository. */
async function openRepository(prepare: (project: Project) => Promise<void> = async () => {}) {
  const project = await copyExample('promote', person);
  await project.write('.gitignore', '.cyclectl\n');
  await project.write('accounts/plain.yaml', smallAccount('plain'));
  await prepare(project);
  await git(project.directory, 'init', '--quiet', '--initial-branch', 'main');
  await commit(project, 'Begin');
  return project;
}

/** The accounts that are planned of what changed since `main`. */
async function listTouched(project: Project): Promise<readonly string[]> {
  const args = ['plan', '--changed-since', 'main', '--format', 'json', '-e', 'staging'];
  const { stdout, stderr } = await runInProcess(project, ...args);
  const { accounts, run } = JSON.parse(stdout);
  expect(run.since, stderr).toMatchObject({ restsOn: null });
  expect(run.summary.accounts + run.since.untouched).toBe(2);
  return accounts.map(
    (each: { account?: string; plan?: { account: string } }) => each.plan?.account ?? each.account,
  );
}

describe('what an account uses', () => {
  it('touches it when it changes: its cycle file, the secret, a variable, and no other', async () => {
    const project = await openRepository();
    const { directory } = project;
    expect(await listTouched(project)).toEqual([]);
    await project.edit(cycleFile, '\n', '\n\n');
    expect(await listTouched(project)).toEqual(['northwind']);
    await git(directory, 'checkout', '--quiet', '.');
    await project.edit('cyclectl.yaml', 'region: us', 'region: eu');
    expect(await listTouched(project)).toEqual(['northwind']);
    await git(directory, 'checkout', '--quiet', '.');
    await project.edit('cyclectl.yaml', 'region: eu', 'region: us');
    expect(await listTouched(project)).toEqual([]);
    await project.edit('cyclectl.yaml', 'mail.staging.example', 'mail.other.example');
    expect(await listTouched(project)).toEqual([]);
    await git(directory, 'checkout', '--quiet', '.');
    await git(directory, 'rm', '--quiet', '--cached', 'secrets/crm-key.not-a-secret');
    expect(await listTouched(project)).toEqual(['northwind']);
  });

  it('touches it when a part of its cycle file was not there before', async () => {
    const project = await openRepository(async ({ directory }) => {
      await rename(join(directory, blob), join(directory, 'kept'));
    });
    await rename(join(project.directory, 'kept'), join(project.directory, blob));
    expect(await listTouched(project)).toEqual(['northwind']);
  });

  it('touches it if Git ignores the cycle file, because no commit has it', async () => {
    const project = await openRepository((here) => here.write('.gitignore', '.cyclectl\ncycles\n'));
    expect(await listTouched(project)).toEqual(['northwind']);
  });

  it('leaves it alone for a secret that Git ignores, as it should', async () => {
    const project = await openRepository((here) =>
      here.write('.gitignore', '.cyclectl\nsecrets\n'),
    );
    expect(await listTouched(project)).toEqual([]);
  });

  it('touches it where a link on the way leads elsewhere, or to what Git ignores', async () => {
    const project = await openRepository(async ({ directory }) => {
      await rename(join(directory, 'cycles'), join(directory, 'one'));
      await cp(join(directory, 'one'), join(directory, 'two'), { recursive: true });
      await symlink('one', join(directory, 'hop'));
      await symlink('hop', join(directory, 'cycles'));
    });
    const { directory } = project;
    expect(await listTouched(project)).toEqual([]);
    await rm(join(directory, 'hop'));
    await symlink('two', join(directory, 'hop'));
    expect(await listTouched(project)).toEqual(['northwind']);
    const other = await openRepository(async (here) => {
      await rename(join(here.directory, 'cycles'), join(here.directory, 'kept'));
      await symlink('kept', join(here.directory, 'cycles'));
      await here.write('.gitignore', '.cyclectl\nkept\n');
    });
    expect(await listTouched(other)).toEqual(['northwind']);
  });

  it('is detected through links', async () => {
    const project = await openRepository(async ({ directory }) => {
      await rename(join(directory, 'cycles'), join(directory, 'shared'));
      await symlink('shared', join(directory, 'cycles'));
    });
    const { directory } = project;
    expect(await listTouched(project)).toEqual([]);
    await project.edit('shared/contacts.cycle.json', '\n', '\n\n');
    expect(await listTouched(project)).toEqual(['northwind']);
    await git(directory, 'checkout', '--quiet', '.');
    await rename(join(directory, 'shared'), join(directory, 'moved'));
    await rm(join(directory, 'cycles'));
    await symlink('moved', join(directory, 'cycles'));
    expect(await listTouched(project)).toEqual(['northwind']);
  });
});

it('is asked of a project below the top of its repository, where folders of manifests were named otherwise', async () => {
  const project = await openRepository();
  const { directory } = project;
  await rm(join(directory, '.git'), { recursive: true });
  const deep = { ...project, directory: join(directory, 'deep') };
  const names = ['accounts', 'cycles', 'worlds', 'cyclectl.yaml'];
  await git(directory, 'init', '--quiet', '--initial-branch', 'main');
  await moveDeeper(directory, names);
  await commit(project, 'Deeper');
  await project.write('deep/accounts/plain.yaml', smallAccount('plain', '  timezone: UTC\n'));
  await project.write('elsewhere.yaml', 'of somebody else\n');
  expect(await listTouched(deep)).toEqual(['plain']);
  await rename(join(deep.directory, 'accounts'), join(deep.directory, 'customers'));
  await git(directory, 'switch', '--quiet', '--create', 'next');
  await project.edit(
    'deep/cyclectl.yaml',
    '  defaultEnvironment',
    '  manifests: [customers]\n  defaultEnvironment',
  );
  await rm(join(deep.directory, 'customers/plain.yaml'));
  const { stdout, stderr } = await runInProcess(deep, 'plan', '--changed-since', 'main');
  expect(stderr).toContain('No manifest declares the account plain any more');
  expect(stderr).not.toContain('northwind any more');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('cyclectl.yaml changed since main');
});

async function moveDeeper(directory: string, names: readonly string[]): Promise<void> {
  await mkdir(join(directory, 'deep'));
  for (const name of names) await rename(join(directory, name), join(directory, 'deep', name));
}
