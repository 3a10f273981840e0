import { type AccountDiff, listDeposed } from '../../../model/diff/field-diff.ts';
import { listKeptRuns } from '../../../model/diff/kept-runs.ts';
import { listUnmetStaying } from '../../../model/diff/unmet.ts';

/**
 * Lists the cycles that no manifest names, without deposed ones, those that wait for a run of ours,
 * and those that a later plan deletes.
 */
export function listUnmanagedCycles(diff: AccountDiff): AccountDiff['liveOnlyCycles'] {
  const staying = new Set(
    [...listDeposed(diff), ...listKeptRuns(diff), ...listUnmetStaying(diff)].map(
      ({ address }) => address,
    ),
  );
  return diff.liveOnlyCycles.filter(
    ({ record }) => record === null || !staying.has(record.address),
  );
}
