import { writePlan } from '../../../src/engine/plan/write-plan.ts';
import { tallyPlan } from '../../../src/engine/run/tally-plan.ts';
import { noChoices } from '../../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { sealer } from '../../support/values/make-plan.ts';
import { toAsync } from '../to-async.ts';

/** The target of plan files that tests write. */
export const planTarget = {
  environment: 'local',
  service: 'emulator',
  address: 'world.yaml',
} as const;

/** The text of a plan file; what differs from run to run is fixed. */
export async function writePlanFile(planned: readonly PlannedAccount[]): Promise<string> {
  const envelope = { createdAt: '2026-12-01T05:00:00Z', tool: 'test' };
  const head = {
    target: planTarget,
    options: noChoices,
    envelope,
    sealer,
  };
  let text = '';
  for await (const piece of writePlan(head, toAsync(planned), tallyPlan(0))) text += piece;
  return text;
}
