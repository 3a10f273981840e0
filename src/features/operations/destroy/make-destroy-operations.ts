import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { type Action, type Operation, toOperationId } from '../../../model/plan/operation.ts';
import type { MatchedTarget } from './match-destroy-target.ts';

/**
 * The requests that destroy: every cycle is stopped and drained before the first is deleted, so that one that does
 * not come to rest leaves all of them there; then the cycles go, then the connectors, the account last.
 */
export function makeDestroyOperations(
  { account }: AccountDiff,
  doomed: MatchedTarget,
): Operation[] {
  const drains = doomed.cycles
    .filter(({ live }) => live.status === 'Active' || live.inProgressCount > 0)
    .map(({ record, live }) => ({
      ...toOperation(record.address, { kind: 'pause-cycle', restart: null }, []),
      does: `pauses "${live.name}" and waits until its transactions are done`,
      repeat: 'check-first' as const,
    }));
  const cycles = doomed.cycles.map(({ record, live }) => ({
    ...toOperation(record.address, { kind: 'delete-cycle' }, drains),
    does: `deletes the cycle "${live.name}"`,
  }));
  const connectors = doomed.connectors.map(({ record, live }) => ({
    ...toOperation(record.address, { kind: 'delete-connector' }, [...drains, ...cycles]),
    does: `deletes the installed connector "${live.name}"`,
  }));
  const objects = [...drains, ...cycles, ...connectors];
  if (!doomed.isAccount || account.live === null) return objects;
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
