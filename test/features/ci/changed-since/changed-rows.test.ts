import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commit, git, person } from '../../../support/git-repository.ts';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

const table = 'fleets/customers.csv';
const owner = 'fleets/customers.yaml';
const own = 'blueprints/crm-sync.yaml';
const everyone = ['east-001', 'east-004', 'east-010', 'north-017', 'south-030', 'south-031'];

let begun: Promise<Project> | undefined;

/** Six rows of the example in a subfolder of a repository, and a branch of its own. */
async function openRepository(): Promise<Project> {
  begun ??= makeRepository();
  const copied = await copyProject(await begun, person);
  return {
    ...copied,
    directory: join(copied.directory, 'project'),
    edit: (file, before, after) => copied.edit(`project/${file}`, before, after),
    write: (file, text) => copied.write(`project/${file}`, text),
  };
}

async function makeRepository(): Promise<Project> {
  const project = await copyExample('fleet', person);
  const rows = (await readProjectFile(project, table)).split('\n');
  const few = rows.filter(
    (row, index) => index === 0 || everyone.some((name) => row.startsWith(name)),
  );
  await project.write(table, `${few.join('\n')}\n`);
  for (const name of ['crm-key', 'files-password']) {
    await project.write(`secrets/${name}.not-a-secret`, 'sample');
  }
  const names = await readdir(project.directory);
  await mkdir(join(project.directory, 'project'));
  for (const name of names)
    await rename(join(project.directory, name), join(project.directory, 'project', name));
  await project.write('.gitignore', '.cyclectl\n');
  await git(project.directory, 'init', '--quiet', '--initial-branch', 'main');
  await commit(project, 'Begin');
  await git(project.directory, 'switch', '--quiet', '--create', 'topic');
  return project;
}

/** The accounts that a plan of the branch has, and those that it says are gone. */
async function planned(project: Project) {
  const { stdout, text, exitCode } = await runOnOneLine(
    project,
    ...['plan', '--changed-since', 'main', '--format', 'json'],
  );
  const { accounts = [], run } = JSON.parse(stdout);
  const names = accounts.map(
    (each: { account?: string; plan?: { account: string } }) => each.plan?.account ?? each.account,
  );
  const gone = [...text.matchAll(/No manifest declares the account (\S+) any more/g)];
  return { exitCode, names, gone: [...new Set(gone.map(([, name]) => name))].sort(), run };
}

it('plans the rows that come to another manifest, whatever file changed', async () => {
  const project = await openRepository();
  await project.edit(table, 'East 1,,eu,,', 'East 1,,eu,1h,');
  await project.edit(table, 'trial,,,East 4', 'trial,,a remark,East 4');
  expect(await planned(project)).toMatchObject({ names: ['east-001'], gone: [] });
  await commit(project, 'Sync one customer each hour');
  await project.edit(own, '# Contacts', '# All contacts');
  await project.edit(own, 'default: 15m', 'default: 30m');
  // Others have an interval of their own, by their cell, segment or override.
  expect(await planned(project)).toMatchObject({
    names: ['east-001', 'east-010', 'south-030', 'south-031'],
    run: { summary: { skipped: 2 } },
  });
});

it('plans no row if a table is sorted, a blueprint renamed, or a row written as a file', async () => {
  const project = await openRepository();
  const [head = '', ...rows] = (await readProjectFile(project, table)).trim().split('\n');
  await project.write('rows/all.csv', `${[head, ...rows.reverse()].join('\n')}\n`);
  await rm(join(project.directory, table));
  await project.edit(owner, table, 'rows/all.csv');
  await project.edit(own, 'name: crm-sync', 'name: contact-sync');
  await project.edit(owner, 'blueprint: crm-sync', 'blueprint: contact-sync');
  await rename(join(project.directory, own), join(project.directory, 'blueprints/other.yaml'));
  expect((await runOnOneLine(project, 'render', 'north-017', '--eject')).exitCode).toBe(0);
  expect(await planned(project)).toMatchObject({ names: [], gone: [] });
  await project.edit('accounts/north-017.yaml', 'every: 1h', 'every: 30m');
  expect(await planned(project)).toMatchObject({ names: ['north-017'], gone: [] });
});

it('reports rows that vanished, alone or with their fleet', async () => {
  const project = await openRepository();
  const rows = await readProjectFile(project, table);
  await project.write(table, rows.replace(/^east-010,.*\n/m, ''));
  expect(await planned(project)).toMatchObject({ names: [], gone: ['east-010'] });
  for (const path of ['fleets', 'blueprints']) {
    await rm(join(project.directory, path), { recursive: true });
  }
  await project.write('accounts/.gitkeep', '');
  expect(await planned(project)).toMatchObject({ names: [], gone: everyone });
});

it('plans every row of a changed file if the other side has mistakes, or is unknown', async () => {
  const project = await openRepository();
  await git(project.directory, 'switch', '--quiet', 'main');
  await project.edit(own, 'type: enum', 'type: list-of');
  await commit(project, 'Break it');
  await git(project.directory, 'switch', '--quiet', '--force-create', 'topic');
  await project.edit(own, 'type: list-of', 'type: enum');
  expect(await planned(project)).toMatchObject({ names: everyone, gone: [] });
});

it('asks for the history of a shallow clone, and plans its rows once it is there', async () => {
  const project = await openRepository();
  await project.edit(table, 'East 1,,eu,,', 'East 1,,eu,1h,');
  await commit(project, 'Sync one customer each hour');
  await git(project.directory, 'switch', '--quiet', 'main');
  await project.edit(table, 'East 4,,eu', 'East 4,,us');
  await commit(project, 'Move another');
  const clone = join(project.directory, '../clone');
  await git(
    project.directory,
    ...['clone', '--quiet', '--depth', '1', '--no-single-branch', '--branch', 'topic'],
    ...[`file://${join(project.directory, '..')}`, clone],
  );
  await git(clone, 'branch', 'main', 'origin/main');
  const shallow = { ...project, directory: join(clone, 'project') };
  for (const words of [
    ['plan', '--changed-since'],
    ['validate', '--changed-since'],
    ['diff', '--rendered'],
  ]) {
    const { exitCode, text } = await runOnOneLine(shallow, ...words, 'main');
    expect([exitCode, text]).toEqual([1, expect.stringContaining('git fetch --unshallow')]);
  }
  await git(clone, 'fetch', '--quiet', '--unshallow');
  expect(await planned(shallow)).toMatchObject({ names: ['east-001'], gone: [] });
});

it('reads no table through a link, and plans every row of one that takes its place', async () => {
  const project = await openRepository();
  const link = join(project.directory, table);
  await git(project.directory, 'switch', '--quiet', 'main');
  await mkdir(join(project.directory, 'data'));
  await rename(link, join(project.directory, 'data/customers.csv'));
  await symlink('../data/customers.csv', link);
  await commit(project, 'Keep the table elsewhere');
  await git(project.directory, 'switch', '--quiet', '--force-create', 'topic');
  for (const words of [
    ['validate', '--changed-since'],
    ['plan', '--changed-since'],
    ['diff', '--rendered'],
  ]) {
    const { exitCode, text } = await runOnOneLine(project, ...words, 'main');
    expect([exitCode, text]).toEqual([1, expect.stringContaining(`path of the table ${table}`)]);
  }
  await rm(link);
  await rename(join(project.directory, 'data/customers.csv'), link);
  expect(await planned(project)).toMatchObject({ names: everyone, gone: [] });
  const { text } = await runOnOneLine(project, 'validate', '--changed-since', 'main');
  expect(text).toContain('not compared: links changed');
});
