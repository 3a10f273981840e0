import { describe, expect, it } from 'vitest';
import { holdRequest } from '../../support/block-request.ts';
import { openRemoteProject, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { blueprint, fleet, table } from './rollout-project.ts';

const slowTestMs = 120_000;
/** Accounts that are applied at once: twice the requests in flight. */
const width = 2;
const accounts = 12;

/** Twelve accounts, and a rollout of one wave whose step died in the middle of it. */
async function killStep() {
  const project = await openRemoteProject({}, {}, 'fleet');
  await project.edit('cyclectl.yaml', 'limits: {', `limits: {concurrency: ${width / 2}, `);
  const [head = '', ...lines] = (await readProjectFile(project, table)).split('\n');
  const some = lines.filter((line) => /^(north|south)-00[1-6],/.test(line));
  await project.write(table, `${[head, ...some].join('\n')}\n`);
  const bare = (await readProjectFile(project, fleet)).replace(/ {2}overrides:[\s\S]*$/, '');
  await project.write(fleet, bare);
  const run = (...words: readonly string[]) => runInProcess(project, ...words);
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
  await project.write(fleet, `${bare}  rollout: {waves: [{name: all, percent: 100}]}\n`);
  await project.edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
  expect(await run('rollout', 'open', 'customers', '--yes')).toMatchObject({ exitCode: 0 });
  const listNew = () =>
    project.emulator.control
      .dump()
      .accounts.flatMap(({ externalId, cycles }) =>
        cycles.some(({ name }) => name === 'Second') ? [externalId] : [],
      );
  const held = await holdRequest(project, { method: 'PUT', path: /^\/v1\.0\/cycles\/[^/]+$/ });
  expect(await run('state', 'accept-address', '--yes')).toMatchObject({ exitCode: 0 });
  const step = project.start('rollout', 'continue', 'customers');
  await held.hasCome;
  step.kill('SIGKILL');
  await step;
  held.letGo();
  return { project, run, listNew };
}

type Killed = Awaited<ReturnType<typeof killStep>>;

async function readRollout({ run }: Killed) {
  const { stdout } = await run('rollout', 'status', '--format', 'json');
  const [found] = JSON.parse(stdout).fleets;
  const { revision, state, members } = found.rollout;
  const on = found.accounts.find((each: { revision: string }) => each.revision === revision);
  const waiting = members.filter((each: { state: string }) => each.state === 'waiting');
  return { state, waiting: waiting.length, on: on?.accounts ?? 0 };
}

describe('a step that died in the middle of its wave', () => {
  it.each([['stop'], ['pause']])(
    'gives no account the revision that it did not begin, once a person decides on a %s',
    async (decision) => {
      const killed = await killStep();
      const { run, listNew } = killed;
      const decided = await run('rollout', decision, 'customers', '--reason', 'customers call');
      expect(decided).toMatchObject({ exitCode: 0 });
      const { waiting, on } = await readRollout(killed);
      expect(on).toBeGreaterThan(0);
      expect(on).toBeLessThanOrEqual(width);
      expect(waiting).toBe(accounts - on);
      expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
      expect(listNew()).toHaveLength(on);
      expect((await readRollout(killed)).on).toBe(on);
      expect((await run('plan', '--exit-code')).exitCode).toBe(0);
      expect((await run('drift')).exitCode).toBe(0);
      expect((await run('resume', '--status')).stdout).toBe('No unfinished work.');
    },
    slowTestMs,
  );

  it(
    'is gone on with by the commands that are advised',
    async () => {
      const killed = await killStep();
      const { run, listNew } = killed;
      const { on } = await readRollout(killed);
      const { stdout, stderr } = await run('plan');
      const text = `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ');
      expect(text).toContain('Run cyclectl rollout continue customers to go on with it');
      const resumed = await run('resume');
      expect(resumed, `${resumed.stdout}\n${resumed.stderr}`).toMatchObject({ exitCode: 0 });
      expect(listNew()).toHaveLength(on);
      expect((await readRollout(killed)).waiting).toBe(accounts - on);
      const rest = await run('rollout', 'continue', 'customers', '--wait');
      expect(rest, `${rest.stdout}\n${rest.stderr}`).toMatchObject({ exitCode: 0 });
      expect(listNew()).toHaveLength(accounts);
      expect(await readRollout(killed)).toMatchObject({ state: 'done', waiting: 0 });
    },
    slowTestMs,
  );
});
