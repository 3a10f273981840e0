import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { type Bench, quick, whole } from './bench.ts';
import { type Section, writeMachine, writeMissed, writeSection } from './figure.ts';
import { startFirst } from './fleet/open-fleet.ts';
import type { Served } from './fleet/start-service.ts';
import { installPackage } from './install-package.ts';
import { measureChange } from './sections/measure-change.ts';
import { measureMemory } from './sections/measure-memory.ts';
import { measurePlan } from './sections/measure-plan.ts';
import { measureRows } from './sections/measure-rows.ts';
import { measureStart } from './sections/measure-start.ts';
import { measureTraps } from './sections/measure-traps.ts';
import { measureValidate } from './sections/measure-validate.ts';

// `npm run bench`: figures of the installed package, each with its target. README.md beside this file
// says what they mean.

type Measure = (bench: Bench, emulator: Served) => Promise<Section>;

const sections: Readonly<Record<string, Measure>> = {
  start: measureStart,
  validate: measureValidate,
  plan: measurePlan,
  change: measureChange,
  traps: measureTraps,
  memory: measureMemory,
  rows: measureRows,
};

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const unknown = positionals.find((name) => sections[name] === undefined);
if (unknown !== undefined)
  throw new Error(`${unknown} is no section; they are ${Object.keys(sections).join(', ')}.`);

const begunMs = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'cyclectl-bench-'));
const measured: Section[] = [];
tell(writeMachine());
try {
  const door = await installPackage(join(folder, 'package'));
  const bench: Bench = { door, folder, sizes: values.quick ? quick : whole, say };
  const emulator = await startFirst(bench);
  try {
    for (const [name, measure] of Object.entries(sections)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      const section = await measure(bench, emulator);
      measured.push(section);
      tell(writeSection(section));
    }
  } finally {
    await emulator.end();
  }
} finally {
  await rm(folder, { recursive: true });
}
if (values.json) stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
tell(writeMissed(measured));
say('done');

// What is measured is not lost if a later section fails.
function tell(text: string): void {
  if (!values.json) stdout.write(text);
}

function say(text: string): void {
  const seconds = Math.round((performance.now() - begunMs) / 1000);
  stderr.write(`${String(seconds).padStart(5)} s  ${text}\n`);
}
