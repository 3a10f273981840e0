import { beforeAll, expect, it, vi } from 'vitest';
import { blockRequest } from '../../support/block-request.ts';
import { readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { type GatedFleet, openGatedFleet } from './gate/open-gated-fleet.ts';
import { blueprint, fleet } from './rollout-project.ts';

// The story of a rollout, in the time of the service: a mistake is merged and stopped in its second wave, undone, and its
// correction reaches all. Its tests build on one another.

// Each test runs many commands, some in two processes: no limit but the one that ends a hanging test.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const rollout = `  rollout:
    gate: {evidence: 80%, within: 26h, errors: noMoreThanBefore}
    waves: [{name: pilot, count: 2}, {name: half, percent: 50}]
`;
/** Pause, edit and start of one cycle. */
const writesOfRename = 3;
const first = 'Contacts to files';
const proceed = ['rollout', 'continue', 'customers', '--exit-code'] as const;

let place: GatedFleet;

beforeAll(async () => {
  place = await openGatedFleet({
    accounts: /^(north|south)-00[1-7],[^,]*,(standard|enterprise),/,
    frozenAt: new Date().toISOString(),
  });
  const before = await readProjectFile(place.project, fleet);
  await place.project.write(fleet, before + rollout);
});

/** Names and states of the cycles of each account: none is there twice. */
function listCycles(): ReadonlyMap<string, string> {
  const { accounts } = place.emulator.control.dump();
  return new Map(
    accounts.map(({ externalId, cycles }) => [
      externalId.replace('.example', ''),
      cycles.map(({ name, status }) => `${name}, ${status}`).join('; '),
    ]),
  );
}

type Status = {
  readonly accounts: readonly { readonly accounts: number }[];
  readonly rollout: {
    readonly state: string;
    readonly members: readonly {
      readonly account: string;
      readonly wave: number;
      readonly state: string;
    }[];
  };
};

async function readStatus(): Promise<Status> {
  const { stdout } = await runInProcess(place.project, 'rollout', 'status', '--format', 'json');
  const [status] = (JSON.parse(stdout) as { readonly fleets: readonly Status[] }).fleets;
  if (status === undefined) throw new Error('no fleet');
  return status;
}

/** Checks the names of the cycles of each wave, and that no account has drift or a plan. */
async function expectWaves(...expected: readonly string[]): Promise<void> {
  const cycles = listCycles();
  const { members } = (await readStatus()).rollout;
  expect(members).toHaveLength(cycles.size);
  for (const { account, wave } of members)
    expect(cycles.get(account), `${account} of wave ${wave + 1}`).toBe(`${expected[wave]}, Active`);
  expect((await place.step('drift')).exitCode).toBe(0);
  expect((await place.step('plan', '--exit-code')).exitCode).toBe(0);
}

async function open(from: string, to: string): Promise<void> {
  await place.project.edit(blueprint, `displayName: ${from}`, `displayName: ${to}`);
  expect((await place.step('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
}

/** Writes since a request, by account. */
function countWrites(since: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { account, method, path } of place.emulator.requests().slice(since)) {
    const key = account?.replace('.example', '') ?? 'all';
    if (method !== 'GET' && path !== '/oauth/token') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Takes a step in two processes at once. Each account of a wave is written as often as by one, and no other is. */
async function proceedTwice(wave: number, codes: readonly number[]): Promise<void> {
  const since = place.emulator.requests().length;
  const both = [place.project.start(...proceed), place.project.start(...proceed)];
  const ended = await Promise.all(both);
  expect(ended.map(({ exitCode }) => exitCode).toSorted()).toEqual(codes);
  const { members } = (await readStatus()).rollout;
  const accounts = members.flatMap((each) => (each.wave === wave ? [each.account] : []));
  const once = new Map(accounts.map((account) => [account, writesOfRename]));
  expect(countWrites(since)).toEqual(once);
}

it('opens, and changes nothing', async () => {
  await open(first, 'Mistake');
  await expectWaves(first, first, first);
});

it('brings the first wave once, though two processes continue it at once', async () => {
  await proceedTwice(0, [2, 2]);
  await expectWaves('Mistake', first, first);
});

it('passes no wave before there is evidence, however long it takes', async () => {
  for (const passes of ['1m', '30h']) {
    const waits = await place.step(...proceed);
    expect(waits, passes).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining('no evidence of 2 accounts, 2 more are needed'),
    });
    place.emulator.control.advance(passes);
  }
  expect((await place.step(...proceed)).text).toContain('asks a person since');
  await expectWaves('Mistake', first, first);
});

it('passes it by its runs, and stops where an account of the second wave fails', async () => {
  await place.emulator.control.letPass('16m');
  const path = '/v1.0/cycles/*';
  place.emulator.control.plantFaults([
    { method: 'PUT', path, nth: 2, do: 'status', status: 400, message: 'no' },
  ]);
  const stopped = await place.step(...proceed);
  place.emulator.control.plantFaults([]);
  expect(stopped).toMatchObject({
    exitCode: 3,
    text: expect.stringMatching(
      /The wave pilot passed its gate, evidence of 2 of 2 accounts.* 5 done, 1 failed.*Stopped/,
    ),
  });
  const { members, state } = (await readStatus()).rollout;
  expect(state).toBe('stopped');
  const cycles = listCycles();
  for (const { account, wave, state: result } of members) {
    const name = wave === 2 || result === 'failed' ? first : 'Mistake';
    expect(cycles.get(account), account).toBe(`${name}, Active`);
  }
  const rest = members.flatMap(({ account, wave }) =>
    wave === 2 ? ['--select', `account=${account}`] : [],
  );
  expect((await place.step('drift')).exitCode).toBe(0);
  expect((await place.step('plan', '--exit-code', ...rest)).exitCode).toBe(0);
  expect((await place.step(...proceed)).exitCode).toBe(3);
});

it('brings both waves back by an undo', async () => {
  const undone = await place.step('rollout', 'undo', 'customers', '--yes', '--reason', 'a mistake');
  expect(undone, undone.text).toMatchObject({ exitCode: 0 });
  expect(undone.text).toContain('8 accounts brought back');
  await expectWaves(first, first, first);
  expect((await readStatus()).accounts).toEqual([expect.objectContaining({ accounts: 12 })]);
});

it('rolls its correction through all waves, each after evidence of the one before', async () => {
  await open('Mistake', 'Correct');
  expect((await place.step(...proceed)).exitCode).toBe(2);
  await expectWaves('Correct', first, first);
  await place.emulator.control.letPass('16m');
  await proceedTwice(1, [2, 2]);
  await expectWaves('Correct', 'Correct', first);
  place.emulator.control.advance('20h');
  expect((await place.step(...proceed)).text).toMatch(/The wave half waits: no evidence of/);
  await place.emulator.control.letPass('16m');
  expect((await place.step(...proceed)).exitCode).toBe(2);
  await expectWaves('Correct', 'Correct', 'Correct');
  await place.emulator.control.letPass('16m');
  await proceedTwice(3, [0, 0]);
  const { accounts, rollout: ended } = await readStatus();
  expect(ended.state).toBe('done');
  expect(accounts).toEqual([expect.objectContaining({ accounts: 12 })]);
});

it('refuses a step while another process is in one, and goes on when that is dead', async () => {
  await open('Correct', 'Better');
  const held = blockRequest(place.emulator, { method: 'PUT', path: '/v1.0/cycles/**', nth: 1 });
  const other = place.project.start(...proceed);
  await held.hasCome();
  const refused = await place.step(...proceed, '--lock-timeout', '0s');
  expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining('has worked on') });
  other.kill('SIGKILL');
  await other;
  place.emulator.control.plantFaults([]);
  expect((await place.step(...proceed)).exitCode).toBe(2);
  await expectWaves('Better', 'Correct', 'Correct');
});

it('has each decision in the history, with who and why', async () => {
  const { text } = await place.step('history');
  for (const decision of [
    /open \S+: revision/,
    /pass .* wave pilot/,
    /stop .*wave half, 6 accounts/,
    /undo .*a mistake/,
    /end \S+ of customers/,
  ])
    expect(text).toMatch(decision);
});
