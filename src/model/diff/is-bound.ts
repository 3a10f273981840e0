import type { LiveAccount, LiveConnector, LiveCycle } from '../live/live.ts';
import type { ObjectRecord } from '../memory/account-state.ts';

/**
 * Whether what we wrote to an object is all remembered: it is ours, and what nothing is remembered of was never written.
 * Not so where it is found for the first time, nor where a person said which one it is and the service does not show it:
 * what nobody can read of it counts as written then (ENGINE, Ownership and identity).
 */
export function isBound(
  record: ObjectRecord | null,
  live: LiveAccount | LiveConnector | LiveCycle | null,
): boolean {
  if (record === null) return false;
  const isRecalled = live !== null && 'isRecalled' in live && live.isRecalled === true;
  return !isRecalled || Object.keys(record.applied).length > 0;
}
