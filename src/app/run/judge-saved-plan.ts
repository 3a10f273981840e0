import type { SavedPlan } from '../../engine/load/read-plan.ts';
import { judgeAge } from '../../engine/policy/judge-age.ts';
import { judgeSeal } from '../../engine/policy/judge-seal.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../model/plan/plan.ts';
import { systemClock, type Workplace } from '../ports/wiring.ts';

/** Why a saved plan may not be applied here and now; what is said of it is believed only when its seal is right. */
export function judgeSavedPlan(
  plan: SavedPlan,
  { target, secrets }: Pick<Workplace, 'target' | 'secrets'>,
  maxAgeMs: number | null,
): readonly Diagnostic[] {
  if (!isSameJson(plan.target, target)) return [reportElsewhere(plan.target, target)];
  const sealed = judgeSeal(secrets.sealer.judge(plan.seal.says, plan.seal.of));
  if (sealed.length > 0) return sealed;
  return judgeAge(plan.envelope, { now: systemClock.now(), maxAgeMs });
}

function reportElsewhere(planned: PlanTarget, here: PlanTarget): Diagnostic {
  return {
    code: 'plan-elsewhere',
    severity: 'error',
    summary: `The plan is for ${planned.environment} (${planned.address}), and this is ${here.environment} (${here.address})`,
    remedy: 'Nothing was done. Make a plan for this one.',
  };
}
