import { parentPort, workerData } from 'node:worker_threads';
import type { Series } from '../../test/simulate/simulate.ts';
import { mistakes } from './mistakes.ts';
import { plantEdits } from './plant-edits.ts';

// One worker of `npm run simulate`, which simulates each series it receives. Plants a mistake
// before it loads the engine.

const { mistake } = workerData as { readonly mistake: string | null };
if (mistake !== null) {
  const planted = mistakes.find(({ name }) => name === mistake);
  if (planted === undefined) throw new Error(`Unknown mistake ${mistake}`);
  plantEdits(planted);
}
const { simulate } = await import('../../test/simulate/simulate.ts');

parentPort?.on('message', async (series: Series) => {
  parentPort?.postMessage(await simulate(series));
});
