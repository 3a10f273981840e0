import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type FieldPath, toFieldAddress } from '../../model/address.ts';
import type { Activity } from '../../model/desired/desired.ts';
import { isDifferent, isKept } from '../../model/diff/disposition.ts';
import type {
  ConnectorDiff,
  DecidedAccount,
  DecidedCycle,
  FieldDiff,
} from '../../model/diff/field-diff.ts';
import type { Part } from '../../model/diff/part.ts';
import { isRunning } from '../../model/diff/run-state.ts';
import { listUsedConnectors } from '../../model/diff/used-connectors.ts';
import { type Setting, unmanaged } from '../../model/setting.ts';

type AnyDiff = DecidedAccount['account'] | ConnectorDiff | DecidedCycle;

/**
 * Selects the objects that a run restores, and the connectors that their cycles need.
 * Creates, deletes and releases nothing else.
 */
export function selectPart(diff: DecidedAccount, part: Part): DecidedAccount {
  const cycles = diff.cycles
    .filter((cycle) => isSelected(cycle, part))
    .map((cycle) => ({ ...selectParts(cycle, part), deposed: [] }))
    .map((cycle) => (isEarlier(part) ? cycle : withLastActivity(cycle, part)));
  // A cycle depends on its connectors to run.
  const used = new Set(
    cycles.flatMap((cycle) =>
      listUsedConnectors(cycle, diff.connectors).map(({ address }) => address),
    ),
  );
  return {
    ...diff,
    account: selectParts(diff.account, part),
    connectors: diff.connectors
      .filter((each) => isSelected(each, part) || (each.live !== null && used.has(each.address)))
      .map((each) => selectParts(each, part)),
    cycles,
    liveOnlyConnectors: [],
    liveOnlyCycles: [],
    manualDeletes: [],
  };
}

function isEarlier({ values }: Part): boolean {
  return values === 'earlier';
}

// An object without state was not bound when its earlier value was written.
function isSelected({ address, live, record }: AnyDiff, part: Part): boolean {
  if (isEarlier(part) && (live === null || record === null)) return false;
  return part.objects.has(address) || part.fields.has(address);
}

function selectParts<T extends AnyDiff>(object: T, { objects, fields }: Part): T {
  if (objects.has(object.address)) return object;
  const paths = fields.get(object.address) ?? new Set<FieldPath>();
  return { ...selectRefusals(object, (path) => paths.has(path)), forgotten: [] };
}

// Keeps only refusals about some fields of an object, because other mistakes of its entry do not
// matter if these alone are written and nothing is created.
function selectRefusals<T extends AnyDiff>(object: T, isWritten: (path: FieldPath) => boolean): T {
  const { desired, address, fields } = object;
  if (!('refusals' in desired) || desired.refusals.length === 0) return object;
  const written = fields.filter(({ path }) => isWritten(path));
  const about = new Set(written.map(({ path }) => toFieldAddress(address, path)));
  const refusals = desired.refusals.filter((each) => each.address && about.has(each.address));
  return { ...object, desired: { ...desired, refusals } };
}

// The run state stays unless it is to be restored; a cycle keeps the sent schedule if only Git has
// another one.
function withLastActivity(cycle: DecidedCycle, { objects }: Part): DecidedCycle {
  if (objects.has(cycle.address)) return cycle;
  const { desired } = cycle;
  const { bound } = desired;
  const activity = selectActivity(cycle);
  return {
    ...cycle,
    desired: { ...desired, bound: { ...bound, desired: { ...bound.desired, activity } } },
  };
}

function selectActivity({ fields, runState, desired }: DecidedCycle): Setting<Activity> {
  const { activity } = desired.bound.desired;
  if (activity.kind !== 'set') return activity;
  const [wanted, schedule] = ['state', 'schedule'].map((path) =>
    fields.find((field) => field.path === path),
  );
  const isState = wanted !== undefined && !isKept(wanted, 'out-of-scope');
  const isAsWanted = activity.value.kind === 'active' && isRunning(runState);
  if (!isState && !isAsWanted) return unmanaged;
  const isOther =
    schedule !== undefined && isKept(schedule, 'out-of-scope') && isElsewhere(schedule);
  return isOther ? { ...activity, value: { ...activity.value, schedule: null } } : activity;
}

// Activation sends the schedule: while a cycle is paused, only the sent value shows a change in
// Git.
function isElsewhere(field: FieldDiff): boolean {
  if (isDifferent(field)) return true;
  const { applied, desired } = field;
  const { value } = desired;
  return (
    applied?.kind === 'plain' && value.kind === 'plain' && !isSameJson(applied.value, value.value)
  );
}
