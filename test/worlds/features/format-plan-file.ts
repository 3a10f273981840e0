import { formatPlan } from '../../../src/engine/plan/format-plan.ts';
import { makePlanCounter } from '../../../src/engine/run/planning/make-plan-counter.ts';
import { noChoices, type PlanChoices } from '../../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { planSigner } from '../../support/values/make-plan.ts';
import { toAsync } from '../to-async.ts';

/** The target of plan files that tests write. */
export const planTarget = {
  environment: 'local',
  service: 'emulator',
  address: 'world.yaml',
} as const;

/** The text of a plan file; what differs from run to run is fixed. */
export async function formatPlanFile(
  planned: readonly PlannedAccount[],
  options: PlanChoices = noChoices,
): Promise<string> {
  const envelope = { createdAt: '2026-12-01T05:00:00Z', tool: 'test' };
  const head = {
    target: planTarget,
    options,
    envelope,
    signer: planSigner,
  };
  let text = '';
  for await (const piece of formatPlan(head, toAsync(planned), makePlanCounter(0))) text += piece;
  return text;
}
