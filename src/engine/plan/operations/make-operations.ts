import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { listFreedConnectors, listUnmetRunning } from '../../../model/diff/unmet.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { isRefused, type RefusedObject } from '../../../model/plan/refused.ts';
import { listUnmanagedCycles } from '../changes/list-unmanaged-cycles.ts';
import { isPossiblyUsing } from './is-possibly-using.ts';
import { makeAccountOperations } from './make-account-operations.ts';
import { makeConnectorDelete, makeConnectorOperations } from './make-connector-operations.ts';
import { makeCycleDelete, makeCycleOperations } from './make-cycle-operations.ts';
import { makeOperationChain, makePauseDraft } from './make-operation-chain.ts';

/**
 * Orders the requests of one account: the account, its connectors, its cycles, then deletes: cycles
 * before the connectors that they may use. Refused objects have none.
 */
export function makeOperations(
  diff: AccountDiff,
  refused: readonly RefusedObject[] = [],
): Operation[] {
  const isPlanned = (address: Address) => !isRefused(refused, address);
  const account = makeAccountOperations(diff.account);
  const made = diff.account.live === null ? idsOf(account) : [];
  const connectors = diff.connectors
    .filter(({ address }) => isPlanned(address))
    .map((connector) => ({ connector, operations: makeConnectorOperations(connector, made) }));
  const cycles = diff.cycles.flatMap((cycle) => {
    if (!isPlanned(cycle.address)) return [];
    const used = connectors.filter(({ connector }) =>
      isPossiblyUsing(cycle, connector.desired.desired.key),
    );
    return makeCycleOperations(cycle, diff, [
      ...made,
      ...idsOf(used.flatMap((item) => item.operations)),
    ]);
  });
  const gone = diff.desired.cycles.kind === 'set' ? listUnmanagedCycles(diff) : [];
  const deletes = gone.flatMap(({ live, record }) =>
    record === null || !isPlanned(record.address) ? [] : makeCycleDelete(record.address, live, []),
  );
  const stops = listUnmetRunning(diff).flatMap(({ address, live }) =>
    isPlanned(address)
      ? makeOperationChain(address, [makePauseDraft(live.name, null)], { after: [], window: null })
      : [],
  );
  // A connector is unused only after every cycle of the account is edited or deleted.
  const before = idsOf([...cycles, ...deletes]);
  const left = diff.desired.connectors.kind === 'set' ? listFreedConnectors(diff) : [];
  const freed = left.flatMap(({ live, record }) =>
    record === null || !isPlanned(record.address)
      ? []
      : [makeConnectorDelete(record.address, live.name, before)],
  );
  return [
    ...account,
    ...connectors.flatMap((item) => item.operations),
    ...cycles,
    ...stops,
    ...deletes,
    ...freed,
  ];
}

function idsOf(operations: readonly Operation[]): string[] {
  return operations.map((operation) => operation.id);
}
