import type { Address } from '../../../model/address.ts';
import type { HeldLock } from '../../../model/state/lock.ts';
import type { RunRecord, RunTally } from '../../../model/state/run.ts';

export type UnfinishedWork = {
  /** Runs that died, that are running, or that ended before all was done; newest first. */
  readonly runs: readonly UnfinishedRun[];
  /** Unfinished work on single objects; manual actions first. */
  readonly objects: readonly UnfinishedObject[];
  /** Accounts locked by a running or dead run. */
  readonly locks: readonly (HeldLock & { readonly isStale: boolean })[];
};

export type UnfinishedRun = {
  readonly run: RunRecord;
  readonly accounts: RunTally;
  readonly isWorking: boolean;
};

/** Operation that started and has no recorded end. */
export type UnfinishedObject = {
  readonly address: Address;
  readonly kind: 'create' | 'pause' | 'write';
  /** ISO UTC. */
  readonly since: string;
  /** Operation as a sentence. */
  readonly does: string;
  /** Instruction for a person; null when resume or the next apply finishes it. */
  readonly person: string | null;
};
