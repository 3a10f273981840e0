import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { type Bench, whole } from './bench.ts';
import { measureSweeps, type SweepSizes } from './controller/measure-sweeps.ts';
import { type Section, writeMachine, writeMissed, writeSection } from './figure.ts';
import { startFirst } from './fleet/open-fleet.ts';
import { installPackage } from './install-package.ts';

// `npm run bench:controller`: sweeps by replicas of the installed package on a real PostgreSQL, an hour;
// `-- --quick` is five minutes on small fleets.

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const [small, large] = values.quick ? [200, 600] : [1_000, 10_000];
const sizes: readonly SweepSizes[] = [
  { accounts: small, perSecond: 100, replicas: [1], kills: false },
  { accounts: large, perSecond: 100, replicas: [1, 2, 4], kills: true },
];

const begunMs = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'cyclectl-bench-'));
const measured: Section[] = [];
stdout.write(writeMachine());
try {
  const door = await installPackage(join(folder, 'package'));
  const bench: Bench = { door, folder, sizes: whole, say };
  const emulator = await startFirst(bench);
  for (const each of sizes) {
    const section = await measureSweeps(bench, emulator, each);
    measured.push(section);
    stdout.write(writeSection(section));
  }
  await emulator.end();
} finally {
  await rm(folder, { recursive: true });
}
stdout.write(writeMissed(measured));

function say(text: string): void {
  const seconds = Math.round((performance.now() - begunMs) / 1000);
  stderr.write(`${String(seconds).padStart(5)} s  ${text}\n`);
}
