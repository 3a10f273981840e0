import { type Address, toFieldPath } from '../../../../model/address.ts';
import { isSameRun, type SingleRun } from '../../../../model/desired/schedule.ts';
import { settleRun } from '../../../../model/memory/memory.ts';
import type { Scene } from '../../scene.ts';
import { findSingleRun, sideAt } from './may-have-run.ts';
import { keepRun, toRun } from './note-asked.ts';

/** What is noted of a stop when it is known what became of it. */
export type NotedStop = {
  /** What it waits for. */
  readonly asked: SingleRun;
  /** The cycle was seen at rest before the time of its single run. */
  readonly keepBefore: () => Promise<void>;
  /** The stop was refused. */
  readonly putBack: () => Promise<void>;
};

/**
 * Notes of a cycle that is stopped for good, before it is, that its single run counts as applied no more: it was asked
 * for, and may be had or not. Null where no single run is known of it, and where it rests already.
 */
export async function noteStop(scene: Scene, address: Address): Promise<NotedStop | null> {
  const { live, record } = sideAt(scene, address);
  const asked = live?.status === 'Active' ? findSingleRun(scene, address) : null;
  if (asked === null) return null;
  const before = { run: record?.run ?? null, applied: record?.applied ?? {} };
  const known = before.run !== null && isSameRun(before.run.schedule, asked) ? before.run : null;
  const run = known === null ? toRun(scene, asked) : settleRun(known);
  const { [toFieldPath('schedule')]: _, ...applied } = before.applied;
  await keepRun(scene, address, { run, applied });
  return {
    asked,
    keepBefore: () => keepRun(scene, address, { run: { ...run, isBeforeRun: true } }),
    putBack: () => keepRun(scene, address, before),
  };
}
