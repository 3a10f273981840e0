import { env } from 'node:process';
import fc from 'fast-check';
import { countRuns, type Runs } from '../../faults/share.ts';
import { type Draw, makeDraw } from '../generate/draw.ts';

/** How a law is tried. */
export type Trial = {
  /** Title of the test, for the command that repeats a failure. */
  readonly law: string;
  /** File of the test, from the root of the checkout. */
  readonly file: string;
  readonly runs: Runs;
  /** Each file has its own, so that they do not all try the same worlds. */
  readonly seed: number;
  /** See Draw. */
  readonly restless?: number;
};

/** From the first failure on, smaller cases are looked for this long and then no more. */
const shrinkMs = 15_000;

/**
 * Tries a law on generated cases. Seeds are fixed, so that a run repeats the last one; a failure names
 * its seed, the smallest case that was found, and the command that runs exactly that again.
 * LAW_SEED and LAW_PATH choose another case, LAW_RUNS another number of them.
 */
export async function checkLaw(
  trial: Trial,
  judge: (draw: Draw, note: (text: string) => void) => Promise<void>,
): Promise<void> {
  let failedAtMs = Number.POSITIVE_INFINITY;
  let story = '';
  const property = fc.asyncProperty(fc.gen(), async (value) => {
    if (performance.now() - failedAtMs > shrinkMs) return;
    let told = '';
    try {
      await judge(makeDraw(value, trial.restless), (text) => {
        told += `${text}\n`;
      });
    } catch (error) {
      failedAtMs = Math.min(failedAtMs, performance.now());
      story = told;
      throw error;
    }
  });
  const result = await fc.check(property, {
    seed: env.LAW_SEED === undefined ? trial.seed : Number(env.LAW_SEED),
    numRuns: env.LAW_RUNS === undefined ? countRuns(trial.runs) : Number(env.LAW_RUNS),
    ...(env.LAW_PATH === undefined ? {} : { path: env.LAW_PATH }),
  });
  if (!result.failed) return;
  const error = result.errorInstance;
  // What a generator draws depends on what it tries, so a path is walked only as far as its first case; from
  // there it is made small again.
  const [run] = (result.counterexamplePath ?? '').split(':');
  throw new Error(
    [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
      `seed ${result.seed}, path ${result.counterexamplePath}, after ${result.numRuns} runs`,
      'The case, made as small as was found in time:',
      story,
      'To repeat it:',
      `LAW_SEED=${result.seed} LAW_PATH='${run}' npx vitest run ${trial.file} -t '${trial.law}'`,
    ].join('\n'),
  );
}
