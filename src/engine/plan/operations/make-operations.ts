import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { listUnmanagedCycles } from '../changes/list-unmanaged-cycles.ts';
import { makeAccountOperations } from './make-account-operations.ts';
import { makeConnectorDelete, makeConnectorOperations } from './make-connector-operations.ts';
import { makeCycleDelete, makeCycleOperations } from './make-cycle-operations.ts';

/**
 * Orders the requests of one account: the account, its connectors, its cycles, then deletes: cycles
 * before the connectors that they may use.
 */
export function makeOperations(diff: AccountDiff): Operation[] {
  const account = makeAccountOperations(diff.account);
  const made = diff.account.live === null ? idsOf(account) : [];
  const connectors = diff.connectors.map((connector) => ({
    connector,
    operations: makeConnectorOperations(connector, made),
  }));
  const cycles = diff.cycles.flatMap((cycle) => {
    const used = connectors.filter(({ connector }) => mayUse(cycle, connector.desired.desired.key));
    return makeCycleOperations(cycle, diff, [
      ...made,
      ...idsOf(used.flatMap((item) => item.operations)),
    ]);
  });
  const gone = diff.desired.cycles.kind === 'set' ? listUnmanagedCycles(diff) : [];
  const deletes = gone.flatMap(({ live, record }) =>
    record === null ? [] : makeCycleDelete(record.address, live, []),
  );
  // A connector is unused only after every cycle of the account is edited or deleted.
  const before = idsOf([...cycles, ...deletes]);
  const left = diff.desired.connectors.kind === 'set' ? diff.liveOnlyConnectors : [];
  const freed = left.flatMap(({ live, record }) =>
    record === null ? [] : [makeConnectorDelete(record.address, live.name, before)],
  );
  return [
    ...account,
    ...connectors.flatMap((item) => item.operations),
    ...cycles,
    ...deletes,
    ...freed,
  ];
}

function idsOf(operations: readonly Operation[]): string[] {
  return operations.map((operation) => operation.id);
}

// An unreadable template may use any connector, and the service would install another one if it is
// missing.
function mayUse({ desired, live }: CycleDiff, key: string): boolean {
  if (live === null && desired.shape === null) return true;
  return [...desired.slotKeys.values()].includes(key);
}
