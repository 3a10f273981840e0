import fc from 'fast-check';
import { rolloutSchedules } from './fleet/rollout/rollout-schedules.ts';
import { Violation } from './laws/violation.ts';
import { fleetSchedules, type Schedule, schedules } from './schedule.ts';
import { Tally } from './tally.ts';
import { formatSchedule } from './turns/format-schedule.ts';
import { runSchedule } from './turns/run-schedule.ts';

/** Kinds of worlds with a schedule of their own. */
export type Kind = 'fleets' | 'rollouts';

/** Which worlds are simulated. */
export type Series = {
  readonly seed: number;
  readonly runs: number;
  /** `fleets`: their accounts are rows of one; `rollouts`: it is also rolled out. */
  readonly of?: Kind;
  /** Of a failure that is to be repeated. */
  readonly path?: string;
  /** How long smaller failures are looked for, in milliseconds. */
  readonly shrinkMs?: number;
};

/** A world that went against a law, made as small as was found in time. */
export type Failure = {
  readonly seed: number;
  readonly path: string;
  readonly of: Kind | null;
  /** `law 8`; `none` where something else was thrown. */
  readonly law: string;
  readonly says: string;
  /** The schedule in some lines, and what happened in it. */
  readonly schedule: string;
  readonly story: string;
};

export type Simulated = {
  readonly runs: number;
  readonly failure: Failure | null;
  readonly counts: Readonly<Record<string, number>>;
};

const usualShrinkMs = 30_000;
const longestWorldMs = 600_000;

/** Simulates worlds until one goes against a law. The same seed gives the same worlds. */
export async function simulate(series: Series): Promise<Simulated> {
  const { seed, path, of = null } = series;
  const tally = new Tally();
  let failedAtMs = Number.POSITIVE_INFINITY;
  let runs = 0;
  let last: { readonly schedule: Schedule; readonly story: string } | null = null;
  const property = fc.asyncProperty(chooseSchedules(of), async (schedule) => {
    if (performance.now() - failedAtMs > (series.shrinkMs ?? usualShrinkMs)) return;
    // After the world of a path, all that it could have been made smaller to would follow.
    if (runs === series.runs && failedAtMs === Number.POSITIVE_INFINITY) return;
    const reported: string[] = [];
    // Smaller cases of a failure do not count.
    const counts = failedAtMs < Number.POSITIVE_INFINITY ? new Tally() : tally;
    try {
      if (counts === tally) runs += 1;
      await inTime(runSchedule(schedule, { tally: counts, note: (text) => reported.push(text) }));
    } catch (error) {
      failedAtMs = Math.min(failedAtMs, performance.now());
      last = { schedule, story: reported.join('\n') };
      throw error;
    }
  });
  const result = await fc.check(property, {
    seed,
    numRuns: series.runs,
    ...(path === undefined ? {} : { path }),
  });
  const failure = result.failed ? { ...describe(result, last), of } : null;
  return { runs, failure, counts: tally.read() };
}

function chooseSchedules(of: Kind | null): fc.Arbitrary<Schedule> {
  if (of === null) return schedules;
  return of === 'fleets' ? fleetSchedules : rolloutSchedules;
}

// Nothing waits for anything in a simulated world, so that one which takes so long waits for ever.
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    const late = () => reject(new Violation('hang', `not ended after ${longestWorldMs} ms`));
    timer = setTimeout(late, longestWorldMs);
  });
  await Promise.race([work, end]).finally(() => clearTimeout(timer));
}

function describe(
  result: fc.RunDetails<[Schedule]>,
  last: { readonly schedule: Schedule; readonly story: string } | null,
): Omit<Failure, 'of'> {
  const error: unknown = result.errorInstance;
  return {
    seed: result.seed,
    path: result.counterexamplePath ?? '',
    law: error instanceof Violation ? error.law : 'none',
    says: error instanceof Error ? (error.stack ?? error.message) : String(error),
    schedule: last === null ? '' : formatSchedule(last.schedule),
    story: last?.story ?? '',
  };
}
