import type { PlanSummary } from '../../../model/plan/plan.ts';
import { addToSummary, emptySummary } from '../../plan/add-to-summary.ts';
import type { PlanCounter } from '../../plan/format-plan.ts';

/**
 * Counts the accounts of a plan as they pass; `skipped` were left out, which may be known at the end
 * alone, `existing` of them count for maxChangedPercent.
 */
export function makePlanCounter(skipped: number | (() => number), existing = 0): PlanCounter {
  let summary: PlanSummary = { ...emptySummary, existing };
  return {
    add: (account) => {
      summary =
        account.kind === 'planned'
          ? addToSummary(summary, account.plan)
          : { ...summary, accounts: summary.accounts + 1, notPlanned: summary.notPlanned + 1 };
    },
    total: () => ({ ...summary, skipped: typeof skipped === 'number' ? skipped : skipped() }),
  };
}
