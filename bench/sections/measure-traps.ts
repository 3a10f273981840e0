import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { WrittenCycle } from '../../src/model/manifest/manifest.generated.ts';
import type { Bench } from '../bench.ts';
import type { Figure, Section } from '../figure.ts';
import { formatManifest, makeSpec, nameAccount } from '../fleet/make-fleet.ts';
import { fleetWorld, openProject } from '../fleet/open-fleet.ts';
import { type Served, startCanned, startEmulator } from '../fleet/start-service.ts';
import { nameColumn, widenWorld } from '../fleet/widen-world.ts';
import type { Usage } from '../run-program.ts';

/** What an input of one size took; bytes of the store after it, where one is made. */
type Taken = Usage & { readonly storeBytes: number };

/** One thing that users make large. */
type Trap = {
  readonly what: string;
  readonly sizes: readonly [number, number];
  readonly run: (bench: Bench, emulator: Served, size: number) => Promise<Taken>;
};

const traps: readonly Trap[] = [
  { what: 'plan of accounts in six files', sizes: [1_500, 3_000], run: planDocuments },
  { what: 'validate of a file for each account', sizes: [7_500, 15_000], run: validateFiles },
  { what: 'first apply of cycles in one account', sizes: [400, 800], run: applyCycles },
  { what: 'first apply of mappings in one cycle', sizes: [1_000, 2_000], run: applyMappings },
];

/** Measures inputs of n and 2n of one thing: twice as much should take at most 2.3 times as long. */
export async function measureTraps(bench: Bench, emulator: Served): Promise<Section> {
  const figures: Figure[] = [];
  for (const { what, sizes, run } of traps) {
    const [small, large] = [sizes[0] * bench.sizes.share, sizes[1] * bench.sizes.share];
    bench.say(`${what}: ${small}, ${large}`);
    const less = await run(bench, emulator, small);
    const more = await run(bench, emulator, large);
    figures.push(
      {
        what: `processor time, ${what}, ${large} to ${small}`,
        value: more.cpuMs / less.cpuMs,
        unit: 'times',
        target: { atMost: 2.3 },
      },
      { what: `processor time of ${large}`, value: more.cpuMs, unit: 'ms', target: null },
      { what: `peak memory of ${large}`, value: more.peakKb / 1024, unit: 'MiB', target: null },
    );
    if (less.storeBytes === 0) continue;
    figures.push({
      what: `bytes of the store, ${large} to ${small}`,
      value: more.storeBytes / less.storeBytes,
      unit: 'times',
      target: { atMost: 2.3 },
    });
  }
  return { title: 'One thing that is large, and twice as large', figures };
}

async function planDocuments(bench: Bench, emulator: Served, accounts: number): Promise<Taken> {
  const each = accounts / 6;
  const files = Array.from({ length: 6 }, (_, file) =>
    Array.from({ length: each }, (_, index) => writeAccount(file * each + index + 1)).join('---\n'),
  );
  const served = await startCanned(emulator, accounts);
  const fleet = await openProject(bench, served, files);
  const usage = await fleet.run(['plan', '--format', 'json']);
  await served.end();
  return { ...usage, storeBytes: 0 };
}

async function validateFiles(bench: Bench, emulator: Served, accounts: number): Promise<Taken> {
  const files = Array.from({ length: accounts }, (_, index) => writeAccount(index + 1));
  const fleet = await openProject(bench, emulator, files);
  return { ...(await fleet.run(['validate'])), storeBytes: 0 };
}

function writeAccount(number: number): string {
  const name = nameAccount(number);
  return formatManifest(name, makeSpec(name));
}

function applyCycles(bench: Bench, _emulator: Served, count: number): Promise<Taken> {
  const cycles = repeat<WrittenCycle>(count, (number) => [
    `cycle-${number}`,
    { ...from, displayName: `Cycle ${number}`, state: 'active', schedule: { every: '1h' } },
  ]);
  return applyOne(bench, fleetWorld, cycles);
}

async function applyMappings(bench: Bench, _emulator: Served, count: number): Promise<Taken> {
  const world = join(bench.folder, `wide-${count}.yaml`);
  await writeFile(world, stringify(widenWorld(parse(await readFile(fleetWorld, 'utf8')), count)));
  const fields = repeat(count, (number) => [nameColumn(number), `value ${number}`]);
  return applyOne(bench, world, { wide: { ...from, steps: { 'Write file': { fields } } } });
}

const from = { from: { template: 'Contacts to Files' } } as const;

function repeat<T>(
  count: number,
  make: (number: number) => readonly [string, T],
): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => make(index + 1)));
}

async function applyOne(
  bench: Bench,
  world: string,
  cycles: Readonly<Record<string, WrittenCycle>>,
): Promise<Taken> {
  const name = nameAccount(1);
  const served = await startEmulator(world);
  const fleet = await openProject(bench, served, [
    formatManifest(name, { ...makeSpec(name), cycles }),
  ]);
  const usage = await fleet.run(['apply', '--yes', '--format', 'json']);
  await served.end();
  return { ...usage, storeBytes: await countBytes(join(fleet.paths.folder, '.cyclectl')) };
}

async function countBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true })) {
    const file = await stat(join(folder, entry));
    if (file.isFile()) bytes += file.size;
  }
  return bytes;
}
