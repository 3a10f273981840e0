import { isSameJson } from '../../kit/canonical-json.ts';
import type { Operation } from '../../model/operation.ts';
import type { AccountPlan } from '../../model/plan.ts';

/** Why a plan of an account no longer holds, and whether that is because all of it is done. */
export type Moves = { readonly says: string; readonly isDone: boolean };

/**
 * Why a plan no longer holds: it was applied already, or the manifest, a secret, the service or what it
 * offers is not as it was when it was made. Null when a fresh plan is the same. A comment in a manifest moves nothing.
 */
export function findMoves(planned: AccountPlan, fresh: AccountPlan): Moves | null {
  const moved = listMoved(planned, fresh);
  if (moved.length === 0) return null;
  const isWanted =
    planned.desired === fresh.desired &&
    planned.secrets === fresh.secrets &&
    isOfferSame(planned, fresh);
  const left = new Set(fresh.operations.map((operation) => operation.id));
  const done = planned.operations.filter((operation) => !left.has(operation.id));
  const isLess = planned.operations.length - done.length === left.size;
  if (isWanted && isLess && done.length > 0) return sayDone(done, fresh);
  const names = nameObjects([
    ...done,
    ...fresh.operations.filter(({ id }) => planned.operations.every((other) => other.id !== id)),
  ]);
  return { says: `${moved.join(', and ')}${names}`, isDone: false };
}

// Two looks that saw different parts of it do not tell whether it has moved.
const otherOffer = 'the service does not offer the same as then';

function listMoved(planned: AccountPlan, fresh: AccountPlan): string[] {
  if (isAccountFirst(planned) && !isAccountFirst(fresh)) return ['the account is there by now'];
  const moved = [
    ...(planned.desired === fresh.desired ? [] : ['the manifest has changed']),
    ...(planned.secrets === fresh.secrets ? [] : [sayOfSecrets(planned, fresh)]),
    ...(isOfferSame(planned, fresh) ? sayOfLive(planned, fresh) : [otherOffer]),
  ];
  if (moved.length > 0 || isSameJson(planned.operations, fresh.operations)) return moved;
  return isSameJson(sortById(planned.operations), sortById(fresh.operations))
    ? ['the entries of the manifest stand in another order']
    : ['what we remember of it has changed'];
}

function isOfferSame(planned: AccountPlan, fresh: AccountPlan): boolean {
  return isSameJson(planned.notOffered, fresh.notOffered);
}

function sayOfLive(planned: AccountPlan, fresh: AccountPlan): string[] {
  return planned.live === fresh.live ? [] : ['the service has moved'];
}

// What is left to do is a part of the plan, or nothing. Where we remember less than is there, it was not
// we who did it, or not to the end.
function sayDone(done: readonly Operation[], fresh: AccountPlan): Moves {
  if (fresh.operations.length > 0) {
    return { says: `a part of it is done already${nameObjects(done)}`, isDone: false };
  }
  return {
    says: fresh.hasNews
      ? 'nothing of it is left to do: the service has all of it already'
      : 'nothing of it is left to do: it has been applied already',
    isDone: true,
  };
}

// A secret without a value on one of the two occasions is told by the notice that it was not compared.
function sayOfSecrets(planned: AccountPlan, fresh: AccountPlan): string {
  const [before, now] = [listUncompared(planned), listUncompared(fresh)];
  const lost = [...now].filter((from) => !before.has(from));
  const found = [...before].filter((from) => !now.has(from));
  if (lost.length > 0) return `here is no value of ${lost.join(', ')}`;
  if (found.length > 0) return `there was no value of ${found.join(', ')} when it was planned`;
  return 'a secret has changed';
}

function isAccountFirst(plan: AccountPlan): boolean {
  return plan.notices.some((notice) => notice.kind === 'account-first');
}

function listUncompared(plan: AccountPlan): ReadonlySet<string> {
  return new Set(
    plan.notices.flatMap((notice) => (notice.kind === 'not-compared' ? [notice.from] : [])),
  );
}

function sortById(operations: readonly Operation[]): readonly Operation[] {
  return operations
    .map((operation) => ({ ...operation, after: operation.after.toSorted() }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

function nameObjects(operations: readonly Operation[]): string {
  const names = [...new Set(operations.map((operation) => operation.address))].sort();
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}
