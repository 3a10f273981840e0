import { type Address, toFieldPath } from '../../../../model/address.ts';
import {
  isSameRun,
  isUpcoming,
  type Schedule,
  type SingleRun,
} from '../../../../model/desired/schedule.ts';
import type { LiveCycle } from '../../../../model/live/live.ts';
import type { ObjectRecord } from '../../../../model/memory/account-state.ts';
import type { ApplyState } from '../../apply-state.ts';

/** A cycle as it was looked at, with what is remembered of it by now. */
type Side = {
  readonly address: Address;
  readonly live: LiveCycle | null;
  readonly record: ObjectRecord | null;
};

/**
 * Whether a single run may have been had already, by its cycle or by one that makes way for it, for all that we know:
 * it was asked for before, and its time has come. Not where its cycle was seen at rest before that time, and was not asked
 * for it again.
 */
export async function hasPossiblyRun(
  state: ApplyState,
  address: Address,
  schedule: SingleRun,
): Promise<boolean> {
  const { clock, store } = state.ports;
  if (isUpcoming(schedule, clock.now())) return false;
  // As it is by now: this apply may have stopped one of them.
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

/** The addresses of a cycle and of those that make way for it: of a single run that Git asks for one of them has it. */
export function listCycleAddresses({ diff }: ApplyState, address: Address): readonly Address[] {
  return [address, ...(diff.deposed.get(address) ?? []).map((each) => each.address)];
}

/** The single run that a cycle waits for, or waited for when it was stopped; null where it runs on anything else. */
export function findAwaitedRun(state: ApplyState, address: Address): SingleRun | null {
  const [last] = listRequested(findSide(state, address));
  return last?.kind === 'once' ? last : null;
}

/** The last single run that a cycle was asked for, whatever it runs on by now; null where nobody knows of one. */
export function findSingleRun(state: ApplyState, address: Address): SingleRun | null {
  return listRequested(findSide(state, address)).find((asked) => asked.kind === 'once') ?? null;
}

/** A cycle of the manifest, or one that makes way, as it was looked at. */
export function findSide({ diff, records }: ApplyState, address: Address): Side {
  const all: readonly Pick<Side, 'address' | 'live'>[] = [
    ...diff.cycles,
    ...[...diff.deposed.values()].flat(),
  ];
  const live = all.find((each) => each.address === address)?.live ?? null;
  return { address, live, record: records.get(address) ?? null };
}

// What it was asked to run on, as the service shows it and as we remember it; the surest first.
function listRequested({ live, record }: Side): readonly Schedule[] {
  const applied = record?.applied[toFieldPath('schedule')];
  const written = applied?.kind === 'plain' ? (applied.value as Schedule | null) : null;
  return [live?.schedule, record?.run?.schedule, written].filter((each) => each != null);
}
