import type { ApprovedChange } from '../../app/run/change-source.ts';
import { type PlanChoices, type PlanKind, toPlanKind } from '../../model/plan/plan.ts';

/** How approved plans are applied; a feature that is deleted takes its row along. */
const changes: Readonly<Record<PlanKind, () => Promise<ApprovedChange>>> = {
  plan: async () => ({ command: 'apply' }),
  undo: async () => (await import('./undo/with-undo.ts')).approvedUndo,
  revert: async () => (await import('./revert/with-revert.ts')).approvedRevert,
  destroy: async () => (await import('./destroy/open-destroy.ts')).approvedDestroy,
  run: async () => (await import('./run/apply-runs.ts')).approvedRuns,
};

/** Opens how an approved plan is applied, by its kind; without a narrowing it is about all of a run. */
export async function openApprovedChange(
  choices: PlanChoices,
): Promise<ApprovedChange & Required<Pick<ApprovedChange, 'narrow'>>> {
  return { narrow: async (run) => run, ...(await changes[toPlanKind(choices)]()) };
}
