import { count } from '../../kit/text/text-layout.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Protect } from '../../model/manifest/project.ts';
import type { AccountPlan, ApprovedPlan, PlanChoices, PlanSummary } from '../../model/plan/plan.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import { checkDeletes } from './check-deletes.ts';
import { checkOrphans } from './check-orphans.ts';

/** Approves accounts of a run whose totals passed. */
export type Approval = { approve(plan: AccountPlan): ApprovedPlan };

/** Limits on the totals of a run. */
type ProtectLimits = Pick<Protect, 'maxDeletes' | 'maxChangedPercent'>;

/** Fewest existing accounts for the check of maxChangedPercent. */
const fewAccounts = 10;

/** Permissions given on the command line, and the accounts outside Git, if they were listed. */
type Allowed = Pick<PlanChoices, 'allowDeletes' | 'allowReplace' | 'allowNewWebhookUrls'> & {
  readonly allowOrphans?: number | undefined;
  readonly outsideGit?: UntrackedAccounts | undefined;
};

/**
 * Checks the totals of a run against the environment's limits. A number for `allowDeletes` must
 * equal the plan's deletes and replacements.
 */
export function checkPlanTotals(
  summary: PlanSummary,
  protect: ProtectLimits,
  allowed: Allowed,
): { readonly approval: Approval } | { readonly refused: readonly Diagnostic[] } {
  const refused = [
    ...checkOrphans(allowed.outsideGit, allowed.allowOrphans),
    ...checkDeletes(summary, protect, allowed),
    ...checkReplaces(summary, allowed),
    ...checkWebhooks(summary, allowed),
    ...checkShare(summary, protect),
  ];
  if (refused.length > 0) return { refused };
  return { approval: { approve: (plan) => plan as ApprovedPlan } };
}

/** Approves a run whose totals were approved with its rollout. */
export function checkApprovedTotals(summary: PlanSummary): ReturnType<typeof checkPlanTotals> {
  return checkPlanTotals(
    summary,
    { maxDeletes: Number.POSITIVE_INFINITY, maxChangedPercent: 100 },
    { allowDeletes: null, allowReplace: true, allowNewWebhookUrls: true },
  );
}

function checkReplaces({ replaces }: PlanSummary, { allowReplace }: Allowed): Diagnostic[] {
  if (replaces === 0 || allowReplace) return [];
  const summary = `The plan replaces ${count(replaces, 'cycle')}: the run history of the old ${replaces === 1 ? 'one' : 'ones'} is lost`;
  const remedy = 'Review the plan; if it is right, pass --allow-replace.';
  return [reportError('replace-not-allowed', { summary, remedy })];
}

/** Maximum of cycles named in a message; the others are counted. */
const maxNamed = 10;

function checkWebhooks(
  { newWebhookUrls }: PlanSummary,
  { allowNewWebhookUrls }: Allowed,
): Diagnostic[] {
  if (newWebhookUrls.length === 0 || allowNewWebhookUrls) return [];
  const named = newWebhookUrls.slice(0, maxNamed).join(', ');
  const left = newWebhookUrls.length - maxNamed;
  return [
    reportError('webhook-urls-change', {
      summary: `The plan ends webhook URLs that others call: ${named}${left > 0 ? ` and ${left} more` : ''}`,
      remedy:
        'Each caller needs its new URL, which apply prints. If the callers can be updated, pass --allow-new-webhook-urls.',
    }),
  ];
}

function checkShare(summary: PlanSummary, protect: ProtectLimits): Diagnostic[] {
  const { existing, existingChanged } = summary;
  if (existing < fewAccounts) return [];
  const percent = (existingChanged / existing) * 100;
  if (percent <= protect.maxChangedPercent) return [];
  return [
    reportError('too-many-changes', {
      summary: `The plan changes ${existingChanged} of ${existing} accounts (${Math.round(percent)} %), but this environment allows ${protect.maxChangedPercent} %`,
      remedy:
        'Narrow the run with --select, or raise protect.maxChangedPercent. A run that was stopped is finished by cyclectl resume, without this limit.',
    }),
  ];
}
