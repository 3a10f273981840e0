import { type Address, toFieldPath } from '../../../../model/address.ts';
import { isSpentBefore, successorOf } from '../../../../model/desired/scope/predecessor.ts';
import type { ObjectRecord } from '../../../../model/memory/memory.ts';
import { idOf, keepRecord, type Scene } from '../../scene.ts';
import { findSingleRun, mayHaveRun } from './may-have-run.ts';
import { keepRun, toRun } from './note-asked.ts';

/** What counts as applied to a cycle whose single run was had by one whose place it takes: it is not asked for again. */
export function readSpent({ diff }: Scene, address: Address): ObjectRecord['applied'] {
  const cycle = diff.cycles.find((each) => each.address === address);
  const activity = cycle?.desired.bound.desired.activity;
  const schedule = activity?.kind === 'set' ? activity.value.schedule : null;
  const before = diff.predecessors.get(address) ?? [];
  if (!isSpentBefore(schedule, before, diff.memory)) return {};
  return {
    [toFieldPath('state')]: { kind: 'plain', value: 'active', origin: 'assumed' },
    [toFieldPath('schedule')]: { kind: 'plain', value: schedule, origin: 'assumed' },
  };
}

/** Notes what a cycle has had, or may have had, with its successor before it goes: nobody else knows of it. */
export async function keepSpent(scene: Scene, address: Address): Promise<void> {
  const successor = successorOf(address);
  if (successor === null || !scene.ids.has(successor)) return;
  const applied = readSpent(scene, successor);
  if (Object.keys(applied).length === 0) return keepAsked(scene, address, successor);
  const remoteId = idOf(scene, successor);
  await keepRecord(scene, { address: successor, kind: 'cycle', remoteId, applied });
}

// What was started itself has been asked since, and its own note says more.
async function keepAsked(scene: Scene, address: Address, successor: Address): Promise<void> {
  const asked = findSingleRun(scene, address);
  if (asked === null || (scene.records.get(successor)?.run ?? null) !== null) return;
  if (await mayHaveRun(scene, address, asked)) {
    await keepRun(scene, successor, { run: toRun(scene, asked) });
  }
}
