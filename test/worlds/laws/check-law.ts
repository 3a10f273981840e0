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
 * Checks a law on generated cases. Fixed seeds make runs repeatable; a failure names its seed,
 * smallest case and the command to repeat it. LAW_SEED, LAW_PATH and LAW_RUNS override them.
 */
export async function checkLaw(
  trial: Trial,
  check: (draw: Draw, note: (text: string) => void) => Promise<void>,
): Promise<void> {
  let failedAtMs = Number.POSITIVE_INFINITY;
  let story = '';
  const property = fc.asyncProperty(fc.gen(), async (value) => {
    if (performance.now() - failedAtMs > shrinkMs) return;
    let reported = '';
    try {
      await check(makeDraw(value, trial.restless), (text) => {
        reported += `${text}\n`;
      });
    } catch (error) {
      failedAtMs = Math.min(failedAtMs, performance.now());
      story = reported;
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
  // Draws depend on the run, so follow a path only to its first case and shrink again from there.
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
