import { type FieldPath, toFieldPath } from '../../model/address.ts';
import { findOwner, isOwed, type Owner } from '../../model/ownership.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff, FieldVerdict } from '../../model/verdict.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Takes out of what was found all that Git has not the say over: observed fields, and seeded ones of what is made
 * already. They are neither a change nor drift, and what we once wrote to them is not told to be let go.
 */
export function leaveToOwners(found: AccountDiff): AccountDiff {
  const { ownership, undo } = found.desired;
  // What an undo may not take back is told when its fields are listed.
  if (ownership.length === 0 || undo !== undefined) return found;
  return {
    ...found,
    account: leaveFields(found.account, found),
    connectors: found.connectors.map((connector) => leaveFields(connector, found)),
    cycles: found.cycles.map((cycle) => leaveFields(cycle, found)),
  };
}

function leaveFields<T extends AnyDiff>(object: T, found: AccountDiff): T {
  const { ownership } = found.desired;
  return {
    ...object,
    verdicts: object.verdicts.map((verdict) => leaveField(verdict, object, found)),
    forgotten: object.forgotten.filter((path) => findOwner(ownership, object, path) === 'managed'),
  };
}

function leaveField(verdict: FieldVerdict, object: AnyDiff, found: AccountDiff): FieldVerdict {
  const { path, state } = verdict;
  const { live, record, address } = object;
  const activity = readActivity(path, object);
  const owner = activity?.owner ?? findOwner(found.desired.ownership, object, path);
  if (owner === 'managed') return verdict;
  const isInterrupted = found.memory.creates.has(address);
  const isStillOwed =
    owner === 'seeded' && (activity?.isOurs ?? isOwed(path, { live, record, isInterrupted }));
  if (isStillOwed) {
    const isLeft = activity === null ? state !== 'same' : activity.isToStart;
    return { ...verdict, owner, ...(isLeft ? { isOwed: true } : {}) };
  }
  return { ...verdict, owner, isChange: false, isDrift: false };
}

// Who has the say over the running of a cycle was settled before its names were found. What is to run is owed its
// schedule too until it was started, although nothing differs of that while it rests.
function readActivity(
  path: FieldPath,
  object: AnyDiff,
): { readonly owner: Owner; readonly isOurs: boolean; readonly isToStart: boolean } | null {
  if (object.kind !== 'cycle' || !('bound' in object.desired)) return null;
  const { activity, leftActivity } = object.desired.bound.desired;
  if (path !== toFieldPath('state') && path !== toFieldPath('schedule')) return null;
  if (leftActivity === undefined) return null;
  const managed = activity.kind === 'set' ? activity.value : null;
  const isOurs = managed !== null && (path === 'state' || managed.schedule !== null);
  const owner = leftActivity.owners[path as 'state' | 'schedule'];
  // Git has the say over the state, and cannot start what others say the schedule of.
  return {
    owner: owner === 'managed' && !isOurs ? 'observed' : owner,
    isOurs,
    isToStart: leftActivity.kind === 'active',
  };
}
