import type { LiveCycle, RemoteId } from '../live/live.ts';
import { listIdentityKeys } from './identity.ts';

/** What a cycle is that a create of ours has made, and that nothing was written to yet. */
export type UnfinishedCreate = {
  readonly templateId: RemoteId | null;
  /** Null where nobody knows what the service called it. */
  readonly name: string | null;
  /** The keys whose tags it may have. */
  readonly keys: readonly string[];
};

/**
 * Whether a cycle may be what a create of ours has left behind: as it is made, and nobody's. One that has run, or was
 * started, or has a name or a tag of somebody else is no leftover, whatever it was made from.
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
