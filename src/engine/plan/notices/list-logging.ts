import { findByAddress, toFieldPath } from '../../../model/address.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Notice } from '../../../model/plan/notice.ts';

const path = toFieldPath('logRequests');

/**
 * Lists the cycles whose logging of requests a plan turns on: by a line of the manifest, or by the
 * file that a new cycle is made from.
 */
export function listLogging(changes: readonly Change[], { cycles }: AccountDiff): Notice[] {
  return changes.flatMap((change): Notice[] => {
    if (change.kind !== 'cycle' || !('fields' in change)) return [];
    const { address, fields } = change;
    const written = fields.find((field) => field.path === path);
    const cycle = findByAddress(cycles, address);
    const isOn =
      written === undefined
        ? cycle !== undefined && isLoggedByFile(cycle)
        : written.after.kind === 'plain' && written.after.value === true;
    return isOn ? [{ kind: 'logs-requests', address, path }] : [];
  });
}

// A cycle that logs already may be replaced by one that does.
function isLoggedByFile({ live, deposed, desired: { bound } }: CycleDiff): boolean {
  const { source } = bound;
  if (live !== null || source.kind !== 'file') return false;
  if (deposed.some((each) => each.live.logRequests === true)) return false;
  return source.loaded.file.settings.LogStepDataRequests === true;
}
