import type { Refusal } from '../../../model/diagnostic/code-stops.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { listUnmanagedCycles } from '../changes/list-unmanaged-cycles.ts';

/**
 * Objects that are remembered as protected and whose entries are gone. The protection went from Git together with
 * the entry, so that what is remembered stands for it: one commit never both lifts it and deletes.
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
      {
        code: 'protected',
        severity: 'error',
        summary: `${record.address} is gone from the manifest and is not deleted: it was applied with protect: true`,
        at: diff.account.at,
        address: record.address,
        remedy:
          'Put its entry back with protect: false and apply that. Then remove the entry, in a commit of its own. If it has another key now, write renamedFrom there.',
      },
    ];
  });
}
