import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Notice } from '../../../model/plan/notice.ts';

/** Lists unmanaged changes of the cycles that a plan edits, and leaves, or replaces; or why they are unknown. */
export function listOpenUnmanaged(
  { unmanaged = [], replacedChanges = new Map(), cycles }: AccountDiff,
  changes: readonly Change[],
): Notice[] {
  return changes.flatMap(({ verb, address, kind }): Notice[] => {
    if (kind !== 'cycle' || (verb !== 'update' && verb !== 'replace')) return [];
    const paths =
      verb === 'replace'
        ? (replacedChanges.get(address) ?? [])
        : unmanaged
            .filter((each) => each.address === address && each.ignored === undefined)
            .map(({ path }) => path);
    const why = cycles.find((cycle) => cycle.address === address)?.restUnread;
    if (why !== undefined) return [{ kind: 'part-unread', address, part: 'rest', why }];
    const isReplaced = verb === 'replace' ? { isReplaced: true as const } : {};
    return paths.length === 0 ? [] : [{ kind: 'unmanaged-open', address, paths, ...isReplaced }];
  });
}
