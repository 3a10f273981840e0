import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { PlanEnvelope } from '../../model/plan/plan.ts';

/** Tolerance between the clocks of two machines. */
const skewMs = 5 * 60_000;

/** Checks the age of a saved plan. `now` is ISO UTC; null for the age allows any. */
export function checkPlanAge(
  { createdAt }: PlanEnvelope,
  { now, maxAgeMs }: { readonly now: string; readonly maxAgeMs: number | null },
): Diagnostic[] {
  if (maxAgeMs === null) return [];
  const ageMs = Date.parse(now) - Date.parse(createdAt);
  if (ageMs < -skewMs) {
    const summary = `The plan was made at ${createdAt}, but the time here is ${now}`;
    const remedy = 'Nothing was done. Correct the clock that is wrong, and plan again.';
    return [reportError('plan-too-old', { summary, remedy })];
  }
  if (ageMs <= maxAgeMs) return [];
  return [
    reportError('plan-too-old', {
      summary: `The plan was made at ${createdAt}, ${formatAge(ageMs)} ago, but --max-age allows ${formatAge(maxAgeMs)}`,
      remedy: 'Nothing was done. Make a new plan and review it.',
    }),
  ];
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

// The two largest units, such as 2d 3h.
function formatAge(ms: number): string {
  const first = units.findIndex(([, unitMs]) => ms >= unitMs);
  if (first === -1) return '0s';
  const parts: string[] = [];
  let leftMs = ms;
  for (const [unit, unitMs] of units.slice(first, first + 2)) {
    const amount = Math.floor(leftMs / unitMs);
    if (amount > 0) parts.push(`${amount}${unit}`);
    leftMs -= amount * unitMs;
  }
  return parts.join(' ');
}
