import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { listUnmanagedCycles } from '../changes/list-unmanaged-cycles.ts';

/**
 * Refuses to delete objects that were last applied with protection, because the entry and its
 * `protect` left Git together. So one commit never both lifts protection and deletes.
 */
export function checkProtected(diff: AccountDiff): Refusal[] {
  const { connectors, cycles } = diff.desired;
  const left = [
    ...(connectors.kind === 'set' ? diff.liveOnlyConnectors : []),
    ...(cycles.kind === 'set' ? listUnmanagedCycles(diff) : []),
    ...diff.manualDeletes.map((record) => ({ record })),
  ];
  return left.flatMap(({ record }): Refusal[] => {
    if (record?.isProtected !== true) return [];
    return [
      reportError('protected', {
        summary: `${record.address} is gone from the manifest but protected: it was applied with protect: true, so it is not deleted`,
        at: diff.account.at,
        address: record.address,
        remedy:
          'Restore its entry with protect: false and apply. Then remove the entry in a separate commit. If it was renamed, write renamedFrom under its new key.',
      }),
    ];
  });
}
