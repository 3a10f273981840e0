import { OperationalError } from '../../../kit/operational-error.ts';
import { LostLockError } from '../../../model/memory/lock.ts';
import type { ApplyState } from '../apply-state.ts';

/**
 * Whether another run works on the account by now, and closes its windows: what we start then would run amid its
 * edits. A store that cannot be asked keeps no cycle paused.
 */
export async function hasLostLock(state: ApplyState): Promise<boolean> {
  try {
    await state.ports.store.update({ account: state.diff.desired.key });
    return false;
  } catch (error) {
    if (error instanceof LostLockError) return true;
    if (error instanceof OperationalError) return false;
    throw error;
  }
}
