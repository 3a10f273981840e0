import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunRecord } from '../../../../src/model/state/run.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { copyExample, type Project } from '../../../support/run-cyclectl.ts';
import { startInProcess } from '../../../support/run-in-process.ts';
import { makeSession } from '../../../worlds/make-session.ts';

const ended = {
  at: '2026-11-21T18:52:00.000Z',
  outcome: 'done',
  accounts: { planned: 0, begun: 0, done: 1, failed: 0, refused: 0 },
} as const;

function openStoreOf({ directory }: Project) {
  return openSqliteStore({ file: join(directory, '.cyclectl/local/store.db') });
}

async function read(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await startInProcess(project, ...args, '--format', 'json')
    .ended;
  return { exitCode, stderr, data: JSON.parse(stdout) };
}

it('returns its record as data if it changes the state alone', async () => {
  const project = await copyExample('quickstart');
  expect(await read(project, 'state', 'accept-address')).toMatchObject({
    exitCode: 0,
    data: { kind: 'state', target: { address: 'world.yaml', isAccepted: false } },
  });
  const exists = ['state', 'settle', 'northwind', 'exists', 'northwind-8812'] as const;
  expect(await read(project, ...exists)).toMatchObject({
    exitCode: 0,
    data: {
      kind: 'state',
      settled: { address: 'northwind', finding: { kind: 'exists', id: 'northwind-8812' } },
    },
  });
  const store = openStoreOf(project);
  await store.saveTarget({
    environment: 'local',
    service: 'remote',
    address: 'https://earlier.example.com',
  });
  const { holder } = makeSession();
  await store.heartbeat(holder);
  await store.acquireLock('northwind', holder);
  await store.close();
  expect(await read(project, 'state', 'accept-address', '--yes')).toMatchObject({
    exitCode: 0,
    data: { kind: 'state', target: { isAccepted: true } },
  });
  expect(await read(project, 'unlock', 'northwind', '--yes')).toMatchObject({
    exitCode: 0,
    data: { kind: 'state', unlocked: 'northwind' },
  });
});

it('resume says as data too that there is nothing, and takes the beginning of an id as undo does', async () => {
  const project = await copyExample('quickstart');
  const fresh = await read(project, 'resume');
  expect(fresh).toMatchObject({ exitCode: 0, data: { kind: 'apply', accounts: [] } });
  expect(fresh.data.run).not.toHaveProperty('notBegun');
  expect(fresh.stderr).toContain('no run is unfinished');
  mkdirSync(join(project.directory, '.cyclectl/local'), { recursive: true });
  const run: RunRecord = {
    id: '20261121T185132000Z-7f3a9c',
    command: 'apply',
    startedAt: '2026-11-21T18:51:32.000Z',
    author: { user: 'ada', host: 'desk' },
    commit: null,
    approved: null,
    holder: 'holder',
    resumedAt: [],
    end: ended,
  };
  const store = openStoreOf(project);
  await store.saveRun(run);
  await store.saveRun({ ...run, id: '20261121T195132000Z-7f3a9d' });
  await store.close();
  const { stderr } = await read(project, 'resume', '20261121T18');
  expect(stderr).toContain(`Nothing to resume: the run ${run.id} finished.`);
  const several = await read(project, 'resume', '2026');
  expect(several).toMatchObject({ exitCode: 1, data: { kind: 'refused' } });
  expect(several.stderr).toContain('several runs have an id that starts with "2026"');
  expect((await read(project, 'resume', '')).stderr).toContain('no run has the id ""');
});

it('a history of no runs at all is a mistake, and not an empty store', async () => {
  const project = await copyExample('quickstart');
  const { exitCode, stderr } = await read(project, 'history', '--limit', '0');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Write a whole number of at least 1.');
});

it('resume --status is of all that is open, and refuses the name of one run', async () => {
  const project = await copyExample('quickstart');
  expect(await read(project, 'resume', '20261121', '--status')).toMatchObject({
    exitCode: 1,
    data: { run: { diagnostics: [{ summary: expect.stringContaining('takes no run') }] } },
  });
});
