import type { LiveAccount, LiveConnector, LiveCycle } from '../live/live.ts';
import type { ObjectRecord } from '../state/account-state.ts';

/**
 * Returns whether the state has everything that we wrote to an object. False on first match, and
 * for an object settled by a person that the service does not show.
 */
export function isBound(
  record: ObjectRecord | null,
  live: LiveAccount | LiveConnector | LiveCycle | null,
): boolean {
  if (record === null) return false;
  const isRecalled = live !== null && 'isRecalled' in live && live.isRecalled === true;
  return !isRecalled || Object.keys(record.applied).length > 0;
}
