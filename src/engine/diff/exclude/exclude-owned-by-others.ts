import {
  type Address,
  type FieldPath,
  parseObjectAddress,
  toFieldAddress,
  toFieldPath,
} from '../../../model/address.ts';
import { isOfObject } from '../../../model/desired/scope/ignored.ts';
import {
  findRule,
  isLasting,
  isPendingSeed,
  type Owner,
  resolveOwner,
} from '../../../model/desired/scope/ownership.ts';
import {
  type AccountDiff,
  type ConnectorDiff,
  type CycleDiff,
  type FieldDiff,
  type IgnoredAbsence,
  isLostOrigin,
} from '../../../model/diff/field-diff.ts';
import { findLostBinding } from '../../../model/diff/find-lost-binding.ts';
import { listCompanions, toUnchanged } from './to-unchanged.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Takes out of what was found all that Git has not the say over: observed fields, and seeded ones of what is made
 * already. They are neither a change nor drift, and what we once wrote to them is not told to be let go.
 */
export function excludeOwnedByOthers(found: AccountDiff): AccountDiff {
  const { ownership, undo } = found.desired;
  // What an undo may not take back is told when its fields are listed.
  if (undo !== undefined) return found;
  const rested = excludeIgnoredAbsences(found);
  if (ownership.length === 0) return rested;
  return {
    ...rested,
    account: excludeFields(found.account, found),
    connectors: rested.connectors.map((connector) => excludeFields(connector, found)),
    cycles: rested.cycles.map((cycle) => excludeFields(cycle, found)),
  };
}

// What is gone and left so is taken out of what is wanted. A connector that cycles use cannot be done without.
function excludeIgnoredAbsences(found: AccountDiff): AccountDiff {
  const { ignores, address: account } = found.desired;
  const open = ignores.filter((each) => each.isOver !== true && isOfObject(each));
  if (open.length === 0) return found;
  const ignoredAbsences = [...found.connectors, ...found.cycles].flatMap(
    (object): IgnoredAbsence[] => {
      const isGone =
        object.missing?.kind === 'gone' || findLostBinding(object, found.memory) !== null;
      if (!isGone || isUsed(object, found)) return [];
      const ignored = open.find(({ path }) => toAddress(account, path) === object.address);
      return ignored === undefined ? [] : [{ address: object.address, ignored }];
    },
  );
  if (ignoredAbsences.length === 0) return found;
  const left = new Set(ignoredAbsences.map(({ address }) => address));
  return {
    ...found,
    connectors: found.connectors.filter(({ address }) => !left.has(address)),
    cycles: found.cycles.filter(({ address }) => !left.has(address)),
    ignoredAbsences,
  };
}

function toAddress(account: Address, path: readonly string[]): Address {
  return toFieldAddress(account, toFieldPath(...path));
}

function isUsed({ address, kind }: ConnectorDiff | CycleDiff, { cycles }: AccountDiff): boolean {
  const key = parseObjectAddress(address)?.key;
  return (
    kind === 'connector' &&
    cycles.some(({ desired: { slotKeys } }) => [...slotKeys.values()].some((each) => each === key))
  );
}

function excludeFields<T extends AnyDiff>(object: T, found: AccountDiff): T {
  const all = found.desired.ownership;
  const ownership = object.live === null ? all.filter(isLasting) : all;
  const of = { ...found, desired: { ...found.desired, ownership } };
  const fields = object.fields.map((field) => excludeField(field, object, of));
  return {
    ...object,
    fields: object.live === null ? fields : selectCompanions({ ...object, fields }),
    forgotten: object.forgotten.filter(
      (path) => resolveOwner(ownership, object, path) === 'managed',
    ),
  };
}

// What others have the say over and must travel with what is written goes as it is.
function selectCompanions(object: AnyDiff): readonly FieldDiff[] {
  const companions = listCompanions(object, () => true);
  return object.fields.flatMap((field) => {
    const { owner, isPendingSeed, path } = field;
    const isOthers = owner !== undefined && isPendingSeed !== true;
    return isOthers && companions.has(path) ? toUnchanged(field) : [field];
  });
}

function excludeField(field: FieldDiff, object: AnyDiff, found: AccountDiff): FieldDiff {
  const { path, state } = field;
  const { live, record, address } = object;
  const activity = readActivity(path, object);
  const rule = findRule(found.desired.ownership, object, path);
  const owner =
    activity?.owner ??
    (rule?.ignored !== undefined && isLostOrigin(field)
      ? 'observed'
      : resolveOwner(found.desired.ownership, object, path));
  if (owner === 'managed') return field;
  const isInterrupted = found.memory.creates.has(address);
  const isStillOwed =
    owner === 'seeded' &&
    (activity?.isOurs ?? isPendingSeed(path, { live, record, isInterrupted }));
  if (isStillOwed) {
    const isLeft = activity === null ? state !== 'same' : activity.isToStart;
    return { ...field, owner, ...(isLeft ? { isPendingSeed: true } : {}) };
  }
  const ignored = rule?.ignored;
  const reported = ignored === undefined ? {} : { ignored };
  return { ...field, owner, ...reported, isChange: false, isDrift: false };
}

// Who has the say over the running of a cycle was settled before its names were found. What is to run is owed its
// schedule too until it was started, although nothing differs of that while it rests.
function readActivity(
  path: FieldPath,
  object: AnyDiff,
): { readonly owner: Owner; readonly isOurs: boolean; readonly isToStart: boolean } | null {
  if (object.kind !== 'cycle' || !('bound' in object.desired)) return null;
  const { activity, ownedActivity } = object.desired.bound.desired;
  if (path !== toFieldPath('state') && path !== toFieldPath('schedule')) return null;
  if (ownedActivity === undefined) return null;
  const managed = activity.kind === 'set' ? activity.value : null;
  const isOurs = managed !== null && (path === 'state' || managed.schedule !== null);
  const owner = ownedActivity.owners[path as 'state' | 'schedule'];
  // Git has the say over the state, and cannot start what others say the schedule of.
  return {
    owner: owner === 'managed' && !isOurs ? 'observed' : owner,
    isOurs,
    isToStart: ownedActivity.kind === 'active',
  };
}
