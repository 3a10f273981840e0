import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Notice } from '../../../model/plan/notice.ts';

/** Lists unmanaged changes of the cycles that a plan edits or replaces, because it leaves them. */
export function listOpenUnmanaged(
  { unmanaged = [] }: AccountDiff,
  changes: readonly Change[],
): Notice[] {
  const ofCycles = unmanaged.filter(
    ({ kind, ignored }) => kind === 'cycle' && ignored === undefined,
  );
  return [...Map.groupBy(ofCycles, ({ address }) => address)].flatMap(
    ([address, own]): Notice[] => {
      const change = changes.find((each) => each.address === address);
      if (change?.verb !== 'update' && change?.verb !== 'replace') return [];
      const isReplaced = change.verb === 'replace' ? { isReplaced: true as const } : {};
      return [
        { kind: 'unmanaged-open', address, paths: own.map(({ path }) => path), ...isReplaced },
      ];
    },
  );
}
