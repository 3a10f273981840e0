import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Move } from '../../model/plan/move.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { AccountPlan, PlannedSecret } from '../../model/plan/plan.ts';
import { isRefused } from '../../model/plan/refused.ts';
import { type FreshObservation, listLiveMoves } from './list-live-moves.ts';
import { listManifestMoves } from './list-manifest-moves.ts';

/** Reason why a plan of an account is stale, or that all of it is done. */
export type Moves = {
  readonly summary: string;
  readonly isDone: boolean;
  /** Changes in the service, one by one. */
  readonly moves: readonly Move[];
};

/**
 * Finds the reason why a plan is stale: it was applied, or the manifest, a secret, the service or
 * its capabilities changed. Null if a new read gives the same operations. Comments do not count.
 */
export function findMoves(planned: AccountPlan, look: FreshObservation): Moves | null {
  const fresh = look.plan;
  const live = isOfferSame(planned, fresh) ? listLiveMoves(planned, look) : [];
  const moves = [...listManifestMoves(planned, look), ...live];
  const moved = listMoved(planned, fresh, live);
  if (moved.length === 0) return null;
  const isWanted =
    planned.desired === fresh.desired &&
    isSameJson(planned.secrets, fresh.secrets) &&
    isOfferSame(planned, fresh);
  const left = new Set(fresh.operations.map((operation) => operation.id));
  const done = planned.operations.filter((operation) => !left.has(operation.id));
  const isLess = planned.operations.length - done.length === left.size;
  if (isWanted && isLess && done.length > 0) return toDoneMoves(done, fresh, moves);
  const others = fresh.operations.filter(({ id }) =>
    planned.operations.every((other) => other.id !== id),
  );
  const names = nameObjects([...done, ...others, ...moves]);
  return { summary: `${moved.join(', and ')}${names}`, isDone: false, moves };
}

// Reads with different capabilities cannot show a change.
const otherOffer = 'the service offers other requests than at the plan';

function listMoved(planned: AccountPlan, fresh: AccountPlan, moves: readonly Move[]): string[] {
  if (isAccountFirst(planned) && !isAccountFirst(fresh)) return ['the account exists now'];
  const moved = [
    ...(planned.desired === fresh.desired ? [] : ['the manifest has changed']),
    ...listSecretMoves(planned, fresh),
    ...(isOfferSame(planned, fresh) ? [] : [otherOffer]),
    ...(moves.length === 0 ? [] : ['the service has changed']),
  ];
  if (moved.length > 0 || isSameJson(planned.operations, fresh.operations)) return moved;
  return isSameJson(sortById(planned.operations), sortById(fresh.operations))
    ? ['the entries of the manifest have another order']
    : ['its state has changed'];
}

function isOfferSame(planned: AccountPlan, fresh: AccountPlan): boolean {
  return isSameJson(planned.notOffered, fresh.notOffered);
}

// A part of the plan is left, or nothing. If state lacks live objects, others created them or our
// run was interrupted.
function toDoneMoves(
  done: readonly Operation[],
  fresh: AccountPlan,
  moves: readonly Move[],
): Moves {
  if (fresh.operations.length > 0) {
    return {
      summary: `a part of the plan is done already${nameObjects(done)}`,
      isDone: false,
      moves,
    };
  }
  return {
    summary: fresh.hasNews
      ? 'nothing is left to do: the service is already up to date'
      : 'nothing is left to do: the plan was already applied',
    isDone: true,
    moves: [],
  };
}

// Compares each secret by its reference and field, without its value.
function listSecretMoves(planned: AccountPlan, fresh: AccountPlan): string[] {
  const prints = new Map(planned.secrets.map((secret) => [placeOf(secret), secret.print]));
  return fresh.secrets.flatMap((secret) => {
    const was = prints.get(placeOf(secret));
    const { from, print } = secret;
    // A new secret is reported as a change of the manifest.
    if (was === undefined || was === print) return [];
    const location = `${secret.address}/${secret.path}`;
    if (print === null) return [`${from} has no value here (${location})`];
    if (was === null) return [`${from} had no value at the plan (${location})`];
    return [`the secret ${from} (${location}) has another value`];
  });
}

function placeOf({ address, path, from }: PlannedSecret): string {
  return `${address}/${path} ${from}`;
}

function isAccountFirst(plan: AccountPlan): boolean {
  return plan.notices.some((notice) => notice.kind === 'account-first');
}

function sortById(operations: readonly Operation[]): readonly Operation[] {
  return operations
    .map((operation) => ({ ...operation, after: operation.after.toSorted() }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

function nameObjects(items: readonly Pick<Operation, 'address'>[]): string {
  const names = [...new Set(items.map(({ address }) => address))].sort();
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

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
