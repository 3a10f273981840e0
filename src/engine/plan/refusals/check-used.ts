import type { Address } from '../../../model/address.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import { type AccountDiff, type CycleDiff, listDeposed } from '../../../model/diff/field-diff.ts';
import { listKeptRuns } from '../../../model/diff/kept-runs.ts';
import { listFreedConnectors } from '../../../model/diff/unmet.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import { isRefused, type RefusedObject } from '../../../model/plan/refused.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/**
 * Refuses to delete a connector that a cycle uses after this plan, managed or not: the service might
 * refuse it late, or break the cycle. Cycles that this plan rebinds or deletes do not count.
 */
export function checkUsed(diff: AccountDiff, refused: readonly RefusedObject[]): Refusal[] {
  if (diff.desired.connectors.kind !== 'set') return [];
  const users = listUsers(diff, refused);
  return listFreedConnectors(diff).flatMap(({ live, record }): Refusal[] => {
    const user = users.find((each) => each.live?.connectors.some(({ id }) => id === live.id));
    if (record === null || user === undefined) return [];
    return [
      reportError('connector-in-use', {
        summary: `${record.address} is gone from the manifest and cannot be deleted: ${user.name} uses it`,
        at: user.at,
        address: record.address,
      }),
    ];
  });
}

/** A live cycle that stays bound as it is. */
type User = {
  readonly name: string;
  readonly live: Pick<LiveCycle, 'connectors'> | null;
  readonly at: SourceSpan;
};

function listUsers(diff: AccountDiff, refused: readonly RefusedObject[]): readonly User[] {
  const { cycles } = diff;
  return [
    ...cycles
      .filter((cycle) => isRefused(refused, cycle.address) || !isRebound(cycle))
      .map(({ address: name, live, at }) => ({ name, live, at })),
    ...cycles.flatMap((cycle) => listStaying(cycle, refused)),
    ...listOthers(diff, refused),
  ];
}

// Cycles without an entry that this plan does not delete: unmanaged, released, waiting, or refused.
function listOthers(diff: AccountDiff, refused: readonly RefusedObject[]): readonly User[] {
  const { desired, cycles, liveOnlyCycles, account } = diff;
  const kept = new Set(listKeptRuns(diff).map(({ address }) => address));
  const deposed = new Set(listDeposed(diff).map(({ address }) => address));
  const isStaying = (address: Address) =>
    !deposed.has(address) &&
    (desired.cycles.kind !== 'set' || kept.has(address) || isRefused(refused, address));
  return liveOnlyCycles.flatMap(({ live, record }): User[] => {
    if (record !== null)
      return isStaying(record.address) ? [{ name: record.address, live, at: account.at }] : [];
    const entry = cycles.find(({ candidates = [] }) => candidates.includes(live.id));
    return [{ name: `"${live.name}" (${live.id})`, live, at: (entry ?? account).at }];
  });
}

// Deposed cycles that this plan keeps still use their connectors.
function listStaying(cycle: CycleDiff, refused: readonly RefusedObject[]): readonly User[] {
  const { address: name, at, deposed, deletesDeposed } = cycle;
  if (deletesDeposed && !isRefused(refused, name)) return [];
  return deposed.map(({ live }) => ({ name, live, at }));
}

function isRebound({ fields }: CycleDiff): boolean {
  return fields.some((field) => isChanged(field) && field.path.startsWith('connectors/'));
}
