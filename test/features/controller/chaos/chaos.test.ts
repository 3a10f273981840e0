import { expect, it } from 'vitest';
import { makeSeededRandom } from '../../../../src/kit/seeded-random.ts';
import { drawService } from '../../../faults/picture.ts';
import {
  accounts,
  expectSettled,
  listPaused,
  prepareOneWave,
} from '../../rollout/decisions/kill-step.ts';
import { blueprint } from '../../rollout/rollout-project.ts';
import { openSharedProject, type StartedReplica, startReplica } from '../start-replica.ts';

// Replicas that die, and a database that cuts all connections. CHAOS_ROUNDS is how many changes are
// brought, CHAOS_SEED what happens meanwhile.

const rounds = Number(process.env.CHAOS_ROUNDS ?? 1);
const seed = Number(process.env.CHAOS_SEED ?? 20_261_129);
const replicas = 3;
/** Longest time until a change has reached all accounts: a dead replica's locks and jobs are free sooner. */
const settledMs = 120_000;

async function openFleet() {
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
  const start = () => startReplica(shared, '--mode', 'reconcile', '--interval', '5s');
  return { shared, run, start };
}

type Fleet = Awaited<ReturnType<typeof openFleet>>;

function listNamed({ shared }: Fleet, name: string): number {
  const { accounts: all } = shared.emulator.control.dump();
  return all.filter(({ cycles }) => cycles.some((cycle) => cycle.name === name)).length;
}

async function cutConnections({ shared: { database } }: Fleet): Promise<void> {
  await database.run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

it(
  'brings each change to each account once, whatever dies meanwhile',
  async () => {
    const fleet = await openFleet();
    const { shared, run, start } = fleet;
    const random = makeSeededRandom(seed);
    const before = drawService(shared.emulator);
    const running: StartedReplica[] = [];
    for (let each = 0; each < replicas; each += 1) running.push(await start());
    let name = 'Second';
    for (let round = 1; round <= rounds; round += 1) {
      const next = `Round ${round}`;
      const about = `seed ${seed}, round ${round}`;
      await shared.edit(blueprint, `displayName: ${name}`, `displayName: ${next}`);
      name = next;
      // Until the folder is read, and some accounts are at work.
      await expect
        .poll(() => listNamed(fleet, next), { message: about, timeout: settledMs })
        .toBeGreaterThan(0);
      await wait(random() * 500);
      if (random() < 0.5) {
        const [victim] = running.splice(Math.floor(random() * running.length), 1);
        await victim?.end('SIGKILL');
        running.push(await start());
      } else await cutConnections(fleet);
      await expect
        .poll(() => listNamed(fleet, next), { message: about, timeout: settledMs })
        .toBe(accounts);
    }
    for (const replica of running) await replica.end();
    // The rest of the last round: what a dead replica left is finished by the next one.
    const last = await start();
    await expect
      .poll(async () => (await last.get('/metrics')).text, { timeout: settledMs })
      .toContain(`cyclectl_accounts{state="in-sync"} ${accounts}`);
    await last.end();
    await expectSettled({ run });
    expect(listPaused({ project: shared })).toEqual([]);
    const named = (pictures: typeof before) =>
      JSON.stringify(pictures).replaceAll(/Second|Round \d+|Contacts to files/g, 'NAME');
    expect(named(drawService(shared.emulator))).toBe(named(before));
    const open = await shared.database.run(
      "SELECT state, data FROM cyclectl_queue.job WHERE state = 'active'",
    );
    expect(open).toEqual([]);
  },
  300_000 + rounds * 120_000,
);
