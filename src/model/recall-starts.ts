import type { LiveCycle } from './live.ts';
import type { AccountMemory, ObjectRecord } from './memory.ts';

/**
 * What is remembered of an account, where a start of ours whose end was never noted has come to pass: the cycle runs, and
 * runs on what was sent. Nothing else tells its grid where the service shows no schedule.
 */
export function recallStarts(memory: AccountMemory, live: readonly LiveCycle[]): AccountMemory {
  const running = new Set(live.filter(({ status }) => status === 'Active').map(({ id }) => id));
  const started = [...memory.writes.values()].flatMap(({ address, start }): ObjectRecord[] => {
    const record = memory.objects.get(address);
    const isThere = record !== undefined && start !== undefined && running.has(start.cycleId);
    return isThere && record.remoteId === start.cycleId ? [{ ...record, run: start.run }] : [];
  });
  if (started.length === 0) return memory;
  const records = started.map((record) => [record.address, record] as const);
  return { ...memory, objects: new Map([...memory.objects, ...records]) };
}

/** The cycles of ours that have such a start, to be kept before the note of it goes. */
export function listStarted({ objects, writes }: AccountMemory): readonly ObjectRecord[] {
  return [...writes.values()].flatMap(({ address, start }) =>
    start === undefined ? [] : (objects.get(address) ?? []),
  );
}
