import { beforeAll, describe, expect, it } from 'vitest';
import { blockRequest } from '../../support/block-request.ts';
import { openRemoteProject, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const slowTestMs = 120_000;
const mostSteps = 6;
const table = 'fleets/customers.csv';
const step = ['rollout', 'continue', 'customers'] as const;

type RemoteProject = Awaited<ReturnType<typeof openRemoteProject>>;

const secondName = 'displayName: Second';
/** Leaves the cycle out of all accounts. */
const noCycle = 'when: account.labels.tier == "none"';

/**
 * Four accounts on their first revision, and an open rollout in two waves of the second one, which has
 * other lines of the cycle.
 */
async function openRollout(second = secondName): Promise<RemoteProject> {
  const project = await openRemoteProject({}, {}, 'fleet');
  const rows = await readProjectFile(project, table);
  const [head = '', ...lines] = rows.split('\n');
  const some = lines.filter((line) => /^(north|south)-00[12],/.test(line));
  await project.write(table, `${[head, ...some].join('\n')}\n`);
  const fleet = await readProjectFile(project, 'fleets/customers.yaml');
  const bare = fleet.replace(/ {2}overrides:[\s\S]*$/, '');
  await project.write('fleets/customers.yaml', bare);
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const rollout = '  rollout: {waves: [{name: pilot, count: 2}]}\n';
  await project.write('fleets/customers.yaml', `${bare}${rollout}`);
  await project.edit('blueprints/crm-sync.yaml', 'displayName: Contacts to files', second);
  expect(await runInProcess(project, 'rollout', 'open', 'customers', '--yes')).toMatchObject({
    exitCode: 0,
  });
  return project;
}

/** Names of all cycles by account: none is there twice. */
function listNames({ emulator }: RemoteProject): Readonly<Record<string, readonly string[]>> {
  const { accounts } = emulator.control.dump();
  return Object.fromEntries(
    accounts.map(({ externalId, cycles }) => [externalId, cycles.map(({ name }) => name)]),
  );
}

function listUpdated(project: RemoteProject): readonly string[] {
  return Object.entries(listNames(project)).flatMap(([id, names]) =>
    names.includes('Second') ? [id] : [],
  );
}

/** Numbers of cycles by status, without those that the service is about to delete. */
function countStatuses({ emulator }: RemoteProject): Readonly<Record<string, number>> {
  const cycles = emulator.control.dump().accounts.flatMap((account) => account.cycles);
  const living = cycles.filter(({ status }) => status !== 'DeleteScheduled');
  const byStatus = Map.groupBy(living, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length]));
}

function countWrites({ emulator }: RemoteProject, since: number): number {
  const written = emulator.requests().slice(since);
  return written.filter(({ method, path }) => method !== 'GET' && path !== '/oauth/token').length;
}

let whole: {
  readonly pilot: readonly string[];
  readonly requests: number;
  readonly firstWrite: number;
  readonly writes: number;
  readonly names: ReturnType<typeof listNames>;
};

beforeAll(async () => {
  const project = await openRollout();
  const before = project.emulator.requests().length;
  expect(await runInProcess(project, ...step)).toMatchObject({ exitCode: 0 });
  const records = project.emulator.requests().slice(before);
  const isWrite = ({ method, path }: (typeof records)[number]) =>
    method !== 'GET' && path !== '/oauth/token';
  const pilot = listUpdated(project);
  expect(await runInProcess(project, ...step, '--exit-code')).toMatchObject({ exitCode: 0 });
  whole = {
    pilot,
    requests: records.length,
    firstWrite: records.findIndex(isWrite) + 1,
    writes: countWrites(project, before),
    names: listNames(project),
  };
  expect(pilot).toHaveLength(2);
  expect(whole.firstWrite).toBeGreaterThan(2);
}, slowTestMs);

async function expectEnd(project: RemoteProject, where: string): Promise<void> {
  let code: number | undefined;
  for (let steps = 0; steps < mostSteps && code !== 0; steps += 1) {
    const { exitCode } = await runInProcess(project, ...step, '--exit-code');
    code = exitCode;
    expect([0, 2], where).toContain(code);
  }
  expect(code, where).toBe(0);
  expect(listNames(project), where).toEqual(whole.names);
  expect(await runInProcess(project, 'plan', '--exit-code'), where).toMatchObject({ exitCode: 0 });
  const status = await runInProcess(project, 'resume', '--status');
  expect(status.stdout, where).toBe('No unfinished work.');
  const { stdout } = await runInProcess(project, 'rollout', 'status', '--format', 'json');
  const [fleet] = JSON.parse(stdout).fleets;
  expect(fleet.accounts, where).toHaveLength(1);
  expect(fleet.rollout.state, where).toBe('done');
}

type Blow = {
  readonly moment: string;
  /** The request that it is killed at, before the service has it. */
  readonly aim: () => Parameters<typeof blockRequest>[1];
  /** The command that goes on. */
  readonly next: readonly string[];
};

const blows: readonly Blow[] = [
  {
    moment: 'before it admits accounts',
    aim: () => ({ path: '/**', nth: Math.floor(whole.firstWrite / 2) }),
    next: step,
  },
  {
    moment: 'after it admitted them',
    aim: () => ({ path: '/**', nth: whole.firstWrite }),
    next: ['apply', '--yes'],
  },
  {
    moment: 'where it has paused a cycle',
    aim: () => ({ method: 'PUT', path: '/v1.0/cycles/*', nth: 1 }),
    next: step,
  },
  {
    moment: 'in the middle of its apply',
    aim: () => ({ path: '/**', nth: Math.floor((whole.firstWrite + whole.requests) / 2) }),
    next: ['resume'],
  },
  {
    moment: 'before it records what they came to',
    aim: () => ({ path: '/**', nth: whole.requests }),
    next: step,
  },
];

describe('a step of a rollout', () => {
  it.each(blows)(
    'that is killed $moment is gone on with, and no other account gets the revision',
    async ({ moment, aim, next }) => {
      const project = await openRollout();
      const held = blockRequest(project.emulator, aim());
      const killed = project.start(...step);
      await held.hasCome();
      killed.kill('SIGKILL');
      await killed;
      project.emulator.control.plantFaults([]);
      expect(whole.pilot, moment).toEqual(expect.arrayContaining([...listUpdated(project)]));
      const went = await runInProcess(project, ...next);
      expect(went, `${moment}\n${went.stdout}\n${went.stderr}`).toMatchObject({ exitCode: 0 });
      expect(listUpdated(project), moment).toEqual(whole.pilot);
      await expectEnd(project, moment);
    },
    slowTestMs,
  );

  it(
    'waits for another one of the same fleet, then takes the step after it',
    async () => {
      const project = await openRollout();
      const before = project.emulator.requests().length;
      const both = [project.start(...step, '--exit-code'), project.start(...step, '--exit-code')];
      const codes = (await Promise.all(both)).map(({ exitCode }) => exitCode);
      expect(codes.toSorted()).toEqual([0, 2]);
      expect(countWrites(project, before)).toBe(whole.writes);
      await expectEnd(project, 'two at once');
    },
    slowTestMs,
  );
});

describe('a step that stops the cycles which a condition leaves out', () => {
  it.each([[step], [['resume']]])(
    'deletes none of them where it was killed and cyclectl %j goes on',
    async (next) => {
      const project = await openRollout(noCycle);
      const aim = { method: 'PUT', path: '/v1.0/cycles/*/deactivate', nth: 2 };
      const held = blockRequest(project.emulator, aim);
      const killed = project.start(...step);
      await held.hasCome();
      killed.kill('SIGKILL');
      await killed;
      project.emulator.control.plantFaults([]);
      expect(countStatuses(project)).toEqual({ Active: 3, Paused: 1 });
      const went = await runInProcess(project, ...next);
      expect(went, `${went.stdout}\n${went.stderr}`).toMatchObject({ exitCode: 0 });
      expect(countStatuses(project)).toEqual({ Active: 2, Paused: 2 });
      let code: number | undefined;
      for (let steps = 0; steps < mostSteps && code !== 0; steps += 1)
        code = (await runInProcess(project, ...step, '--exit-code')).exitCode;
      expect(code).toBe(0);
      expect(countStatuses(project)).toEqual({ Paused: 4 });
      const later = await runInProcess(project, 'apply', '--yes', '--allow-deletes', '4');
      expect(later).toMatchObject({ exitCode: 0 });
      expect(countStatuses(project)).toEqual({});
    },
    slowTestMs,
  );
});
