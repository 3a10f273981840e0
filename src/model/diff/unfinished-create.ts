import type { LiveCycle, RemoteId } from '../live/live.ts';
import { listIdentityKeys } from './identity.ts';

/** A cycle that a create of ours may have made, before any further write. */
export type UnfinishedCreate = {
  readonly templateId: RemoteId | null;
  /** Null if the name that the service chose is unknown. */
  readonly name: string | null;
  /** Keys whose tags it may have. */
  readonly keys: readonly string[];
};

/**
 * Returns whether a cycle may come from a create of ours. A cycle that ran, was started, or has the
 * name or tag of another owner does not, whatever its origin.
 */
export function isUnfinishedCandidate(
  { templateId, name, status, hasRun, tags }: LiveCycle,
  made: UnfinishedCreate,
): boolean {
  return (
    templateId === made.templateId &&
    (made.name === null || name === made.name) &&
    status === 'Paused' &&
    !hasRun &&
    listIdentityKeys(tags).every((key) => made.keys.includes(key))
  );
}
