import type { Wait } from '../../model/consent.ts';
import type { PlanTarget } from '../../model/plan.ts';

/** Who is waited for, as data. */
export function writeWaitsJson(waits: readonly Wait[], target: PlanTarget): string {
  return `${JSON.stringify({ target, waits }, null, 2)}\n`;
}
