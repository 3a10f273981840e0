import { Worker } from 'node:worker_threads';
import { makeSeededRandom } from '../../src/kit/seeded-random.ts';
import type { Failure, Kind, Series, Simulated } from '../../test/simulate/simulate.ts';
import { Tally } from '../../test/simulate/tally.ts';

/** Settings of a simulation. */
export type Order = {
  readonly seed: number;
  readonly runs: number;
  readonly workers: number;
  /** No series starts after so many milliseconds. */
  readonly limitMs: number;
  readonly shrinkMs: number;
  /** Mistake in the engine; null for none. */
  readonly mistake: string | null;
  /** All worlds are of this kind, instead of those of one series in some. */
  readonly of?: Kind;
  readonly tell: (runs: number) => void;
};

export type Ended = {
  readonly runs: number;
  readonly failure: Failure | null;
  readonly tally: Tally;
};

const runsOfSeries = 20;
/** One series in so many is of worlds with a fleet, and one of worlds with rollouts. */
const otherEvery = 10;

/** Simulates on several workers until all series are done, one world fails, or the time is over. */
export async function runSeries(order: Order): Promise<Ended> {
  const tally = new Tally();
  const begunMs = performance.now();
  let [begun, runs] = [0, 0];
  let failure: Failure | null = null;
  const draw = makeSeededRandom(order.seed);
  const next = (): Series | null => {
    const left = order.runs - begun;
    const isOver = left <= 0 || failure !== null || performance.now() - begunMs > order.limitMs;
    if (isOver) return null;
    // Neighbouring seeds share no series.
    const seed = Math.floor(draw() * 2 ** 32) | 0;
    const of = order.of ?? findKind(begun / runsOfSeries);
    const runs = Math.min(left, runsOfSeries);
    const series = { seed, runs, ...(of === null ? {} : { of }), shrinkMs: order.shrinkMs };
    begun += series.runs;
    return series;
  };
  const take = (simulated: Simulated): void => {
    tally.add(simulated.counts);
    runs += simulated.runs;
    failure ??= simulated.failure;
    order.tell(runs);
  };
  await Promise.all(
    Array.from({ length: order.workers }, () => employ(order.mistake, { next, take })),
  );
  return { runs, failure, tally };
}

/** Simulates one series in this process. */
export async function repeatSeries(series: Series, mistake: string | null): Promise<Simulated> {
  let result: Simulated | null = null;
  const queue = [series];
  await employ(mistake, {
    next: () => queue.shift() ?? null,
    take: (simulated) => {
      result = simulated;
    },
  });
  if (result === null) throw new Error('The worker did not answer');
  return result;
}

function findKind(number: number): Kind | null {
  const rest = number % otherEvery;
  if (rest === otherEvery - 1) return 'fleets';
  return rest === otherEvery - 2 ? 'rollouts' : null;
}

type Desk = {
  readonly next: () => Series | null;
  readonly take: (simulated: Simulated) => void;
};

// Ends a worker when no work is left.
async function employ(mistake: string | null, { next, take }: Desk): Promise<void> {
  const worker = new Worker(new URL('./work.ts', import.meta.url), { workerData: { mistake } });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const send = (): void => {
    const series = next();
    if (series === null) resolve();
    else worker.postMessage(series);
  };
  worker.on('error', reject);
  worker.on('message', (simulated: Simulated) => {
    take(simulated);
    send();
  });
  send();
  await promise.finally(() => worker.terminate());
}
