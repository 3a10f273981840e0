import { OperationalError } from '../../../kit/operational-error.ts';
import { LostLockError } from '../../../model/state/lock.ts';
import type { ApplyState } from '../apply-state.ts';

/**
 * True if another run has the account's lock, because a start of ours would run amid its edits.
 * False if the store fails, so that no cycle stays paused.
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
