import { isSameJson } from '../../kit/canonical-json.ts';
import type { AccountPlan } from '../../model/plan.ts';

/**
 * Why a plan no longer holds: the manifest or the service is not as it was when the plan was made.
 * Null when a fresh plan is the same. A comment in a manifest moves nothing.
 */
export function findMoves(planned: AccountPlan, fresh: AccountPlan): string | null {
  if (planned.desired !== fresh.desired)
    return `the manifest has changed${nameChanged(planned, fresh)}`;
  if (planned.live !== fresh.live) return `the service has moved${nameChanged(planned, fresh)}`;
  if (!isSameJson(planned.operations, fresh.operations))
    return `what we remember of it has changed${nameChanged(planned, fresh)}`;
  return null;
}

function nameChanged(planned: AccountPlan, fresh: AccountPlan): string {
  const before = new Map(planned.operations.map((operation) => [operation.id, operation.address]));
  const after = new Map(fresh.operations.map((operation) => [operation.id, operation.address]));
  const moved = [
    ...[...before].filter(([id]) => !after.has(id)),
    ...[...after].filter(([id]) => !before.has(id)),
  ].map(([, address]) => address);
  const names = [...new Set(moved)].sort();
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}
