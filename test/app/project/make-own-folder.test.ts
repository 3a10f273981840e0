import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeOwnFolder } from '../../../src/app/project/make-own-folder.ts';
import { runPlan } from '../../../src/features/sync/plan-command.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor } from '../../support/run-in-process.ts';

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
