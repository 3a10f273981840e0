import { type Address, toFieldPath } from '../../../../model/address.ts';
import {
  isSameRun,
  isUpcoming,
  type Schedule,
  type SingleRun,
} from '../../../../model/desired/schedule.ts';
import { findDeposed, listDeposed } from '../../../../model/diff/field-diff.ts';
import type { LiveCycle } from '../../../../model/live/live.ts';
import type { ObjectRecord } from '../../../../model/state/account-state.ts';
import type { ApplyState } from '../../apply-state.ts';

/** A live cycle with its current state entry. */
type Side = {
  readonly address: Address;
  readonly live: LiveCycle | null;
  readonly record: ObjectRecord | null;
};

/**
 * True if a single run may have taken place, in its cycle or a deposed one: it was requested and
 * its time has come. False if the cycle was paused before that time.
 */
export async function hasPossiblyRun(
  state: ApplyState,
  address: Address,
  schedule: SingleRun,
): Promise<boolean> {
  const { clock, store } = state.ports;
  if (isUpcoming(schedule, clock.now())) return false;
  // Reads the state again, because this apply may have stopped one of them.
  const { pauses } = await store.readState(state.diff.desired.key);
  return listCycleAddresses(state, address)
    .filter((side) => pauses.get(side)?.isBeforeRun !== true)
    .map((side) => findSide(state, side))
    .filter(({ record }) => !wasStoppedBefore(record, schedule))
    .some((side) => listRequested(side).some((asked) => isSameRun(asked, schedule)));
}

function wasStoppedBefore(record: ObjectRecord | null, schedule: SingleRun): boolean {
  const run = record?.run ?? null;
  return run?.isBeforeRun === true && isSameRun(run.schedule, schedule);
}

/**
 * Lists the addresses of a cycle and its deposed ones, because one of them has the single run of
 * Git.
 */
export function listCycleAddresses({ diff }: ApplyState, address: Address): readonly Address[] {
  return [address, ...findDeposed(diff, address).map((each) => each.address)];
}

/**
 * Finds the single run that a cycle waits for, or waited for when it was stopped; null for any
 * other schedule.
 */
export function findAwaitedRun(state: ApplyState, address: Address): SingleRun | null {
  const [last] = listRequested(findSide(state, address));
  return last?.kind === 'once' ? last : null;
}

/**
 * Finds the last requested single run of a cycle, whatever its schedule is now; null if none is
 * known.
 */
export function findSingleRun(state: ApplyState, address: Address): SingleRun | null {
  return listRequested(findSide(state, address)).find((asked) => asked.kind === 'once') ?? null;
}

/** Finds a cycle of the manifest, or a deposed one. */
export function findSide({ diff, records }: ApplyState, address: Address): Side {
  const all: readonly Pick<Side, 'address' | 'live'>[] = [...diff.cycles, ...listDeposed(diff)];
  const live = all.find((each) => each.address === address)?.live ?? null;
  return { address, live, record: records.get(address) ?? null };
}

// Requested schedules, live ones and those of state; the most reliable first.
function listRequested({ live, record }: Side): readonly Schedule[] {
  const applied = record?.applied[toFieldPath('schedule')];
  const written = applied?.kind === 'plain' ? (applied.value as Schedule | null) : null;
  return [live?.schedule, record?.run?.schedule, written].filter((each) => each != null);
}
