import { expect, it } from 'vitest';
import { holdRequest } from '../../support/block-request.ts';
import { openRemoteProject, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { blueprint, fleet, table } from './rollout-project.ts';

const slowTestMs = 60_000;
/** Accounts that are applied at once: twice the requests in flight. */
const width = 2;

/** Six accounts on their first revision, and an open rollout of the second one in one wave. */
async function openRollout() {
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
  expect(await run('rollout', 'open', 'customers', '--yes')).toMatchObject({ exitCode: 0 });
  const countNew = () =>
    project.emulator.control
      .dump()
      .accounts.filter(({ cycles }) => cycles.some(({ name }) => name === 'Second')).length;
  return { project, run, countNew };
}

it(
  'stops a step in the middle of its wave: the apply of no further account begins, then or later',
  async () => {
    const { project, run, countNew } = await openRollout();
    const path = /^\/v1\.0\/cycles\/[^/]+$/;
    const held = await holdRequest(project, { method: 'PUT', path, each: true });
    expect(await run('state', 'accept-address', '--yes')).toMatchObject({ exitCode: 0 });
    const step = project.start('rollout', 'continue', 'customers');
    await held.hasCome;
    const stop = project.start('rollout', 'stop', 'customers', '--reason', 'customers call');
    for await (const line of step.iterable({ from: 'stderr' }))
      if (line.includes('no further account begins')) held.letGo();
    await step;
    expect(await stop).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('Stopped the rollout'),
    });
    const changed = countNew();
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(width);
    const status = JSON.parse((await run('rollout', 'status', '--format', 'json')).stdout);
    const { state, members } = status.fleets[0].rollout;
    expect(state).toBe('stopped');
    const waiting = members.filter((each: { state: string }) => each.state === 'waiting');
    expect(waiting).toHaveLength(6 - changed);
    // The plan of accounts that were not begun is no longer theirs.
    expect(await run('resume')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('[plan-stale]'),
    });
    expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(countNew()).toBe(changed);
    expect((await run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await run('drift')).exitCode).toBe(0);
    expect((await run('resume', '--status')).stdout).toBe('No unfinished work.');
    expect((await run('history')).stdout).toContain('customers call');
  },
  slowTestMs,
);
