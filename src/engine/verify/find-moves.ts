import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Move } from '../../model/plan/move.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { AccountPlan, PlannedSecret } from '../../model/plan/plan.ts';
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
