import { vi } from 'vitest';
import { makeSeededRandom } from '../../../../src/kit/seeded-random.ts';
import type { Planted } from '../../../../tools/simulate/plant-edits.ts';
import { drawService } from '../../../faults/picture.ts';
import { accounts, listPaused, prepareOneWave } from '../../rollout/decisions/kill-step.ts';
import { blueprint, table } from '../../rollout/rollout-project.ts';
import { openSharedProject, type SharedProject } from '../start-replica.ts';
import { Crowd, type Disturbance, wait } from './disturbances.ts';

/** What happens while changes are brought to a fleet. */
export type Chaos = {
  readonly seed: number;
  readonly rounds: number;
  /** Drawn from, once in a round. */
  readonly disturbances: readonly Disturbance[];
  readonly mistake: Planted | null;
};

const replicas = 3;
/** One row more in so many rounds. */
const rowEvery = 4;
/** Longest time until a change has reached all accounts, after the end of a disturbance. */
const settledMs = 240_000;

/**
 * Lets replicas of the controller bring changes to a fleet amid disturbances. Gives what went wrong in the
 * first round in which something did.
 */
export async function runChaos(chaos: Chaos): Promise<readonly string[]> {
  const { seed, rounds, disturbances, mistake } = chaos;
  const { shared, run } = await openChangedFleet();
  const crowd = new Crowd(shared, mistake);
  const random = makeSeededRandom(seed);
  for (let each = 0; each < replicas; each += 1) await crowd.add();
  let [rows, name] = [accounts, 'Second'];
  for (let round = 1; round <= rounds; round += 1) {
    const next = `Round ${round}`;
    await shared.edit(blueprint, `displayName: ${name}`, `displayName: ${next}`);
    if (round % rowEvery === 0) {
      rows += 1;
      await addRow(shared, rows);
    }
    name = next;
    const kind = disturbances[Math.floor(random() * disturbances.length)] ?? 'kill';
    // Until the folder is read, and some accounts are at work.
    await settle(() => listNamed(shared, next).length > 0);
    await wait(random() * 500);
    await crowd.disturb(kind, random);
    const isBrought = await settle(() => listNamed(shared, next).length === rows);
    const wrong = [
      ...(isBrought ? [] : [`${next} reached only ${listNamed(shared, next).join(', ')}`]),
      ...crowd.log.doubled,
      ...(await listRepeatedJobs(shared)),
    ];
    if (wrong.length === 0) continue;
    return [
      `seed ${seed}, round ${round}: ${kind}`,
      ...wrong,
      ...crowd.log.listFlying(),
      ...crowd.listLogged(),
      ...(await listQueue(shared)),
    ];
  }
  await crowd.end();
  // The rest of the last round: what a dead replica left is finished by the next one.
  const last = await crowd.add();
  // The second one began after its start.
  await last.waitFor({ event: 'sweep-ended' }, 1);
  const inSync = `cyclectl_accounts{state="in-sync"} ${rows}`;
  const isInSync = await settle(async () => (await last.get('/metrics')).text.includes(inSync));
  await crowd.end();
  return [
    ...(isInSync ? [] : ['not in sync at the end']),
    ...(crowd.log.writes > rounds * accounts ? [] : ['not all writes were seen']),
    ...crowd.log.doubled,
    ...(await listRepeatedJobs(shared)),
    ...(await listUnendedJobs(shared)),
    ...listPaused({ project: shared }).map((each) => `${each} has a cycle that does not run`),
    ...listUnlike(shared),
    ...(await listUnsettled(run)),
  ];
}

/** Twelve accounts on their first revision, and a change of all of them that no rollout brings. */
export async function openChangedFleet() {
  const shared = await openSharedProject('fleet');
  const { run } = await prepareOneWave(shared);
  // Without a rollout, each change of the blueprint goes to all accounts at once.
  const fleet = 'fleets/customers.yaml';
  await shared.edit(fleet, '  rollout: {waves: [{name: all, percent: 100}]}\n', '');
  // Each round changes all accounts.
  await shared.edit(
    'cyclectl.yaml',
    'store: {postgres',
    'protect: {maxChangedPercent: 100}\n      store: {postgres',
  );
  return { shared, run };
}

async function addRow(shared: SharedProject, number: number): Promise<void> {
  const first = 'north-001,';
  const row = `north-${100 + number},north-${100 + number}.example,standard,,,North ${100 + number},,eu,,`;
  await shared.edit(table, first, `${row}\n${first}`);
}

function listNamed({ emulator }: SharedProject, name: string): readonly string[] {
  const { accounts: all } = emulator.control.dump();
  return all.flatMap(({ externalId, cycles }) =>
    cycles.some((cycle) => cycle.name === name) ? [externalId] : [],
  );
}

/** Waits until something is so, as long as a change may take. */
async function settle(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const check = async (): Promise<void> => {
    if (!(await isSo())) throw new Error('not yet');
  };
  return vi.waitFor(check, { timeout: settledMs, interval: 250 }).then(
    () => true,
    () => false,
  );
}

async function listRepeatedJobs({ database }: SharedProject): Promise<readonly string[]> {
  const rows = await database.run('SELECT data FROM cyclectl_queue.job WHERE retry_count > 0');
  return rows.map(({ data }) => `the queue repeated ${JSON.stringify(data)}`);
}

async function listQueue({ database }: SharedProject): Promise<readonly string[]> {
  const rows = await database.run(
    `SELECT accounts.account, due, queued, looked, accounts.state, job.state AS job, job.started_on, heartbeat_on, extract(epoch FROM clock_timestamp()) * 1000 AS now
      FROM cyclectl_controller.accounts LEFT JOIN cyclectl_queue.job ON data->>'account' = accounts.account AND job.state < 'completed'`,
  );
  return rows.map((row) => JSON.stringify(row));
}

async function listUnendedJobs({ database }: SharedProject): Promise<readonly string[]> {
  const rows = await database.run(
    "SELECT state, data FROM cyclectl_queue.job WHERE state IN ('active', 'retry')",
  );
  return rows.map(({ state, data }) => `a job is ${state}: ${JSON.stringify(data)}`);
}

// All rows are alike but for their names, zones and intervals, so that what is doubled or lost shows.
function listUnlike({ emulator }: SharedProject): readonly string[] {
  const pictures = drawService(emulator).map((each) => ({
    id: each.id,
    text: JSON.stringify(each)
      .replaceAll(/(north|south)[-, ]\d+/gi, 'ROW')
      .replaceAll(/Europe\/[A-Za-z]+/g, 'ZONE')
      .replaceAll(/"intervalMinutes":\d+/g, 'INTERVAL'),
  }));
  const [first] = pictures;
  if (first === undefined) return ['the service has no accounts'];
  return pictures.flatMap(({ id, text }) => {
    const at = [...text].findIndex((letter, index) => letter !== first.text[index]);
    if (at === -1 && text.length === first.text.length) return [];
    return [`${id} is not like ${first.id}: ${text.slice(Math.max(0, at - 100), at + 200)}`];
  });
}

type Run = Awaited<ReturnType<typeof prepareOneWave>>['run'];

async function listUnsettled(run: Run): Promise<readonly string[]> {
  const found: string[] = [];
  for (const words of [['plan', '--exit-code'], ['drift'], ['resume', '--status']]) {
    const { exitCode, stdout, stderr } = await run(...words);
    if (exitCode !== 0)
      found.push(`${words.join(' ')} ended with ${exitCode}:\n${stdout}${stderr}`);
    if (words[0] === 'resume' && stdout !== 'No unfinished work.') found.push(stdout);
  }
  return found;
}
