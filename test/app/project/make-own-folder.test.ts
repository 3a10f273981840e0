import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { checkNotLink, makeOwnFolder } from '../../../src/app/project/make-own-folder.ts';
import { runPlan } from '../../../src/features/sync/plan-command.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor, runInProcess } from '../../support/run-in-process.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
  closeAfterFile(() => rm(root, { recursive: true, force: true }));
});

it('keeps what a first run makes out of Git', async () => {
  const { directory } = await copyExample('quickstart');
  expect(await runPlan(openRecordedContext().context, optionsFor(directory))).toBe(0);
  expect(await readFile(join(directory, '.cyclectl/.gitignore'), 'utf8')).toBe('*\n');
  expect(await readdir(join(directory, '.cyclectl/local'))).toContain('secret.key');
});

it('leaves a folder that is there as it is, and makes none for paths elsewhere', async () => {
  await makeOwnFolder(root, 'state/store.db');
  expect(await readdir(root)).toEqual([]);
  await mkdir(join(root, '.cyclectl'));
  await makeOwnFolder(root, './.cyclectl/local/store.db');
  expect(await readdir(join(root, '.cyclectl'))).toEqual([]);
});

it('writes no export and no answer through a link to another file', async () => {
  const project = await copyExample('quickstart');
  const [mine, way] = [join(project.directory, 'mine'), join(project.directory, 'way')];
  await writeFile(mine, 'mine');
  await symlink(mine, way);
  const tries = [
    ['state', 'export', way],
    ['call', 'northwind/connectors/crm', 'Contact.List', '--out', way],
  ];
  for (const command of tries) {
    const { exitCode, stderr } = await runInProcess(project, ...command);
    expect({ exitCode, stderr }, command.join(' ')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is a link to another file'),
    });
    expect(await readFile(mine, 'utf8')).toBe('mine');
    expect((await lstat(way)).isSymbolicLink()).toBe(true);
  }
});

it('lets be written to a device, to a file, and where nothing is', async () => {
  const { directory } = await copyExample('quickstart');
  for (const path of [
    '/dev/stdout',
    '/dev/null',
    join(directory, 'cyclectl.yaml'),
    `${directory}/new`,
  ]) {
    await expect(checkNotLink(path), path).resolves.toBeUndefined();
  }
});
