import { type FieldPath, toFieldPath } from '../../model/address.ts';
import {
  findRule,
  isLasting,
  isPendingSeed,
  type Owner,
  type OwnerRule,
  resolveOwner,
} from '../../model/desired/scope/ownership.ts';
import {
  type ComparedAccount,
  type ComparedField,
  isLostOrigin,
} from '../../model/diff/field-diff.ts';
import type { ComparedObject, FieldOwner } from './decider.ts';

const managed: FieldOwner = { owner: 'managed', ignored: null, pendingSeed: false };

/**
 * Finds the owner of a field by the rules of its account. Earlier values have none, because their
 * source leaves out the fields of others.
 */
export function resolveFieldOwner(
  field: ComparedField,
  object: ComparedObject,
  { desired: { ownership }, state, part }: ComparedAccount,
): FieldOwner {
  if (part?.values === 'earlier' || ownership.length === 0) return managed;
  const rules = selectRules(ownership, object);
  const { path, comparison } = field;
  const { live, record, address } = object;
  const activity = readActivity(path, object);
  const rule = findRule(rules, object, path);
  const owner =
    activity?.owner ??
    (rule?.ignored !== undefined && isLostOrigin(field)
      ? 'observed'
      : resolveOwner(rules, object, path));
  if (owner === 'managed') return managed;
  const isInterrupted = state.creates.has(address);
  const isPending =
    owner === 'seeded' &&
    (activity?.isOurs ?? isPendingSeed(path, { live, record, isInterrupted }));
  if (!isPending) return { ...managed, owner, ignored: rule?.ignored ?? null };
  const isLeft = activity === null ? comparison !== 'same' : activity.isToStart;
  return isLeft ? { ...managed, owner, pendingSeed: true } : managed;
}

/** Selects the rules that apply to an object: an entry under ignore ends with its object. */
export function selectRules(
  ownership: readonly OwnerRule[],
  { live }: Pick<ComparedObject, 'live'>,
): readonly OwnerRule[] {
  return live === null ? ownership.filter(isLasting) : ownership;
}

// Ownership of the run state was resolved before the names. A cycle to start has a pending schedule
// until its first start, although a paused cycle shows no difference.
function readActivity(
  path: FieldPath,
  object: ComparedObject,
): { readonly owner: Owner; readonly isOurs: boolean; readonly isToStart: boolean } | null {
  if (!('bound' in object.desired)) return null;
  const { activity, ownedActivity } = object.desired.bound.desired;
  if (path !== toFieldPath('state') && path !== toFieldPath('schedule')) return null;
  if (ownedActivity === undefined) return null;
  const own = activity.kind === 'set' ? activity.value : null;
  const isOurs = own !== null && (path === 'state' || own.schedule !== null);
  const owner = ownedActivity.owners[path as 'state' | 'schedule'];
  // Git owns the state, and cannot start a schedule of others.
  return {
    owner: owner === 'managed' && !isOurs ? 'observed' : owner,
    isOurs,
    isToStart: ownedActivity.kind === 'active',
  };
}
