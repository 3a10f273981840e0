import { Trouble } from '../../../kit/trouble.ts';
import { LostLockError } from '../../../model/memory/lock.ts';
import type { Scene } from '../scene.ts';

/**
 * Whether another run works on the account by now, and closes its windows: what we start then would run amid its
 * edits. A store that cannot be asked keeps no cycle paused.
 */
export async function hasLostLock(scene: Scene): Promise<boolean> {
  try {
    await scene.ports.store.change({ account: scene.diff.desired.key });
    return false;
  } catch (error) {
    if (error instanceof LostLockError) return true;
    if (error instanceof Trouble) return false;
    throw error;
  }
}
