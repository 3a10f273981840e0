import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import type { Moves } from './find-moves.ts';
import type { FreshObservation } from './list-live-moves.ts';
import { listManifestMoves } from './list-manifest-moves.ts';

/**
 * Why a run that died may not go on with an account that it had begun, where a part of its plan is done and the rest
 * is planned anew: the manifest, a secret or what the service offers is not as it was approved, or there is
 * something to do that was not in the plan. What we left open ourselves may be ended in any way. Null when it may.
 */
export function findMovesSince(planned: AccountPlan, look: FreshObservation): Moves | null {
  const { plan: fresh } = look;
  const { memory } = look.diff;
  const says = (text: string): Moves => ({ summary: text, isDone: false, moves: [] });
  if (planned.desired !== fresh.desired)
    return { ...says('the manifest has changed'), moves: listManifestMoves(planned, look) };
  if (!isSameJson(planned.secrets, fresh.secrets)) return says('a secret has changed');
  if (!isSameJson(planned.notOffered, fresh.notOffered))
    return says('the service does not offer the same as then');
  const open = new Set(
    [memory.creates, memory.pauses, memory.writes].flatMap((map) => [...map.keys()]),
  );
  const others = fresh.operations
    .filter(
      (operation) =>
        !open.has(operation.address) &&
        planned.operations.every((approved) => !isPartOf(operation, approved)),
    )
    .map(({ address }) => address);
  if (others.length === 0) return null;
  return says(`there is more to do than was planned (${[...new Set(others)].sort().join(', ')})`);
}

// Of several fields that one operation writes some may be there by now.
function isPartOf({ id, address, action }: Operation, approved: Operation): boolean {
  if (id === approved.id) return true;
  if (address !== approved.address || action.kind !== approved.action.kind) return false;
  if (!('paths' in action) || !('paths' in approved.action)) return false;
  const { paths } = approved.action;
  return action.paths.every((path) => paths.includes(path));
}
