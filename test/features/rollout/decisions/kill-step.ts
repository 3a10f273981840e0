import { expect } from 'vitest';
import { holdRequest } from '../../../support/block-request.ts';
import { openRemoteProject, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { blueprint, firstName, fleet, table } from '../rollout-project.ts';

/** Accounts that are applied at once: twice the requests in flight. */
export const width = 2;
export const accounts = 12;

/** Opens a rollout of one wave over twelve accounts, which are applied two at once. */
export async function openOneWave() {
  const opened = await prepareOneWave();
  expect(await opened.run('rollout', 'open', 'customers', '--yes')).toMatchObject({ exitCode: 0 });
  return opened;
}

type RemoteProject = Awaited<ReturnType<typeof openRemoteProject>>;

/** Twelve accounts on their first revision, and the files of a rollout of the second one, which is not opened. */
export async function prepareOneWave(opened?: RemoteProject) {
  const project = opened ?? (await openRemoteProject({}, {}, 'fleet'));
  await project.edit('cyclectl.yaml', 'limits: {', `limits: {concurrency: ${width / 2}, `);
  const [head = '', ...lines] = (await readProjectFile(project, table)).split('\n');
  const some = lines.filter((line) => /^(north|south)-00[1-6],/.test(line));
  await project.write(table, `${[head, ...some].join('\n')}\n`);
  const bare = (await readProjectFile(project, fleet)).replace(/ {2}overrides:[\s\S]*$/, '');
  await project.write(fleet, bare);
  const run = (...words: readonly string[]) => runInProcess(project, ...words);
  expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
  await project.write(fleet, `${bare}  rollout: {waves: [{name: all, percent: 100}]}\n`);
  await project.edit(blueprint, `displayName: ${firstName}`, 'displayName: Second');
  const listNew = () =>
    project.emulator.control
      .dump()
      .accounts.flatMap(({ externalId, cycles }) =>
        cycles.some(({ name }) => name === 'Second') ? [externalId] : [],
      );
  return { project, run, listNew };
}

/** A fleet with a rollout. */
export type OneWave = Awaited<ReturnType<typeof openOneWave>>;

/** Kills a step at its first write of a cycle, in the middle of its accounts. */
export async function killStep({ project, run }: OneWave, ...step: readonly string[]) {
  const held = await holdRequest(project, { method: 'PUT', path: /^\/v1\.0\/cycles\/[^/]+$/ });
  expect(await run('state', 'accept-address', '--yes')).toMatchObject({ exitCode: 0 });
  const dying = project.start('rollout', ...step);
  await held.hasCome;
  dying.kill('SIGKILL');
  await dying;
  held.letGo();
}

/** Lists accounts with a cycle that does not run. */
export function listPaused({ project }: Pick<OneWave, 'project'>): readonly string[] {
  const { accounts: all } = project.emulator.control.dump();
  return all.flatMap(({ externalId, cycles }) =>
    cycles.some(({ status }) => status !== 'Active') ? [externalId] : [],
  );
}

/** Reads the rollout: its state, and how many of its accounts wait or are on its revision. */
export async function readOneWave({ run }: OneWave) {
  const { stdout } = await run('rollout', 'status', '--format', 'json');
  const [found] = JSON.parse(stdout).fleets;
  const { revision, state, admitted, members } = found.rollout;
  const on = found.accounts.find((each: { revision: string }) => each.revision === revision);
  const states: readonly string[] = members.map((each: { state: string }) => each.state);
  return { state, admitted, states, waiting: count(states, 'waiting'), on: on?.accounts ?? 0 };
}

function count(states: readonly string[], state: string): number {
  return states.filter((each) => each === state).length;
}

/** Expects that nothing is left to do: each account is as its revision has it. */
export async function expectSettled({ run }: Pick<OneWave, 'run'>): Promise<void> {
  expect((await run('plan', '--exit-code')).exitCode).toBe(0);
  expect((await run('drift')).exitCode).toBe(0);
  expect((await run('resume', '--status')).stdout).toBe('No unfinished work.');
}
