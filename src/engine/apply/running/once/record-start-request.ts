import type { Address } from '../../../../model/address.ts';
import { type SingleRun, toActivation } from '../../../../model/desired/schedule.ts';
import type {
  ObjectRecord,
  PauseRecord,
  RunState,
} from '../../../../model/memory/account-state.ts';
import { type ApplyState, findRemoteId } from '../../apply-state.ts';

/**
 * Notes what a cycle is asked to run on before it is asked: where a single run may come of that, that it rested before
 * its time says nothing from then on, nor does that of one that makes way. Gives what puts all that back, for a start
 * that was refused.
 */
export async function recordStartRequest(
  scene: ApplyState,
  address: Address,
  asked: { readonly run: RunState; readonly sides: readonly Address[] },
): Promise<() => Promise<void>> {
  const { pauses } = await scene.ports.store.readState(scene.diff.desired.key);
  const before = asked.sides.flatMap((side) => {
    const pause = pauses.get(side);
    return pause?.isBeforeRun === true ? [pause] : [];
  });
  const run = scene.records.get(address)?.run ?? null;
  await saveRunState(scene, address, {
    run: asked.run,
    pauses: before.map(({ isBeforeRun: _, ...pause }) => pause),
  });
  return () => saveRunState(scene, address, { run, pauses: before });
}

/** Keeps what a cycle was last asked to run on, and nothing else: a write that is open of it stays open. */
export async function saveRunState(
  scene: ApplyState,
  address: Address,
  kept: {
    readonly run: RunState | null;
    readonly applied?: ObjectRecord['applied'];
    readonly pauses?: readonly PauseRecord[];
  },
): Promise<void> {
  const known = scene.records.get(address);
  const fresh = {
    address,
    kind: 'cycle',
    remoteId: findRemoteId(scene, address),
    applied: {},
  } as const;
  const record = {
    ...(known ?? fresh),
    run: kept.run,
    ...(kept.applied === undefined ? {} : { applied: kept.applied }),
  };
  scene.records.set(address, record);
  await scene.ports.store.update({
    account: scene.diff.desired.key,
    saveObjects: [record],
    openPauses: kept.pauses ?? [],
  });
}

/** What is noted of a cycle that is asked for a single run now. */
export function toRunState({ ports }: ApplyState, schedule: SingleRun): RunState {
  const activatedAt = ports.clock.now();
  return { schedule, sent: toActivation(schedule, activatedAt, null), activatedAt };
}
