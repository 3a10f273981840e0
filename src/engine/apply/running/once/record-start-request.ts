import type { Address } from '../../../../model/address.ts';
import { type SingleRun, toActivation } from '../../../../model/desired/schedule.ts';
import type { ObjectRecord, PauseRecord, RunState } from '../../../../model/state/account-state.ts';
import { type ApplyState, findRemoteId } from '../../apply-state.ts';

/**
 * Records a requested schedule before the request. From then on, an earlier stop before its time no
 * longer rules out the single run. Returns a function that restores the records after a refusal.
 */
export async function recordStartRequest(
  state: ApplyState,
  address: Address,
  asked: { readonly run: RunState; readonly sides: readonly Address[] },
): Promise<() => Promise<void>> {
  const { pauses } = await state.ports.store.readState(state.diff.desired.key);
  const before = asked.sides.flatMap((side) => {
    const pause = pauses.get(side);
    return pause?.isBeforeRun === true ? [pause] : [];
  });
  const run = state.records.get(address)?.run ?? null;
  await saveRunState(state, address, {
    run: asked.run,
    pauses: before.map(({ isBeforeRun: _, ...pause }) => pause),
  });
  return () => saveRunState(state, address, { run, pauses: before });
}

/** Saves the last requested schedule of a cycle; open intents stay open. */
export async function saveRunState(
  state: ApplyState,
  address: Address,
  kept: {
    readonly run: RunState | null;
    readonly applied?: ObjectRecord['applied'];
    readonly pauses?: readonly PauseRecord[];
  },
): Promise<void> {
  const known = state.records.get(address);
  const fresh = {
    address,
    kind: 'cycle',
    remoteId: findRemoteId(state, address),
    applied: {},
  } as const;
  const record = {
    ...(known ?? fresh),
    run: kept.run,
    ...(kept.applied === undefined ? {} : { applied: kept.applied }),
  };
  state.records.set(address, record);
  await state.ports.store.update({
    account: state.diff.desired.key,
    saveObjects: [record],
    openPauses: kept.pauses ?? [],
  });
}

/** Run state of a cycle that is asked for a single run now. */
export function toRunState({ ports }: ApplyState, schedule: SingleRun): RunState {
  const activatedAt = ports.clock.now();
  return { schedule, sent: toActivation(schedule, activatedAt, null), activatedAt };
}
