import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { FieldPath } from '../../../model/address.ts';
import type { Activity } from '../../../model/desired/desired.ts';
import type { RevertPart } from '../../../model/desired/scope/revert.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import { listUsedConnectors } from '../../../model/diff/list-used-connectors.ts';
import { type Setting, unmanaged } from '../../../model/setting.ts';
import { selectRefusals } from './select-refusals.ts';
import { listCompanions, toUnchanged } from './to-unchanged.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Of what was found only what a revert brings back: what only Git has moved is neither made, written, deleted nor let
 * go by it. A diff that is no revert's is left as it is.
 */
export function selectRevert(diff: AccountDiff): AccountDiff {
  const { revert } = diff.desired;
  if (revert === undefined) return diff;
  const { deposed: _, ...memory } = diff.memory;
  const cycles = diff.cycles
    .filter((cycle) => isSelected(cycle, revert))
    .map((cycle) => selectCycle(cycle, revert));
  // Whether a cycle can run depends on its connectors.
  const used = new Set(
    cycles.flatMap((cycle) =>
      listUsedConnectors(cycle, diff.connectors).map(({ address }) => address),
    ),
  );
  return {
    ...diff,
    memory,
    account: selectFields(diff.account, revert),
    connectors: diff.connectors
      .filter((each) => isSelected(each, revert) || (each.live !== null && used.has(each.address)))
      .map((each) => selectFields(each, revert)),
    cycles,
    liveOnlyConnectors: [],
    liveOnlyCycles: [],
    deposed: new Map(),
    manualDeletes: [],
  };
}

function isSelected({ address }: AnyDiff, { made, fields }: RevertPart): boolean {
  return made.has(address) || fields.has(address);
}

function selectFields<T extends AnyDiff>(object: T, { made, fields }: RevertPart): T {
  if (made.has(object.address)) return object;
  const paths = fields.get(object.address) ?? new Set<FieldPath>();
  const companions = listCompanions(object, (path) => paths.has(path));
  const verdicts = object.fields.flatMap((field) => {
    if (paths.has(field.path)) return [field];
    return companions.has(field.path) ? toUnchanged(field) : [toExcluded(field)];
  });
  return { ...selectRefusals(object, (path) => paths.has(path)), fields: verdicts, forgotten: [] };
}

// What is bound for the first time is remembered by all that was found of it. What a person is to do first is Git's
// wish, and no reason to leave at rest what ran without it.
function toExcluded({ isManual: _, ...verdict }: FieldDiff): FieldDiff {
  return { ...verdict, isChange: false, isDrift: false };
}

function selectCycle(cycle: CycleDiff, part: RevertPart): CycleDiff {
  if (part.made.has(cycle.address)) return cycle;
  const narrowed = selectFields(cycle, part);
  const { desired } = narrowed;
  const { bound } = desired;
  const activity = selectActivity(cycle, part.fields.get(cycle.address) ?? new Set());
  return {
    ...narrowed,
    desired: { ...desired, bound: { ...bound, desired: { ...bound.desired, activity } } },
  };
}

// Whether it runs stays as it is unless that is what has moved; and it runs on what it was sent where only Git has
// another schedule.
function selectActivity(
  { fields: verdicts, live, desired }: CycleDiff,
  paths: ReadonlySet<FieldPath>,
): Setting<Activity> {
  const { activity } = desired.bound.desired;
  if (activity.kind !== 'set') return activity;
  const [state, schedule] = ['state', 'schedule'].map((path) =>
    verdicts.find((field) => field.path === path),
  );
  const isState = state !== undefined && paths.has(state.path);
  const isAsWanted = activity.value.kind === 'active' && live?.status === 'Active';
  if (!isState && !isAsWanted) return unmanaged;
  const isOther = schedule !== undefined && !paths.has(schedule.path) && isElsewhere(schedule);
  return isOther ? { ...activity, value: { ...activity.value, schedule: null } } : activity;
}

// A schedule travels with the start: while a cycle rests, only what was sent tells that Git has another.
function isElsewhere({ isChange, applied, desired }: FieldDiff): boolean {
  if (isChange) return true;
  const { value } = desired;
  return (
    applied?.kind === 'plain' && value.kind === 'plain' && !isSameJson(applied.value, value.value)
  );
}
