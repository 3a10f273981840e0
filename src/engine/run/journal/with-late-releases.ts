import type { Holder, Locks } from '../../../model/state/lock.ts';

/**
 * Releases accounts with the next heartbeat that could not be released while the store was away, or of which no answer
 * said if they were locked.
 */
export function withLateReleases<T extends Locks>(store: T): T {
  const left = new Set<string>();
  const releasing = new Map<string, Promise<void>>();
  let isReleasing = false;

  async function noteLeft<R>(account: string, work: () => Promise<R>): Promise<R> {
    await releasing.get(account);
    left.delete(account);
    try {
      return await work();
    } catch (error) {
      left.add(account);
      throw error;
    }
  }

  async function release(account: string, holder: Holder): Promise<void> {
    left.delete(account);
    try {
      // A lock of ours is given again, with its newest fence.
      const lock = await store.acquireLock(account, holder);
      if (lock.kind === 'taken') await store.releaseLock(account, lock.fence);
    } catch {
      // Said where it failed first, and tried again.
      left.add(account);
    }
  }

  return {
    ...store,
    acquireLock: (account, holder, over) =>
      noteLeft(account, () => store.acquireLock(account, holder, over)),
    releaseLock: (account, fence) => noteLeft(account, () => store.releaseLock(account, fence)),
    heartbeat: async (holder) => {
      await store.heartbeat(holder);
      // A slow heartbeat is not over when the next one comes.
      if (isReleasing) return;
      isReleasing = true;
      for (const account of [...left]) {
        // Locked again by now, while others were released.
        if (!left.has(account)) continue;
        const released = release(account, holder);
        releasing.set(account, released);
        await released;
        releasing.delete(account);
      }
      isReleasing = false;
    },
  };
}
