import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { type Bench, runCommand } from '../bench.ts';
import type { Figure, Section } from '../figure.ts';
import { openFleet } from '../fleet/open-fleet.ts';
import { type Canned, type Served, startCanned } from '../fleet/start-service.ts';
import type { ProgramPaths } from '../run-program.ts';
import { type BenchDatabase, openBenchDatabase } from './open-bench-database.ts';
import { type BenchReplica, type EndedSweep, startReplica } from './start-replica.ts';

/** What sweeps are measured on. */
export type SweepSizes = {
  readonly accounts: number;
  /** Requests per second that the replicas have together. */
  readonly perSecond: number;
  /** Numbers of replicas, growing. */
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

/** The first and last part of a sweep, in which replicas begin or have no more accounts. */
const edgeMs = 5_000;
const windowMs = 5_000;

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
    figures.push(...(await measureSweep(sweeping, running)));
  }
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

// A sweep that began before all of them ran does not count, nor the first one, which learns which exports it may trust.
async function measureSweep(
  { bench, served, database, sizes }: Sweeping,
  running: readonly BenchReplica[],
): Promise<readonly Figure[]> {
  const { accounts, perSecond } = sizes;
  const count = running.length;
  const [first] = running;
  if (first === undefined) throw new Error('No replica runs');
  bench.say(`the sweep before ${count} replicas`);
  await first.nextSweep();
  if (count === 1) await first.nextSweep();
  await served.readArrivals();
  const before = { own: await readAll(running), database: await database.readUsage() };
  bench.say(`a sweep by ${count} replicas`);
  const sweep = await first.nextSweep();
  const after = { own: await readAll(running), database: await database.readUsage() };
  const arrivals = await served.readArrivals();
  const { begunMs, endedMs } = toSpan(sweep);
  const inner = { fromMs: begunMs + edgeMs, toMs: endedMs - edgeMs };
  const used = toRate(arrivals, inner) / perSecond;
  const most = findMost(arrivals, inner) / perSecond;
  const of = count === 1 ? '1 replica' : `${count} replicas`;
  const isWhole = accounts >= 10_000;
  const target = (bound: Figure['target']) => (isWhole ? bound : null);
  const each = (name: 'cpuMs' | 'transactions' | 'walKb') =>
    (after.database[name] - before.database[name]) / accounts;
  return [
    {
      what: `requests of an account, ${of}`,
      value: sweep.requests / accounts,
      unit: 'requests',
      target: null,
    },
    {
      what: `time of a sweep to its requests ÷ allowance, ${of}`,
      value: (sweep.seconds * perSecond) / sweep.requests,
      unit: 'times',
      target: target({ atMost: 1.1 }),
    },
    {
      what: `part of the allowance used, ${of}`,
      value: used,
      unit: 'times',
      target: target({ atLeast: 0.95 }),
    },
    {
      what: `most in any ${windowMs / 1000} s to the allowance, ${of}`,
      value: most,
      unit: 'times',
      target: target({ atMost: 1.01 }),
    },
    {
      what: `processor time of ${of}, an account`,
      value: (after.own.cpuMs - before.own.cpuMs) / accounts,
      unit: 'ms',
      target: null,
    },
    {
      what: `peak memory of a replica, ${of}`,
      value: after.own.peakKb / 1024,
      unit: 'MiB',
      target: null,
    },
    {
      what: `transactions of an account, ${of}`,
      value: each('transactions'),
      unit: 'transactions',
      target: null,
    },
    {
      what: `processor time of the database, an account, ${of}`,
      value: each('cpuMs'),
      unit: 'ms',
      target: null,
    },
    {
      what: `log of the database, an account, ${of}`,
      value: each('walKb'),
      unit: 'KiB',
      target: null,
    },
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
  await wait(4 * edgeMs);
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

/** Reads the span from the name of a sweep, `20261129T202518306Z-7f3a9c`. */
function toSpan({ sweep, seconds }: EndedSweep): { begunMs: number; endedMs: number } {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})/.exec(sweep)?.slice(1) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] =
    parts.map(Number);
  const begunMs = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  return { begunMs, endedMs: begunMs + seconds * 1000 };
}
