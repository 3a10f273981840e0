import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanKind } from '../../../model/plan/plan.ts';
import type { PolicyRules } from '../../../model/plan/policy.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { withFindings } from './to-planned.ts';

/** Checks plans by the policies as they come. An account whose plan is denied has none. */
export async function* checkPolicies(
  accounts: AsyncIterable<PlannedAccount>,
  policies: PolicyRules,
  kind: PlanKind,
): AsyncGenerator<PlannedAccount, void, undefined> {
  for await (const planned of accounts) yield checkPlanned(planned, policies, kind);
}

/** The same for the plan of one account. */
export function checkPlanned(
  planned: PlannedAccount,
  policies: PolicyRules,
  kind: PlanKind,
): PlannedAccount {
  if (planned.kind === 'unplanned') return planned;
  const { plan } = planned;
  const findings = policies.checkPlan(plan, kind);
  if (!hasErrors(findings)) return withFindings(planned, findings);
  return { kind: 'unplanned', account: plan.account, diagnostics: findings, isUnread: false };
}
