import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PlanEnvelope } from '../../model/plan.ts';
import type { Sealer } from '../../model/ports.ts';

/** How much the clocks of two machines may differ. */
const skewMs = 5 * 60_000;

/** Whether a saved plan is as it was written by somebody who has our key. */
export function judgeSeal(judged: ReturnType<Sealer['judge']>): Diagnostic[] {
  if (judged === 'whole') return [];
  const summary =
    judged === 'other-key'
      ? 'The plan was sealed with another key than the one that is here'
      : 'The plan is not as it was written: its seal is that of another text';
  return [
    {
      code: 'plan-seal',
      severity: 'error',
      summary,
      remedy:
        judged === 'other-key'
          ? 'Nothing was done. Apply it where CYCLECTL_SECRET_KEY (of the embedded service: .cyclectl/ENVIRONMENT/secret.key) is that of the plan, or make it again here.'
          : 'Nothing was done. Find out who has changed it, and make it again with cyclectl plan --out FILE.',
    },
  ];
}

/** Whether a saved plan is young enough. `now` is ISO UTC; null for the age allows any. */
export function judgeAge(
  { createdAt }: PlanEnvelope,
  { now, maxAgeMs }: { readonly now: string; readonly maxAgeMs: number | null },
): Diagnostic[] {
  if (maxAgeMs === null) return [];
  const ageMs = Date.parse(now) - Date.parse(createdAt);
  if (ageMs < -skewMs) {
    const summary = `The plan was made at ${createdAt}, and here it is ${now} only`;
    const remedy = 'Nothing was done. Set the clock of the machine that is wrong, and plan again.';
    return [{ code: 'plan-too-old', severity: 'error', summary, remedy }];
  }
  if (ageMs <= maxAgeMs) return [];
  return [
    {
      code: 'plan-too-old',
      severity: 'error',
      summary: `The plan was made at ${createdAt}, ${writeAge(ageMs)} ago, and --max-age allows ${writeAge(maxAgeMs)}`,
      remedy: 'Nothing was done. Make a new plan and look at it.',
    },
  ];
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

// The two largest units that it has: 2d 3h.
function writeAge(ms: number): string {
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

/** Whether an environment may be written by a plan that was not saved and looked at. */
export function judgeUnsaved(
  protect: { readonly savedPlanOnly: boolean },
  run: {
    readonly environment: string;
    /** The two commands to run instead. */
    readonly instead: readonly [plan: string, apply: string];
  },
): Diagnostic[] {
  if (!protect.savedPlanOnly) return [];
  const [plan, apply] = run.instead;
  return [
    {
      code: 'saved-plan-only',
      severity: 'error',
      summary: `${run.environment} takes saved plans alone (protect.savedPlanOnly)`,
      remedy: `Nothing was done. Run: ${plan}, let it be looked at, then: ${apply}`,
    },
  ];
}
