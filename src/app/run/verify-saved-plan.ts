import type { SavedPlan } from '../../engine/load/read-plan.ts';
import { checkPlanAge } from '../../engine/policy/check-plan-age.ts';
import { checkSignature } from '../../engine/policy/check-signature.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../model/plan/plan.ts';
import { type ReadPorts, systemClock } from '../ports/open-ports.ts';

/** Reasons to refuse a saved plan; its content is trusted only if its signature is valid. */
export function verifySavedPlan(
  plan: SavedPlan,
  { target, secrets }: Pick<ReadPorts, 'target' | 'secrets'>,
  maxAgeMs: number | null,
): readonly Diagnostic[] {
  if (!isSameJson(plan.target, target)) return [reportOtherTarget(plan.target, target)];
  const unsigned = checkSignature(secrets.signer.verify(plan.seal.says, plan.seal.of));
  if (unsigned.length > 0) return unsigned;
  return checkPlanAge(plan.envelope, { now: systemClock.now(), maxAgeMs });
}

function reportOtherTarget(planned: PlanTarget, here: PlanTarget): Diagnostic {
  return reportError('plan-elsewhere', {
    summary: `The plan is for ${planned.environment} (${planned.address}), but this environment is ${here.environment} (${here.address})`,
    remedy: 'Nothing was done. Make a plan for this one.',
  });
}
