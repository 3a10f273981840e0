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
 * Finds what bounded most of the time of a run: its own work (`cpuMs`), else what its requests waited
 * for. `found` is the rate that the service takes, if it refused requests.
 */
export function findBound(
  run: { readonly durationMs: number; readonly cpuMs: number; readonly waited: Waited },
  limits: Environment['limits'],
  found: number | null,
): Bound | null {
  const { durationMs, cpuMs, waited } = run;
  if (durationMs < shortestMs) return null;
  if (cpuMs >= durationMs * busy) return { by: 'machine' };
  if (waited.rateMs >= durationMs * most) {
    const { requestsPerSecond } = limits;
    return found !== null && found < requestsPerSecond
      ? { by: 'service', at: Number(found.toPrecision(2)) }
      : { by: 'rate', at: requestsPerSecond };
  }
  if (waited.placesMs >= durationMs * most) return { by: 'concurrency', at: limits.concurrency };
  return null;
}
