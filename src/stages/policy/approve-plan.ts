import type { ApprovedPlan } from '../../model/approved-plan.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AccountPlan, PlanSummary } from '../../model/plan.ts';
import type { Protect } from '../../model/project.ts';

/** The right to apply the accounts of one judged run. */
export type Approval = { approve(plan: AccountPlan): ApprovedPlan };

/** The brakes that totals are judged against. */
type Brakes = Pick<Protect, 'maxDeletes' | 'maxChangedPercent'>;

/** From this many existing accounts on, the share of changed ones is judged. */
const fewAccounts = 10;

/**
 * Judges the totals of a run against the environment's brakes. `allowDeletes` is the number that a
 * person typed, and must be the plan's own.
 */
export function approvePlan(
  summary: PlanSummary,
  protect: Brakes,
  allowDeletes: number | null,
): { readonly approval: Approval } | { readonly refused: readonly Diagnostic[] } {
  const refused = [
    ...judgeDeletes(summary, protect, allowDeletes),
    ...judgeShare(summary, protect),
  ];
  if (refused.length > 0) return { refused };
  return { approval: { approve: (plan) => plan as ApprovedPlan } };
}

function judgeDeletes(
  summary: PlanSummary,
  protect: Brakes,
  allowDeletes: number | null,
): Diagnostic[] {
  const { deletes } = summary;
  if (allowDeletes !== null && allowDeletes !== deletes) {
    return [
      {
        code: 'deletes-differ',
        severity: 'error',
        summary: `The plan deletes ${deletes}, and --allow-deletes says ${allowDeletes}`,
        remedy: `Look at the plan; if it is right, write --allow-deletes ${deletes}.`,
      },
    ];
  }
  if (deletes <= protect.maxDeletes || allowDeletes === deletes) return [];
  return [
    {
      code: 'too-many-deletes',
      severity: 'error',
      summary: `The plan deletes ${deletes}, and this environment allows ${protect.maxDeletes} in one run`,
      remedy: `If they shall go, run it with --allow-deletes ${deletes}.`,
    },
  ];
}

function judgeShare(summary: PlanSummary, protect: Brakes): Diagnostic[] {
  const { existing, existingChanged } = summary;
  if (existing < fewAccounts) return [];
  const percent = (existingChanged / existing) * 100;
  if (percent <= protect.maxChangedPercent) return [];
  return [
    {
      code: 'too-many-changes',
      severity: 'error',
      summary: `The plan changes ${existingChanged} of ${existing} accounts (${Math.round(percent)} %), and this environment allows ${protect.maxChangedPercent} %`,
      remedy: 'Narrow the run with --select, or raise protect.maxChangedPercent.',
    },
  ];
}
