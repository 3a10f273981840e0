import { count } from '../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { Protect } from '../../model/manifest/project.ts';
import type { ApprovedPlan } from '../../model/plan/approved-plan.ts';
import type { AccountPlan, PlanChoices, PlanSummary } from '../../model/plan/plan.ts';
import { checkDeletes } from './check-deletes.ts';

/** The right to apply the accounts of one judged run. */
export type Approval = { approve(plan: AccountPlan): ApprovedPlan };

/** The brakes that totals are judged against. */
type ProtectLimits = Pick<Protect, 'maxDeletes' | 'maxChangedPercent'>;

/** From this many existing accounts on, the share of changed ones is judged. */
const fewAccounts = 10;

/** What a person allowed by name. */
type Allowed = Pick<PlanChoices, 'allowDeletes' | 'allowReplace' | 'allowNewWebhookUrls'>;

/**
 * Judges the totals of a run against the environment's brakes. The number of `allowDeletes` is what a person typed,
 * and must be the plan's own: of all that goes, be it deleted or replaced.
 */
export function approvePlan(
  summary: PlanSummary,
  protect: ProtectLimits,
  allowed: Allowed,
): { readonly approval: Approval } | { readonly refused: readonly Diagnostic[] } {
  const refused = [
    ...checkDeletes(summary, protect, allowed),
    ...checkReplaces(summary, allowed),
    ...checkWebhooks(summary, allowed),
    ...checkShare(summary, protect),
  ];
  if (refused.length > 0) return { refused };
  return { approval: { approve: (plan) => plan as ApprovedPlan } };
}

function checkReplaces({ replaces }: PlanSummary, { allowReplace }: Allowed): Diagnostic[] {
  if (replaces === 0 || allowReplace) return [];
  const summary = `The plan replaces ${count(replaces, 'cycle')}: the history of the earlier ${replaces === 1 ? 'one is' : 'ones is'} lost`;
  const remedy = 'Look at the plan; if it is meant, run it with --allow-replace.';
  return [{ code: 'replace-not-allowed', severity: 'error', summary, remedy }];
}

/** Cycles that are named in a message; the others are counted. */
const maxNamed = 10;

function checkWebhooks(
  { newWebhookUrls }: PlanSummary,
  { allowNewWebhookUrls }: Allowed,
): Diagnostic[] {
  if (newWebhookUrls.length === 0 || allowNewWebhookUrls) return [];
  const named = newWebhookUrls.slice(0, maxNamed).join(', ');
  const left = newWebhookUrls.length - maxNamed;
  return [
    {
      code: 'webhook-urls-change',
      severity: 'error',
      summary: `The plan ends addresses that others call: ${named}${left > 0 ? ` and ${left} more` : ''}`,
      remedy:
        'Each caller must be told its new address, which the apply shows. If they can be, run it with --allow-new-webhook-urls.',
    },
  ];
}

function checkShare(summary: PlanSummary, protect: ProtectLimits): Diagnostic[] {
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
