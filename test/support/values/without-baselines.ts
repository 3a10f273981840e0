import { isSameJson } from '../../../src/kit/json/canonical-json.ts';
import type { AccountDiff } from '../../../src/model/diff/field-diff.ts';
import type { StateChange } from '../../../src/model/state/account-state.ts';

/** A change of state without baselines, which have tests of their own; null where no more is left. */
export function withoutBaselines(
  diff: AccountDiff,
  change: StateChange | null,
): StateChange | null {
  if (change === null) return null;
  const records = new Map(
    [diff.account, ...diff.connectors, ...diff.cycles].map(({ address, record }) => [
      address,
      record,
    ]),
  );
  const saveObjects = (change.saveObjects ?? [])
    .map(({ baseline: _, ...record }) => record)
    .filter((record) => !isSameJson(record, records.get(record.address) ?? null));
  const left = { ...change, saveObjects };
  const { account: _, ...lists } = left;
  return Object.values(lists).some((list) => Array.isArray(list) && list.length > 0) ? left : null;
}
