import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { type Action, type Operation, toOperationId } from '../../../model/plan/operation.ts';
import type { MatchedTarget } from './match-destroy-target.ts';

/**
 * Plans the requests of a destroy: stops and drains every cycle before the first deletion, because
 * one that does not drain must leave all in place. Deletes cycles, then connectors, then the
 * account.
 */
export function makeDestroyOperations(
  { account }: AccountDiff,
  matched: MatchedTarget,
): Operation[] {
  const drains = matched.cycles
    .filter(({ live }) => live.status === 'Active' || live.inProgressCount > 0)
    .map(({ record, live }) => ({
      ...toOperation(record.address, { kind: 'pause-cycle', restart: null }, []),
      does: `pauses "${live.name}" and waits until its transactions are done`,
      repeat: 'check-first' as const,
    }));
  const cycles = matched.cycles.map(({ record, live }) => ({
    ...toOperation(record.address, { kind: 'delete-cycle' }, drains),
    does: `deletes the cycle "${live.name}"`,
  }));
  const connectors = matched.connectors.map(({ record, live }) => ({
    ...toOperation(record.address, { kind: 'delete-connector' }, [...drains, ...cycles]),
    does: `deletes the installed connector "${live.name}"`,
  }));
  const objects = [...drains, ...cycles, ...connectors];
  if (!matched.isAccount || account.live === null) return objects;
  const last = {
    ...toOperation(account.address, { kind: 'delete-account' }, objects),
    does: `deletes the account "${account.live.name}"`,
  };
  return [...objects, last];
}

function toOperation(
  address: Address,
  action: Action,
  after: readonly Operation[],
): Omit<Operation, 'does'> {
  const ids = after.map(({ id }) => id);
  return {
    id: toOperationId(address, action),
    address,
    action,
    repeat: 'safe',
    after: ids,
    window: null,
  };
}
