import type { Moved } from '../../../model/plan/change.ts';

const directions: Readonly<Record<Moved, string>> = {
  manifest: 'changed in Git',
  live: 'changed outside Git since our last apply',
  both: 'changed in both',
  unknown: 'who changed it is not known',
  earlier: 'the earlier value',
  unfinished: 'unchanged in Git and outside Git; left unfinished by an earlier apply',
  new: 'not set before',
};

const effects: Partial<Record<Moved, string>> = {
  live: 'this reverts it',
  both: 'this applies the value of Git',
  unknown: 'this applies the value of Git',
};

/** Where a field or an object changed. */
export function formatDirection({ moved }: { readonly moved: Moved }): string {
  return directions[moved];
}

/** Where a planned field changed, and the effect of the plan. */
export function formatPlannedDirection(change: { readonly moved: Moved }): string {
  const effect = effects[change.moved];
  return [formatDirection(change), ...(effect === undefined ? [] : [effect])].join('; ');
}
