import type { Change } from '../../model/plan/change.ts';
import type { DriftItem } from '../../model/plan/plan.ts';
import { compareStates } from './object-states.ts';

/** Drift of an account, worst first, then in the order of the manifest. */
export function orderItems(items: readonly DriftItem[]): readonly DriftItem[] {
  return items.toSorted((left, right) => compareStates(left.kind, right.kind));
}

/** Changes of a plan: deletes, then replacements, then the rest in the order of the manifest. */
export function orderChangesByVerb(changes: readonly Change[]): readonly Change[] {
  const rank = ({ verb }: Change): number => (verb === 'delete' ? 0 : verb === 'replace' ? 1 : 2);
  return changes.toSorted((left, right) => rank(left) - rank(right));
}
