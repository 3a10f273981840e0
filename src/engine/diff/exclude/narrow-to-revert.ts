import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { FieldPath } from '../../../model/address.ts';
import type { Activity } from '../../../model/desired/desired.ts';
import type { RevertPart } from '../../../model/desired/scope/revert.ts';
import { listUsed } from '../../../model/diff/used-connectors.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldVerdict,
} from '../../../model/diff/verdict.ts';
import { type Setting, unmanaged } from '../../../model/setting.ts';
import { keepAsIs, listCompanions } from './keep-as-is.ts';
import { narrowRefusals } from './narrow-refusals.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Of what was found only what a revert brings back: what only Git has moved is neither made, written, deleted nor let
 * go by it. A diff that is no revert's is left as it is.
 */
export function narrowToRevert(diff: AccountDiff): AccountDiff {
  const { revert } = diff.desired;
  if (revert === undefined) return diff;
  const { setAside: _, ...memory } = diff.memory;
  const cycles = diff.cycles
    .filter((cycle) => isMeant(cycle, revert))
    .map((cycle) => narrowCycle(cycle, revert));
  // Whether a cycle can run depends on its connectors.
  const used = new Set(
    cycles.flatMap((cycle) => listUsed(cycle, diff.connectors).map(({ address }) => address)),
  );
  return {
    ...diff,
    memory,
    account: narrow(diff.account, revert),
    connectors: diff.connectors
      .filter((each) => isMeant(each, revert) || (each.live !== null && used.has(each.address)))
      .map((each) => narrow(each, revert)),
    cycles,
    leftConnectors: [],
    leftCycles: [],
    predecessors: new Map(),
    leftByHand: [],
  };
}

function isMeant({ address }: AnyDiff, { made, fields }: RevertPart): boolean {
  return made.has(address) || fields.has(address);
}

function narrow<T extends AnyDiff>(object: T, { made, fields }: RevertPart): T {
  if (made.has(object.address)) return object;
  const paths = fields.get(object.address) ?? new Set<FieldPath>();
  const companions = listCompanions(object, (path) => paths.has(path));
  const verdicts = object.verdicts.flatMap((verdict) => {
    if (paths.has(verdict.path)) return [verdict];
    return companions.has(verdict.path) ? keepAsIs(verdict) : [leaveAlone(verdict)];
  });
  return { ...narrowRefusals(object, (path) => paths.has(path)), verdicts, forgotten: [] };
}

// What is bound for the first time is remembered by all that was found of it. What a person is to do first is Git's
// wish, and no reason to leave at rest what ran without it.
function leaveAlone({ isByHand: _, ...verdict }: FieldVerdict): FieldVerdict {
  return { ...verdict, isChange: false, isDrift: false };
}

function narrowCycle(cycle: CycleDiff, part: RevertPart): CycleDiff {
  if (part.made.has(cycle.address)) return cycle;
  const narrowed = narrow(cycle, part);
  const { desired } = narrowed;
  const { bound } = desired;
  const activity = narrowActivity(cycle, part.fields.get(cycle.address) ?? new Set());
  return {
    ...narrowed,
    desired: { ...desired, bound: { ...bound, desired: { ...bound.desired, activity } } },
  };
}

// Whether it runs stays as it is unless that is what has moved; and it runs on what it was sent where only Git has
// another schedule.
function narrowActivity(
  { verdicts, live, desired }: CycleDiff,
  paths: ReadonlySet<FieldPath>,
): Setting<Activity> {
  const { activity } = desired.bound.desired;
  if (activity.kind !== 'set') return activity;
  const [state, schedule] = ['state', 'schedule'].map((path) =>
    verdicts.find((verdict) => verdict.path === path),
  );
  const isState = state !== undefined && paths.has(state.path);
  const isAsWanted = activity.value.kind === 'active' && live?.status === 'Active';
  if (!isState && !isAsWanted) return unmanaged;
  const isOther = schedule !== undefined && !paths.has(schedule.path) && isElsewhere(schedule);
  return isOther ? { ...activity, value: { ...activity.value, schedule: null } } : activity;
}

// A schedule travels with the start: while a cycle rests, only what was sent tells that Git has another.
function isElsewhere({ isChange, applied, desired }: FieldVerdict): boolean {
  if (isChange) return true;
  const { value } = desired;
  return (
    applied?.kind === 'plain' && value.kind === 'plain' && !isSameJson(applied.value, value.value)
  );
}
