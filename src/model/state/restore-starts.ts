import { toFieldPath } from '../address.ts';
import type { SingleRun } from '../desired/schedule.ts';
import { type OwnerRule, resolveOwner } from '../desired/scope/ownership.ts';
import type { AppliedValue } from '../fields/field-value.ts';
import type { LiveCycle } from '../live/live.ts';
import type { AccountState, ObjectRecord } from './account-state.ts';

/** Updates the activations of a state by live cycles. `today` is a date in UTC. */
export function restoreStarts(
  state: AccountState,
  live: readonly LiveCycle[],
  context: { readonly rules: readonly OwnerRule[]; readonly today: string },
): AccountState {
  return withStaleStartsRemoved(withOpenStarts(state, live), live, context);
}

// A start with an unrecorded outcome succeeded: the cycle runs on the sent schedule. Nothing else
// shows its phase if the service shows no schedule.
function withOpenStarts(state: AccountState, live: readonly LiveCycle[]): AccountState {
  const running = new Set(live.filter(({ status }) => status === 'Active').map(({ id }) => id));
  const started = [...state.writes.values()].flatMap(({ address, start }): ObjectRecord[] => {
    const record = state.objects.get(address);
    const isThere = record !== undefined && start !== undefined && running.has(start.cycleId);
    return isThere && record.remoteId === start.cycleId ? [{ ...record, run: start.run }] : [];
  });
  if (started.length === 0) return state;
  const records = started.map((record) => [record.address, record] as const);
  return { ...state, objects: new Map([...state.objects, ...records]) };
}

// Others started a cycle since: an edit must not resume it on our schedule.
function withStaleStartsRemoved(
  state: AccountState,
  live: readonly LiveCycle[],
  { rules, today }: { readonly rules: readonly OwnerRule[]; readonly today: string },
): AccountState {
  const running = new Map(
    live.filter(({ status }) => status === 'Active').map((cycle) => [cycle.id, cycle]),
  );
  const started = [...state.objects.values()].filter((record) => {
    const { address, remoteId, run } = record;
    const cycle = running.get(remoteId);
    if (cycle === undefined || run === null) return false;
    if (run.schedule.kind === 'once') return isOver(run.schedule, cycle, today);
    return (
      run.schedule.kind === 'every' &&
      isPaused(record.applied[statePath]) &&
      state.writes.get(address)?.start === undefined &&
      resolveOwner(rules, { kind: 'cycle', address }, statePath) === 'managed'
    );
  });
  if (started.length === 0) return state;
  const records = started.map((record) => {
    const { run } = record;
    // A saved plan must not request a single run again.
    const since = run?.schedule.kind === 'once' ? ({ ...run, isOver: true } as const) : null;
    return [record.address, { ...record, run: since }] as const;
  });
  return { ...state, objects: new Map([...state.objects, ...records]) };
}

const statePath = toFieldPath('state');

/** How late a service may be with a single run. */
const latestMs = 86_400_000;

// A cycle rests after its single run. A shown schedule says more than the time.
function isOver(
  { at }: SingleRun,
  { schedule, inProgressCount }: LiveCycle,
  today: string,
): boolean {
  const isLate = Date.parse(today) - Date.parse(at) >= latestMs;
  return isLate && schedule === null && inProgressCount === 0;
}

// A stop of ours says nothing about a state that others own.
function isPaused(applied: AppliedValue | undefined): boolean {
  return applied?.kind === 'plain' && applied.value === 'paused';
}

/** Cycles of ours with such a start, which are stored before its note is closed. */
export function listStarted({ objects, writes }: AccountState): readonly ObjectRecord[] {
  return [...writes.values()].flatMap(({ address, start }) =>
    start === undefined ? [] : (objects.get(address) ?? []),
  );
}
