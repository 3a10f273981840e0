import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../src/app/project/make-temporary-folder.ts';
import { makeTemporaryFolder as makeTestFolder } from '../../store/temporary-folder.ts';
import { blockRequest } from '../../support/block-request.ts';
import { openRemoteProject, startProgram } from '../../support/run-cyclectl.ts';

it('what a killed run has left is removed by the next one, and nothing else is', async () => {
  const parent = makeTestFolder();
  const own = basename(await makeTemporaryFolder(parent));
  const start = own.split('-')[2] ?? '';
  const { pid: dead } = spawnSync('true');
  const name = (of: string, pid: number) => `cyclectl-run-${of}-${pid}-abcdef`;
  const kept = [
    own,
    name(start, process.ppid),
    name('0'.repeat(12), dead),
    `cyclectl-run-${start}-${dead}-abcdef.txt`,
    'cyclectl-test-abcdef',
  ];
  for (const each of [...kept.slice(1), name(start, dead)]) {
    mkdirSync(join(parent, each));
    writeFileSync(join(parent, each, 'plan.json'), 'what a customer has set');
  }
  const link = `cyclectl-run-${start}-${dead}-linked`;
  symlinkSync(join(parent, 'cyclectl-test-abcdef'), join(parent, link));
  const next = basename(await makeTemporaryFolder(parent));
  expect(readdirSync(parent).sort()).toEqual([...kept, link, next].sort());
  expect(readdirSync(join(parent, 'cyclectl-test-abcdef'))).toEqual(['plan.json']);
});

it('names the folder where none can be made', async () => {
  await expect(makeTemporaryFolder('/nowhere/at/all')).rejects.toMatchObject({
    name: 'OperationalError',
    message: 'cannot make a temporary folder in /nowhere/at/all: its folder does not exist',
  });
});

it('a plan that was killed leaves its folder until the next run', async () => {
  const project = await openRemoteProject();
  const env = { ...project.environment, TMPDIR: makeTestFolder() };
  const list = () => readdirSync(env.TMPDIR).filter((name) => name.startsWith('cyclectl-run-'));
  const { hasCome } = blockRequest(project.emulator, { path: '/v1.0/templates', nth: 1 });
  const killed = startProgram(project.directory, ['plan'], env);
  await hasCome();
  killed.kill('SIGKILL');
  await killed;
  expect(list()).toHaveLength(1);
  expect(await startProgram(project.directory, ['plan'], env)).toMatchObject({ exitCode: 0 });
  expect(list()).toEqual([]);
}, 60_000);
