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
 * Keeps only the changes of a revert: changes in Git alone are not created, written, deleted or
 * released. Other diffs stay as they are.
 */
export function selectRevert(diff: AccountDiff): AccountDiff {
  const { revert } = diff.desired;
  if (revert === undefined) return diff;
  const { deposed: _, ...state } = diff.state;
  const cycles = diff.cycles
    .filter((cycle) => isSelected(cycle, revert))
    .map((cycle) => selectCycle(cycle, revert));
  // A cycle depends on its connectors to run.
  const used = new Set(
    cycles.flatMap((cycle) =>
      listUsedConnectors(cycle, diff.connectors).map(({ address }) => address),
    ),
  );
  return {
    ...diff,
    state,
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
  const diffs = object.fields.flatMap((field) => {
    if (paths.has(field.path)) return [field];
    return companions.has(field.path) ? toUnchanged(field) : [toExcluded(field)];
  });
  return { ...selectRefusals(object, (path) => paths.has(path)), fields: diffs, forgotten: [] };
}

// A newly bound object gets all its fields in state. Manual steps are a wish of Git, and no reason
// to leave a cycle paused.
function toExcluded({ isManual: _, ...diff }: FieldDiff): FieldDiff {
  return { ...diff, isChange: false, isDrift: false };
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

// The run state stays unless it drifted; a cycle keeps the sent schedule if only Git has another
// one.
function selectActivity(
  { fields: diffs, live, desired }: CycleDiff,
  paths: ReadonlySet<FieldPath>,
): Setting<Activity> {
  const { activity } = desired.bound.desired;
  if (activity.kind !== 'set') return activity;
  const [state, schedule] = ['state', 'schedule'].map((path) =>
    diffs.find((field) => field.path === path),
  );
  const isState = state !== undefined && paths.has(state.path);
  const isAsWanted = activity.value.kind === 'active' && live?.status === 'Active';
  if (!isState && !isAsWanted) return unmanaged;
  const isOther = schedule !== undefined && !paths.has(schedule.path) && isElsewhere(schedule);
  return isOther ? { ...activity, value: { ...activity.value, schedule: null } } : activity;
}

// Activation sends the schedule: while a cycle is paused, only the sent value shows a change in
// Git.
function isElsewhere({ isChange, applied, desired }: FieldDiff): boolean {
  if (isChange) return true;
  const { value } = desired;
  return (
    applied?.kind === 'plain' && value.kind === 'plain' && !isSameJson(applied.value, value.value)
  );
}
