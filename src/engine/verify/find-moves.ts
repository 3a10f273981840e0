import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Move } from '../../model/plan/move.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { AccountPlan, PlannedSecret } from '../../model/plan/plan.ts';
import { type FreshObservation, listLiveMoves } from './list-live-moves.ts';
import { listManifestMoves } from './list-manifest-moves.ts';

/** Why a plan of an account no longer holds, and whether that is because all of it is done. */
export type Moves = {
  readonly summary: string;
  readonly isDone: boolean;
  /** What moved in the service, one by one. */
  readonly moves: readonly Move[];
};

/**
 * Why a plan no longer holds: it was applied already, or the manifest, a secret, the service or what it
 * offers is not as it was when it was made. Null when a fresh look gives the same operations and finds what they
 * expect. A comment in a manifest moves nothing.
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

// Two looks that saw different parts of it do not tell whether it has moved.
const otherOffer = 'the service does not offer the same as then';

function listMoved(planned: AccountPlan, fresh: AccountPlan, moves: readonly Move[]): string[] {
  if (isAccountFirst(planned) && !isAccountFirst(fresh)) return ['the account is there by now'];
  const moved = [
    ...(planned.desired === fresh.desired ? [] : ['the manifest has changed']),
    ...listSecretMoves(planned, fresh),
    ...(isOfferSame(planned, fresh) ? [] : [otherOffer]),
    ...(moves.length === 0 ? [] : ['the service has moved']),
  ];
  if (moved.length > 0 || isSameJson(planned.operations, fresh.operations)) return moved;
  return isSameJson(sortById(planned.operations), sortById(fresh.operations))
    ? ['the entries of the manifest stand in another order']
    : ['what we remember of it has changed'];
}

function isOfferSame(planned: AccountPlan, fresh: AccountPlan): boolean {
  return isSameJson(planned.notOffered, fresh.notOffered);
}

// What is left to do is a part of the plan, or nothing. Where we remember less than is there, it was not
// we who did it, or not to the end.
function toDoneMoves(
  done: readonly Operation[],
  fresh: AccountPlan,
  moves: readonly Move[],
): Moves {
  if (fresh.operations.length > 0) {
    return { summary: `a part of it is done already${nameObjects(done)}`, isDone: false, moves };
  }
  return {
    summary: fresh.hasNews
      ? 'nothing of it is left to do: the service has all of it already'
      : 'nothing of it is left to do: it has been applied already',
    isDone: true,
    moves: [],
  };
}

// Each secret by itself, by its reference and where it is wanted; what it is nobody says.
function listSecretMoves(planned: AccountPlan, fresh: AccountPlan): string[] {
  const prints = new Map(planned.secrets.map((secret) => [placeOf(secret), secret.print]));
  return fresh.secrets.flatMap((secret) => {
    const was = prints.get(placeOf(secret));
    const { from, print } = secret;
    // One that the manifest had not then is told by what the manifest has become.
    if (was === undefined || was === print) return [];
    const place = `${secret.address}/${secret.path}`;
    if (print === null) return [`here is no value of ${from} (${place})`];
    if (was === null) return [`there was no value of ${from} (${place}) when it was planned`];
    return [`the secret ${from} (${place}) has another value`];
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
