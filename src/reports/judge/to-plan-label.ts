import type { PlanFrame } from '../../model/report/report.ts';

/** What a plan is of, in the words of reports. */
export type PlanLabel = {
  /** The kind in the marker of its comment: what is planned for another purpose takes no place of a plan's. */
  readonly kind: 'plan' | 'revert' | 'undo' | 'destroy';
  /** Its title, up to the environment. */
  readonly title: string;
  /** What made it. */
  readonly command: string;
};

/** The command whose plans end drift, as far as it is more than a word. */
export const revertCommand = 'drift --revert';

/** What a plan is of: what Git says, the end of drift, a run that is taken back, or the end of what a person named. */
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
