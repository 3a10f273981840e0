import { type FieldPath, toFieldPath } from '../../model/address.ts';
import type { CyclePair } from '../../model/desired/bound.ts';
import type { DesiredCycle } from '../../model/desired/desired.ts';
import {
  isLasting,
  isPendingSeed,
  type Owner,
  type OwnerRule,
  owners,
  resolveOwner,
} from '../../model/desired/scope/ownership.ts';
import type { LiveCycle } from '../../model/live/live.ts';
import { unmanaged } from '../../model/setting.ts';
import {
  type AccountState,
  type ObjectRecord,
  toEffectiveRun,
} from '../../model/state/account-state.ts';

const [state, schedule] = [toFieldPath('state'), toFieldPath('schedule')];

/**
 * Keeps the parts of state and schedule that Git owns now: managed ones; seeded ones until the
 * first start after creation; observed ones never. Later stages see a manifest without the rest.
 */
export function resolveActivity(
  pair: CyclePair,
  rules: readonly OwnerRule[],
  state: AccountState,
): CyclePair {
  if (pair.kind === 'live-only') return pair;
  const cycle = pair.desired.desired;
  const { live, record } = pair.kind === 'both' ? pair : { live: null, record: null };
  const isInterrupted = state.creates.has(cycle.address);
  const desired = withOwnedActivity(cycle, rules, { live, record, isInterrupted });
  return desired === cycle ? pair : { ...pair, desired: { ...pair.desired, desired } };
}

/** Does the same for one cycle with its live object and state entry. */
export function withOwnedActivity(
  cycle: DesiredCycle,
  rules: readonly OwnerRule[],
  found: {
    readonly live: LiveCycle | null;
    readonly record: ObjectRecord | null;
    readonly isInterrupted: boolean;
  },
): DesiredCycle {
  if (cycle.activity.kind !== 'set' || rules.length === 0) return cycle;
  const written = cycle.activity.value;
  const { live, record } = found;
  const owned = resolveOwners(cycle, live === null ? rules.filter(isLasting) : rules);
  if (owned.state === 'managed' && owned.schedule === 'managed') return cycle;
  const isUnstarted = live === null || (isResting(live) && !wasStarted(record));
  const isOurs = (path: FieldPath, owner: Owner) =>
    owner === 'managed' || (owner === 'seeded' && isUnstarted && isPendingSeed(path, found));
  // Others own its schedule, so no start of ours has one.
  const lacksStart = written.kind === 'active' && owned.schedule === 'observed' && isUnstarted;
  const isStateOurs = isOurs(state, owned.state) && !(lacksStart && written.schedule !== null);
  const isScheduleOurs = isStateOurs && isOurs(schedule, owned.schedule);
  return {
    ...cycle,
    activity: isStateOurs
      ? { kind: 'set', value: { ...written, schedule: isScheduleOurs ? written.schedule : null } }
      : unmanaged,
    ownedActivity: { ...written, owners: owned },
  };
}

function isResting({ status, hasRun }: LiveCycle): boolean {
  return status !== 'Active' && !hasRun;
}

function wasStarted(record: ObjectRecord | null): boolean {
  const applied = record?.applied[state];
  return (
    toEffectiveRun(record?.run ?? null) !== null ||
    (applied?.kind === 'plain' && applied.value === 'active')
  );
}

// Activation sends the schedule.
function resolveOwners(
  cycle: DesiredCycle,
  rules: readonly OwnerRule[],
): Readonly<Record<'state' | 'schedule', Owner>> {
  const object = { kind: 'cycle', address: cycle.address } as const;
  const own = resolveOwner(rules, object, state);
  const sent = resolveOwner(rules, object, schedule);
  return { state: own, schedule: owners.indexOf(own) > owners.indexOf(sent) ? own : sent };
}
