import type { Change, Impact } from '../../../model/plan/change.ts';
import type { DriftFinding } from '../../../model/plan/plan.ts';

/**
 * Classifies the impact of restoring a field to Git from the changes of the account, because it is
 * written with the others of its object. A field without a change needs manual action.
 */
export function classifyRestoreImpact(
  { address, path }: Pick<DriftFinding, 'address' | 'path'>,
  changes: readonly Change[],
): Impact {
  const bringing = changes.find(
    (change) =>
      change.address === address &&
      (change.verb === 'create' ||
        change.verb === 'replace' ||
        (change.verb === 'update' && change.fields.some((field) => field.path === path))),
  );
  return bringing?.impact ?? 'needs-human';
}
