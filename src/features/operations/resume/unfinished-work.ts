import type { Address } from '../../../model/address.ts';
import type { HeldLock } from '../../../model/memory/lock.ts';
import type { RunRecord, RunTally } from '../../../model/memory/run.ts';

/** What earlier runs have left open in an environment. */
export type UnfinishedWork = {
  /** Runs that died, those that work now, and one that ended before all of it was done; the newest first. */
  readonly runs: readonly UnfinishedRun[];
  /** What is open of single objects; what needs a person first. */
  readonly objects: readonly UnfinishedObject[];
  /** Accounts that somebody works on, or worked on when it died. */
  readonly locks: readonly (HeldLock & { readonly isStale: boolean })[];
};

export type UnfinishedRun = {
  readonly run: RunRecord;
  readonly accounts: RunTally;
  readonly isWorking: boolean;
};

/** One thing that was begun and whose end is not noted. */
export type UnfinishedObject = {
  readonly address: Address;
  readonly kind: 'create' | 'pause' | 'write';
  /** ISO UTC. */
  readonly since: string;
  /** What was begun, as a sentence for people. */
  readonly does: string;
  /** Why only a person can end it, and how; null where resume or the next apply does. */
  readonly person: string | null;
};
