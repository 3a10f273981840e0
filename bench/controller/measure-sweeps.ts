import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { type Bench, runCommand } from '../bench.ts';
import type { Figure, Section, Target } from '../figure.ts';
import { openFleet } from '../fleet/open-fleet.ts';
import { type Canned, type Served, startCanned } from '../fleet/start-service.ts';
import type { ProgramPaths } from '../run-program.ts';
import { type BenchDatabase, openBenchDatabase } from './open-bench-database.ts';
import { type BenchReplica, startReplica } from './start-replica.ts';

/** What sweeps are measured on. */
export type SweepSizes = {
  readonly accounts: number;
  /** Requests per second that the replicas have together. */
  readonly perSecond: number;
  /** Numbers of replicas, growing. The last one does the whole sweep that is measured. */
  readonly replicas: readonly number[];
  /** Ends a replica in the middle of a sweep. */
  readonly kills: boolean;
};

type Sweeping = {
  readonly bench: Bench;
  readonly served: Canned;
  readonly database: BenchDatabase;
  readonly paths: ProgramPaths;
  readonly sizes: SweepSizes;
};

/** Time in which replicas share anew, time that is measured, and time of a rate. */
const [settleMs, measuredMs, windowMs] = [10_000, 60_000, 5_000];

/** Accounts of a sweep that is longer than all that is measured in it. */
const manyAccounts = 10_000;

/** Measures sweeps of a fleet in which nothing is to be done, by more and more replicas. */
export async function measureSweeps(
  bench: Bench,
  emulator: Served,
  sizes: SweepSizes,
): Promise<Section> {
  const { accounts, perSecond } = sizes;
  const served = await startCanned(emulator, accounts);
  const fleet = await openFleet(bench, served, accounts);
  const database = await openBenchDatabase(`sweeps_${accounts}`);
  const { folder } = fleet.paths;
  const environment = { ...fleet.paths.environment, DATABASE_URL: database.url };
  const sweeping = { bench, served, database, paths: { folder, environment }, sizes };
  await setProject(folder, 1_000_000);
  bench.say(`adopt ${accounts} accounts`);
  await runCommand(bench, sweeping.paths, ['adopt', '--all', '--yes']);
  // By default the half is theirs.
  await setProject(folder, 2 * perSecond);
  const running: BenchReplica[] = [];
  const figures: Figure[] = [];
  for (const count of sizes.replicas) {
    while (running.length < count) running.push(await startReplica(bench.door, sweeping.paths));
    figures.push(...(await measureRate(sweeping, count)));
  }
  figures.push(...(await measureSweep(sweeping, running)));
  if (sizes.kills) figures.push(await measureKill(sweeping, running));
  for (const replica of running) await replica.end('SIGTERM');
  await served.end();
  const title = `Sweeps of ${accounts} accounts at ${perSecond} requests a second`;
  return { title, figures };
}

async function setProject(folder: string, requestsPerSecond: number): Promise<void> {
  const file = join(folder, 'cyclectl.yaml');
  const project = parse(await readFile(file, 'utf8'));
  const { bench } = project.spec.environments;
  bench.limits.requestsPerSecond = requestsPerSecond;
  bench.store = { postgres: { env: 'DATABASE_URL' } };
  await writeFile(file, stringify(project));
}

async function measureRate(
  { bench, served, sizes: { accounts, perSecond } }: Sweeping,
  count: number,
): Promise<readonly Figure[]> {
  // Smaller fleets rest between two sweeps.
  const target = (bound: Target) => (accounts < manyAccounts ? null : bound);
  const of = count === 1 ? '1 replica' : `${count} replicas`;
  bench.say(`the rate of ${of}`);
  await wait(settleMs);
  await served.readArrivals();
  const fromMs = Date.now();
  await wait(measuredMs);
  const arrivals = await served.readArrivals();
  const span = { fromMs, toMs: fromMs + measuredMs };
  return [
    {
      what: `part of the allowance used, ${of}`,
      value: toRate(arrivals, span) / perSecond,
      unit: 'times',
      target: target({ atLeast: 0.95 }),
    },
    {
      what: `most in any ${windowMs / 1000} s to the allowance, ${of}`,
      value: findMost(arrivals, span) / perSecond,
      unit: 'times',
      target: target({ atMost: 1.01 }),
    },
  ];
}

// The first sweep does not count: it learns which exports it may trust.
async function measureSweep(
  { bench, database, sizes }: Sweeping,
  running: readonly BenchReplica[],
): Promise<readonly Figure[]> {
  const { accounts, perSecond } = sizes;
  const of = running.length === 1 ? '1 replica' : `${running.length} replicas`;
  const [first] = running;
  bench.say('the end of the first sweep');
  await first?.nextSweep();
  const before = { own: await readAll(running), database: await database.readUsage() };
  bench.say(`a sweep by ${of}`);
  const sweep = await first?.nextSweep();
  const after = { own: await readAll(running), database: await database.readUsage() };
  const { requests = 0, seconds = 0 } = sweep ?? {};
  const toCost = (name: 'cpuMs' | 'transactions' | 'walKb') =>
    (after.database[name] - before.database[name]) / accounts;
  const own = (after.own.cpuMs - before.own.cpuMs) / accounts;
  const figures: readonly Omit<Figure, 'target'>[] = [
    { what: 'requests of an account', value: requests / accounts, unit: 'requests' },
    { what: 'processor time of replicas, an account', value: own, unit: 'ms' },
    { what: 'peak memory of a replica', value: after.own.peakKb / 1024, unit: 'MiB' },
    { what: 'transactions of an account', value: toCost('transactions'), unit: 'transactions' },
    { what: 'processor time of the database, an account', value: toCost('cpuMs'), unit: 'ms' },
    { what: 'log of the database, an account', value: toCost('walKb'), unit: 'KiB' },
  ];
  return [
    {
      what: `time of a sweep to requests ÷ allowance, ${of}`,
      value: (seconds * perSecond) / requests,
      unit: 'times',
      target: { atMost: 1.1 },
    },
    ...figures.map((each) => ({ ...each, what: `${each.what}, ${of}`, target: null })),
  ];
}

async function readAll(running: readonly BenchReplica[]) {
  const all = await Promise.all(running.map((each) => each.readUsage()));
  return {
    cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakKb: Math.max(...all.map(({ peakKb }) => peakKb)),
  };
}

/** Time from kill -9 of one replica until the others send as much as all did. */
async function measureKill(
  { bench, served, sizes: { perSecond } }: Sweeping,
  running: BenchReplica[],
): Promise<Figure> {
  await running[0]?.nextSweep();
  bench.say('a replica is killed');
  await wait(2 * settleMs);
  await served.readArrivals();
  const killedMs = Date.now();
  await running.pop()?.end('SIGKILL');
  await wait(60_000);
  const arrivals = await served.readArrivals();
  const enough = 0.95 * perSecond;
  let againMs = 0;
  for (let fromMs = killedMs; fromMs + windowMs <= killedMs + 60_000; fromMs += 500)
    if (toRate(arrivals, { fromMs, toMs: fromMs + windowMs }) < enough)
      againMs = fromMs + windowMs - killedMs;
  const what = 'time until the allowance is used again after a replica was killed';
  return { what, value: againMs, unit: 'ms', target: { atMost: 30_000 } };
}

type Span = { readonly fromMs: number; readonly toMs: number };

function toRate(arrivals: readonly number[], { fromMs, toMs }: Span): number {
  const count = arrivals.filter((each) => each >= fromMs && each < toMs).length;
  return (count * 1000) / (toMs - fromMs);
}

/** The highest rate in any window. */
function findMost(arrivals: readonly number[], { fromMs, toMs }: Span): number {
  let [most, first] = [0, 0];
  const inner = arrivals.filter((each) => each >= fromMs && each < toMs);
  for (const [index, each] of inner.entries()) {
    while ((inner[first] ?? each) <= each - windowMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return (most * 1000) / windowMs;
}
