import type { PlanFrame } from '../../model/report/report.ts';

/** The kind of a plan, in the words of reports. */
export type PlanLabel = {
  /** The kind in the comment marker, so that an undo does not replace the comment of a plan. */
  readonly kind: 'plan' | 'revert' | 'undo' | 'destroy';
  /** Its title, up to the environment. */
  readonly title: string;
  /** The command that makes it. */
  readonly command: string;
};

/** The command whose plans revert drift. */
export const revertCommand = 'drift --revert';

/** The kind of a plan: a plan of the manifests, a revert, an undo or a destroy. */
export function toPlanLabel({
  undoes,
  reverts,
  destroys,
}: Pick<PlanFrame, 'undoes' | 'reverts' | 'destroys'>): PlanLabel {
  if (destroys === true) return { kind: 'destroy', title: 'Destroy in', command: 'destroy' };
  if (undoes !== undefined) return { kind: 'undo', title: 'Undo in', command: 'undo' };
  return reverts === true
    ? { kind: 'revert', title: 'Revert of drift in', command: revertCommand }
    : { kind: 'plan', title: 'Plan for', command: 'plan' };
}
