import { type FieldPath, toFieldPath } from '../../../model/address.ts';
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
  isLostOrigin,
} from '../../../model/diff/field-diff.ts';
import { decideIgnoredAbsences } from './decide-ignored-absences.ts';
import { listCompanions, toUnchanged } from './to-unchanged.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Marks fields that others own as neither a change nor drift: observed ones, seeded ones of existing objects, and
 * ignored ones, because an ignore is an `observed` rule with an end date (`observe/resolve-for-run.ts`).
 */
export function decideOwnedByOthers(found: AccountDiff): AccountDiff {
  const { ownership, undo } = found.desired;
  // An undo reports such fields when it lists its own.
  if (undo !== undefined) return found;
  const rested = decideIgnoredAbsences(found);
  if (ownership.length === 0) return rested;
  return {
    ...rested,
    account: excludeFields(found.account, found),
    connectors: rested.connectors.map((connector) => excludeFields(connector, found)),
    cycles: rested.cycles.map((cycle) => excludeFields(cycle, found)),
  };
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

// Others' fields that must be sent together keep their live values.
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
  const isInterrupted = found.state.creates.has(address);
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

// Ownership of the run state was resolved before the names. A cycle to start has a pending schedule
// until its first start, although a paused cycle shows no difference.
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
  // Git owns the state, and cannot start a schedule of others.
  return {
    owner: owner === 'managed' && !isOurs ? 'observed' : owner,
    isOurs,
    isToStart: ownedActivity.kind === 'active',
  };
}
