import type { Waited } from '../../kit/tasks/limiter.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { Bound } from '../../model/report/report.ts';

/** A shorter run ends before anything can be said of it. */
const shortestMs = 5_000;
/** Share of the time that one cause must have. */
const most = 0.5;
/** Share of the time in which a machine that computes does little else. */
const busy = 0.8;

/**
 * Finds what bounded the time of a run: its own work (`cpuMs`), else what its requests waited for.
 * `pace` is the rate that they came to. Null where nothing did for most of the time.
 */
export function findBound(
  run: { readonly durationMs: number; readonly cpuMs: number; readonly waited: Waited },
  limits: Environment['limits'],
  pace: number,
): Bound | null {
  const { durationMs, cpuMs, waited } = run;
  if (durationMs < shortestMs) return null;
  if (cpuMs >= durationMs * busy) return { by: 'machine' };
  if (waited.rateMs >= durationMs * most)
    return { by: pace < limits.requestsPerSecond ? 'service' : 'rate', at: pace };
  if (waited.placesMs >= durationMs * most) return { by: 'concurrency', at: limits.concurrency };
  return null;
}
