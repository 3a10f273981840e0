import { availableParallelism } from 'node:os';
import { exit, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { formatCounts, listRare } from '../../test/simulate/reach/list-rare.ts';
import type { Failure, Kind } from '../../test/simulate/simulate.ts';
import { mistakes } from './mistakes.ts';
import { repeatSeries, runSeries } from './run-series.ts';

// `npm run simulate`: simulates many worlds with faults, kills, races and clock jumps, and checks
// the laws. With --planted the engine has one known mistake at a time, and each must be found.

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    minutes: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    fleets: { type: 'boolean', default: false },
    rollouts: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    mistake: { type: 'string' },
  },
});
const settings = {
  // More runs for rare mistakes; the others are found long before.
  runs: readNumber('runs', values.runs ?? (values.planted ? '5000' : '1000')),
  seed: values.seed === undefined ? drawSeed() : readNumber('seed', values.seed),
  workers: readNumber('workers', values.workers),
  limitMs:
    values.minutes === undefined
      ? Number.POSITIVE_INFINITY
      : readNumber('minutes', values.minutes) * 60_000,
};
/** Enough runs to reach every situation often. */
const runsForReach = 5000;

exit((await run()) ? 0 : 1);

async function run(): Promise<boolean> {
  if (values.path !== undefined) return repeat(values.path);
  if (values.planted) return runPlanted();
  stdout.write(`Seed ${settings.seed}, ${settings.runs} runs on ${settings.workers} workers.\n`);
  const mistake = values.mistake ?? null;
  const order = { ...settings, mistake, shrinkMs: 60_000, tell };
  const ended = await runSeries({ ...order, ...chooseKind(mistake) });
  stdout.write(`\n${formatCounts(ended.tally)}\n`);
  stdout.write(`${ended.runs} runs, ${ended.tally.of('deaths')} deaths\n`);
  if (ended.failure !== null) {
    stdout.write(writeFailure(ended.failure));
    return false;
  }
  const rare = listRare(ended.tally);
  if (rare.length > 0) stdout.write(`Reached too seldom:\n${rare.join('\n')}\n`);
  stdout.write('No law was broken.\n');
  return rare.length === 0 || ended.runs < runsForReach;
}

async function repeat(path: string): Promise<boolean> {
  const series = { seed: settings.seed, runs: 1, path, shrinkMs: 0, ...chooseKind(null) };
  const { failure } = await repeatSeries(series, values.mistake ?? null);
  stdout.write(failure === null ? 'No law was broken.\n' : writeFailure(failure));
  return failure === null;
}

async function runPlanted(): Promise<boolean> {
  let missed = 0;
  for (const { name, laws } of mistakes) {
    const order = {
      ...settings,
      mistake: name,
      shrinkMs: 0,
      tell: () => undefined,
      ...chooseKind(name),
    };
    const { runs, failure } = await runSeries(order);
    const isFound = failure !== null && laws.includes(failure.law);
    if (!isFound) missed += 1;
    const found =
      failure === null
        ? 'NOT FOUND'
        : `${isFound ? 'found by' : 'NOT by its law but'} ${failure.law}`;
    stdout.write(`${name}: ${found}, ${runs} runs\n`);
    if (failure !== null && !isFound) stdout.write(writeFailure(failure));
  }
  stdout.write(`${mistakes.length - missed} of ${mistakes.length} mistakes were found.\n`);
  return missed === 0;
}

function chooseKind(mistake: string | null): { readonly of?: Kind } {
  if (values.rollouts) return { of: 'rollouts' };
  if (values.fleets) return { of: 'fleets' };
  const of = mistakes.find(({ name }) => name === mistake)?.of;
  return of === undefined ? {} : { of };
}

function writeFailure({ seed, path, of, law, says, schedule, story }: Failure): string {
  const kind = of === null ? '' : ` --${of}`;
  const again = `npm run simulate -- --seed=${seed} --path ${path}${kind}`;
  const mistake = values.mistake === undefined ? '' : ` --mistake '${values.mistake}'`;
  return `\nBroken: ${law}\n${says}\n\nThe smallest world found in time:\n${schedule}\n\nWhat happened:\n${story}\n\nRepeat it with:\n${again}${mistake}\n`;
}

function tell(runs: number): void {
  if (runs % 100 < 20) stderr.write(`${runs} runs\r`);
}

function drawSeed(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  throw new Error(`--${name} takes a number, not ${text}`);
}
