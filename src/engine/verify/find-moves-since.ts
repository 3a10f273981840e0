import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import { isRefused } from '../../model/plan/refused.ts';
import type { Moves } from './find-moves.ts';
import type { FreshObservation } from './list-live-moves.ts';
import { listManifestMoves } from './list-manifest-moves.ts';

/**
 * Finds the reason why resume may not continue an account: a changed manifest, secret or service
 * capability, or work outside the plan. Our own open intents may end in any way. Null if it may.
 */
export function findMovesSince(planned: AccountPlan, look: FreshObservation): Moves | null {
  const { plan: fresh } = look;
  const { state } = look.diff;
  const toMoved = (text: string): Moves => ({ summary: text, isDone: false, moves: [] });
  if (planned.desired !== fresh.desired)
    return { ...toMoved('the manifest has changed'), moves: listManifestMoves(planned, look) };
  const { refused = [] } = fresh;
  const secrets = planned.secrets.filter(({ address }) => !isRefused(refused, address));
  if (!isSameJson(secrets, fresh.secrets)) return toMoved('a secret has changed');
  if (!isSameJson(planned.notOffered, fresh.notOffered))
    return toMoved('the service offers other requests than at the plan');
  const open = new Set(
    [state.creates, state.pauses, state.writes].flatMap((map) => [...map.keys()]),
  );
  const others = fresh.operations
    .filter(
      (operation) =>
        !open.has(operation.address) &&
        planned.operations.every((approved) => !isPartOf(operation, approved)),
    )
    .map(({ address }) => address);
  if (others.length === 0) return null;
  return toMoved(`there are more changes than planned (${[...new Set(others)].sort().join(', ')})`);
}

// Some of an operation's fields may be written already.
function isPartOf({ id, address, action }: Operation, approved: Operation): boolean {
  if (id === approved.id) return true;
  if (address !== approved.address || action.kind !== approved.action.kind) return false;
  if (!('paths' in action) || !('paths' in approved.action)) return false;
  const { paths } = approved.action;
  return action.paths.every((path) => paths.includes(path));
}
