import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { fleetSecrets } from './make-fleet.ts';
import { type FleetFigures, measureFleet } from './measure-fleet.ts';
import { measureStartUp } from './measure-start-up.ts';
import { startEmulator } from './start-emulator.ts';
import { summariseFigures } from './summarise-figures.ts';
import { writeTable } from './write-table.ts';

// `npm run bench`: how fast a plan without anything to do is, as ratios within this run. README.md
// beside this file says what each figure means.

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '200,400,800' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const sizes = values.accounts.split(',').map(Number);
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || !areSizes(sizes)) {
  throw new Error(
    '--accounts takes whole numbers that grow, such as 20,40,80; --rounds one from 1.',
  );
}

say('start-up');
const startUp = measureStartUp(25);
const served = await startEmulator();
const folder = await mkdtemp(join(tmpdir(), 'cyclectl-bench-'));
const fleets: FleetFigures[] = [];
try {
  const environment = { ...fleetSecrets, CLIENT_SECRET: served.clientSecret };
  const ground = { served, paths: { folder, environment } };
  for (const accounts of sizes) {
    say(`a fleet of ${accounts}: applied once, then planned ${rounds + 1} times`);
    const had = fleets.at(-1)?.accounts ?? 0;
    fleets.push(await measureFleet(ground, { had, accounts }, rounds));
  }
} finally {
  await served.end();
  await rm(folder, { recursive: true });
}
const figures = { startUp, fleets, ratios: summariseFigures({ startUp, fleets }) };
stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : writeTable(figures));

function areSizes(numbers: readonly number[]): boolean {
  return numbers.every(
    (number, index) => Number.isInteger(number) && number > (numbers[index - 1] ?? 0),
  );
}

function say(text: string): void {
  stderr.write(`${text}\n`);
}
