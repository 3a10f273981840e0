import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { isRefused, type RefusedObject } from '../../../model/plan/refused.ts';
import { listPossibleRenames } from '../changes/list-possible-renames.ts';
import { listUnmanagedCycles } from '../changes/list-unmanaged-cycles.ts';

/**
 * Refuses to delete an object beside a refused new one that it may be under another key: nothing
 * would be left of either.
 */
export function checkRemoved(diff: AccountDiff, refused: readonly RefusedObject[]): Refusal[] {
  if (refused.length === 0) return [];
  const { desired, account, liveOnlyConnectors } = diff;
  const removed = [
    ...(desired.cycles.kind === 'set' ? listUnmanagedCycles(diff) : []),
    ...(desired.connectors.kind === 'set' ? liveOnlyConnectors : []),
  ];
  return removed.flatMap((pair): Refusal[] => {
    const added = listPossibleRenames(pair, diff).find((address) => isRefused(refused, address));
    if (pair.record === null || added === undefined) return [];
    const { address } = pair.record;
    return [
      reportError('rename-refused', {
        summary: `${address} is gone from the manifest and is not deleted: ${added} may be the same under another key, and is refused`,
        at: account.at,
        address,
        remedy: `Fix ${added}: its own message says how. If they are the same, write renamedFrom in it.`,
      }),
    ];
  });
}
