import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { toWayLock } from '../../../../src/model/state/lock.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { holdRequest } from '../../../support/block-request.ts';
import { openRemoteProject, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { blueprint, fleet, table } from '../rollout-project.ts';

const open = ['rollout', 'open', 'customers', '--yes'] as const;
const slowTestMs = 120_000;
/** Accounts that are applied at once: twice the requests in flight. */
const width = 2;

/** Six accounts on their first revision, and a rollout of the second one in one wave, which is not opened. */
async function openFleet() {
  const project = await openRemoteProject({}, {}, 'fleet');
  await project.edit('cyclectl.yaml', 'limits: {', `limits: {concurrency: ${width / 2}, `);
  const [head = '', ...lines] = (await readProjectFile(project, table)).split('\n');
  const some = lines.filter((line) => /^(north|south)-00[1-3],/.test(line));
  await project.write(table, `${[head, ...some].join('\n')}\n`);
  const bare = (await readProjectFile(project, fleet)).replace(/ {2}overrides:[\s\S]*$/, '');
  await project.write(fleet, bare);
  const run = (...words: readonly string[]) => runInProcess(project, ...words);
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
  await project.write(fleet, `${bare}  rollout: {waves: [{name: all, percent: 100}]}\n`);
  await project.edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
  const countNew = () =>
    project.emulator.control
      .dump()
      .accounts.filter(({ cycles }) => cycles.some(({ name }) => name === 'Second')).length;
  return { project, run, countNew };
}

async function openRollout() {
  const opened = await openFleet();
  expect(await opened.run(...open)).toMatchObject({ exitCode: 0 });
  return opened;
}

type Opened = Awaited<ReturnType<typeof openRollout>>;

/** Stops a command that waits for a request of a kind, and lets it go on once it has heard of the stop. */
async function stopDuring(
  { project, run }: Opened,
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

async function readRollout({ run }: Opened) {
  const status = JSON.parse((await run('rollout', 'status', '--format', 'json')).stdout);
  const { state, admitted, members } = status.fleets[0].rollout;
  return { state, admitted, states: members.map((each: { state: string }) => each.state) };
}

async function expectNothingToDo({ run }: Opened): Promise<void> {
  expect((await run('plan', '--exit-code')).exitCode).toBe(0);
  expect((await run('drift')).exitCode).toBe(0);
  expect((await run('resume', '--status')).stdout).toBe('No unfinished work.');
}

const writes = { method: 'PUT', path: /^\/v1\.0\/cycles\/[^/]+$/ };
const reads = { method: 'GET', path: /^\/v1\.0\/cycles\/[^/?]+/ };

it(
  'stops a step in the middle of its wave: the apply of no further account begins, then or later',
  async () => {
    const opened = await openRollout();
    const { run, countNew } = opened;
    const { stop } = await stopDuring(opened, writes, ['rollout', 'continue', 'customers']);
    expect(stop.stderr).toContain('Stopped the rollout');
    const changed = countNew();
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(width);
    const { state, states } = await readRollout(opened);
    expect(state).toBe('stopped');
    expect(states.filter((each: string) => each === 'waiting')).toHaveLength(6 - changed);
    // Accounts that were not begun keep their revision.
    expect(await run('resume')).toMatchObject({ exitCode: 0 });
    expect(countNew()).toBe(changed);
    expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(countNew()).toBe(changed);
    await expectNothingToDo(opened);
    expect((await run('history')).stdout).toContain('customers call');
  },
  slowTestMs,
);

it(
  'stops a step that still plans its wave: nothing is admitted or changed',
  async () => {
    const opened = await openRollout();
    const { step } = await stopDuring(opened, reads, ['rollout', 'continue', 'customers']);
    expect(step).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('asked to stop before it admitted an account'),
    });
    expect(await readRollout(opened)).toEqual({
      state: 'stopped',
      admitted: 0,
      states: Array.from({ length: 6 }, () => 'waiting'),
    });
    expect(opened.countNew()).toBe(0);
    await expectNothingToDo(opened);
  },
  slowTestMs,
);

it(
  'stops an undo in the middle: accounts that it did not begin keep the revision until it is undone again',
  async () => {
    const opened = await openRollout();
    const { run, countNew } = opened;
    expect(await run('rollout', 'continue', 'customers', '--wait')).toMatchObject({ exitCode: 0 });
    expect(countNew()).toBe(6);
    const undo = ['rollout', 'undo', 'customers', '--yes'];
    const { step } = await stopDuring(opened, writes, undo);
    expect(step).toMatchObject({ exitCode: 3 });
    const left = countNew();
    expect(left).toBeGreaterThanOrEqual(6 - width);
    expect(left).toBeLessThan(6);
    const { state, states } = await readRollout(opened);
    expect(state).toBe('stopped');
    expect(states.toSorted()).toEqual([
      ...Array.from({ length: left }, () => 'done'),
      ...Array.from({ length: 6 - left }, () => 'undone'),
    ]);
    expect((await run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await run('drift')).exitCode).toBe(0);
    expect(await run(...undo)).toMatchObject({ exitCode: 0 });
    expect(countNew()).toBe(0);
    expect((await readRollout(opened)).state).toBe('undone');
    expect((await run('plan', '--exit-code')).exitCode).toBe(0);
  },
  slowTestMs,
);

it(
  'stops a rollout that another process is about to open, before any account has its revision',
  async () => {
    const opened = await openFleet();
    const { project, run, countNew } = opened;
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
    expect(await readRollout(opened)).toMatchObject({ state: 'stopped', admitted: 0 });
    expect((await run('rollout', 'continue', 'customers', '--exit-code')).exitCode).toBe(3);
    expect(countNew()).toBe(0);
    await expectNothingToDo(opened);
  },
  slowTestMs,
);
