import type { Change, Impact } from '../../../model/plan/change.ts';
import type { DriftFinding } from '../../../model/plan/plan.ts';

/**
 * What bringing back the value of Git would disturb, as the changes of the account have it: a field goes with the
 * others of its object. What no change brings back a person must.
 */
export function classifyRevertImpact(
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
