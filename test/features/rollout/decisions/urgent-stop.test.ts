import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { toWayLock } from '../../../../src/model/state/lock.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { holdRequest } from '../../../support/block-request.ts';
import {
  accounts,
  expectSettled,
  type OneWave,
  openOneWave,
  prepareOneWave,
  readOneWave,
  width,
} from './kill-step.ts';

const open = ['rollout', 'open', 'customers', '--yes'] as const;
const slowTestMs = 120_000;

/** Stops a command that waits for a request of a kind, and lets it go on once it has heard of the stop. */
async function stopDuring(
  { project, run }: OneWave,
  request: { readonly method: string; readonly path: RegExp },
  command: readonly string[],
) {
  const held = await holdRequest(project, { ...request, each: true });
  expect(await run('state', 'accept-address', '--yes')).toMatchObject({ exitCode: 0 });
  const step = project.start(...command);
  await held.hasCome;
  const stop = project.start('rollout', 'stop', 'customers', '--reason', 'customers call');
  for await (const line of step.iterable({ from: 'stderr' }))
    if (line.includes('no further account begins')) held.letGo();
  const [stepped, stopped] = await Promise.all([step, stop]);
  expect(stopped).toMatchObject({ exitCode: 0 });
  return { step: stepped, stop: stopped };
}

const writes = { method: 'PUT', path: /^\/v1\.0\/cycles\/[^/]+$/ };
const reads = { method: 'GET', path: /^\/v1\.0\/cycles\/[^/?]+/ };

it(
  'stops a step in the middle of its wave: the apply of no further account begins, then or later',
  async () => {
    const opened = await openOneWave();
    const { run, listNew } = opened;
    const { stop } = await stopDuring(opened, writes, ['rollout', 'continue', 'customers']);
    expect(stop.stderr).toContain('Stopped the rollout');
    const changed = listNew().length;
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(width);
    const { state, waiting } = await readOneWave(opened);
    expect(state).toBe('stopped');
    expect(waiting).toBe(accounts - changed);
    // Accounts that were not begun keep their revision.
    expect(await run('resume')).toMatchObject({ exitCode: 0 });
    expect(listNew()).toHaveLength(changed);
    expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(listNew()).toHaveLength(changed);
    await expectSettled(opened);
    expect((await run('history')).stdout).toContain('customers call');
  },
  slowTestMs,
);

it(
  'stops a step that still plans its wave: nothing is admitted or changed',
  async () => {
    const opened = await openOneWave();
    const { step } = await stopDuring(opened, reads, ['rollout', 'continue', 'customers']);
    expect(step).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('asked to stop before it admitted an account'),
    });
    expect(await readOneWave(opened)).toMatchObject({
      state: 'stopped',
      admitted: 0,
      waiting: accounts,
    });
    expect(opened.listNew()).toHaveLength(0);
    await expectSettled(opened);
  },
  slowTestMs,
);

it(
  'stops an undo in the middle: accounts that it did not begin keep the revision until it is undone again',
  async () => {
    const opened = await openOneWave();
    const { run, listNew } = opened;
    expect(await run('rollout', 'continue', 'customers', '--wait')).toMatchObject({ exitCode: 0 });
    expect(listNew()).toHaveLength(accounts);
    const undo = ['rollout', 'undo', 'customers', '--yes'];
    const { step } = await stopDuring(opened, writes, undo);
    expect(step).toMatchObject({ exitCode: 3 });
    const left = listNew().length;
    expect(left).toBeGreaterThanOrEqual(accounts - width);
    expect(left).toBeLessThan(accounts);
    const { state, states } = await readOneWave(opened);
    expect(state).toBe('stopped');
    expect(states.toSorted()).toEqual([
      ...Array.from({ length: left }, () => 'done'),
      ...Array.from({ length: accounts - left }, () => 'undone'),
    ]);
    expect((await run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await run('drift')).exitCode).toBe(0);
    expect(await run(...undo)).toMatchObject({ exitCode: 0 });
    expect(listNew()).toHaveLength(0);
    expect((await readOneWave(opened)).state).toBe('undone');
    expect((await run('plan', '--exit-code')).exitCode).toBe(0);
  },
  slowTestMs,
);

it(
  'stops a rollout that another process is about to open, before any account has its revision',
  async () => {
    const opened = await prepareOneWave();
    const { project, run, listNew } = opened;
    const held = await holdRequest(project, { ...reads, each: true });
    expect(await run('state', 'accept-address', '--yes')).toMatchObject({ exitCode: 0 });
    const opening = project.start(...open);
    await held.hasCome;
    const stop = project.start('rollout', 'stop', 'customers', '--reason', 'customers call');
    const store = openSqliteStore({ file: join(project.directory, '.cyclectl/local/store.db') });
    await vi.waitFor(
      async () => {
        const locks = (await store.listLocks()).map(({ account }) => account);
        expect(locks).toContain(toWayLock('customers'));
      },
      { timeout: 60_000, interval: 50 },
    );
    await store.close();
    held.letGo();
    expect(await opening).toMatchObject({ exitCode: 0 });
    expect(await stop).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('Stopped the rollout'),
    });
    expect(await readOneWave(opened)).toMatchObject({ state: 'stopped', admitted: 0 });
    expect((await run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(3);
    expect(listNew()).toHaveLength(0);
    await expectSettled(opened);
  },
  slowTestMs,
);
