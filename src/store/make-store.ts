import type { StoreReader, StoreWriter } from '../model/ports.ts';
import { makeEmptyState } from '../model/state/account-state.ts';
import type { DriftLog, DriftLogReader } from '../model/state/drift-log.ts';
import type { RunAccount } from '../model/state/run.ts';
import type { Leases } from '../model/state/shared/lease.ts';
import type { StateEntry } from '../model/state/state-entry.ts';
import { importEntries } from './steps/import-entries.ts';
import * as leases from './steps/lease-steps.ts';
import * as locks from './steps/lock-steps.ts';
import * as notes from './steps/note-steps.ts';
import * as revisions from './steps/revision-steps.ts';
import * as runs from './steps/run-steps.ts';
import * as state from './steps/state-steps.ts';
import type { Dialect, Session } from './steps/steps.ts';

/** A resource that must be closed. */
export type Closable = { close(): Promise<void> };

/** Target of a state import. */
export type ImportTarget = {
  /**
   * Writes all records, or none. Rejects with `StoreError` if the store is not empty, and with
   * errors of `entries`, which may be called again.
   */
  fill(entries: () => Iterable<StateEntry>): Promise<void>;
};

/** Store of an environment, over either database. */
export function makeStore(dialect: Dialect, session: Session): StoreWriter & ImportTarget {
  return {
    ...makeReader(dialect, session),
    update: (change) => session.write(() => state.applyChange(dialect, change)),
    saveTarget: (target) => session.write(() => runs.saveTarget(dialect, target)),
    savePace: (rate) => session.write(() => runs.savePace(dialect, rate)),
    revokeLinks: (what, at) => session.write(() => runs.saveRevocation(dialect, what, at)),
    saveRun: (run) => session.write(() => runs.saveRun(dialect, run)),
    saveRunAccounts: (id, accounts) =>
      session.write(() => runs.saveRunAccounts(dialect, id, accounts)),
    updateRevisions: (change) =>
      session.write(() => revisions.applyRevisionChange(dialect, change)),
    heartbeat: (holder) => session.write(() => locks.recordHeartbeat(dialect, holder)),
    acquireLock: (account, holder, over) =>
      session.write(() => locks.lockAccount(dialect, { account, holder, over })),
    releaseLock: (account, fence) => session.write(() => locks.deleteLock(dialect, account, fence)),
    fill: (entries) => session.write(() => importEntries(dialect, entries())),
    removeHolder: (holder) => session.write(() => locks.deleteHolder(dialect, holder)),
  };
}

/** Read-only store. */
export function makeReader(
  dialect: Dialect,
  session: Pick<Session, 'read'>,
): StoreReader & DriftLogReader {
  async function* readRunAccounts(id: string): AsyncGenerator<RunAccount, void, undefined> {
    for (let after: string | null = null; ; ) {
      const some = await session.read(() => runs.readSomeAccounts(dialect, id, after));
      yield* some;
      const last = some.at(-1);
      if (last === undefined || some.length < runs.accountsAtOnce) return;
      after = last.account;
    }
  }

  return {
    readState: (account, only) => session.read(() => state.readState(dialect, account, only)),
    listAccounts: () => session.read(() => state.listAccounts(dialect)),
    listUnfinished: () => session.read(() => state.listUnfinished(dialect)),
    listOwners: (account) => session.read(() => state.listOwners(dialect, account)),
    listBindings: () => session.read(() => state.listBindings(dialect)),
    readTarget: () => session.read(() => runs.readTarget(dialect)),
    readPace: () => session.read(() => runs.readPace(dialect)),
    readRevocations: () => session.read(() => runs.readRevocations(dialect)),
    listHolders: () => session.read(() => locks.listHolders(dialect)),
    listLocks: () => session.read(() => locks.listLocks(dialect)),
    listRuns: (limit) => session.read(() => runs.listRuns(dialect, limit)),
    readRun: (id) => session.read(() => runs.readRun(dialect, id)),
    readRunAccounts,
    readRunAccount: (id, account) => session.read(() => runs.readRunAccount(dialect, id, account)),
    readAdmissions: (accounts) => session.read(() => revisions.readAdmissions(dialect, accounts)),
    listRevisions: () => session.read(() => revisions.listRevisions(dialect)),
    readRevision: (digest) => session.read(() => revisions.readRevision(dialect, digest)),
    listRollouts: () => session.read(() => revisions.listRollouts(dialect)),
    listRolloutAccounts: (id) => session.read(() => revisions.listRolloutAccounts(dialect, id)),
    listDriftRuns: (asked) => session.read(() => notes.listDriftRuns(dialect, asked)),
  };
}

/** Log that drift writes to, with no access to the rest of the store. */
export function makeNotes(dialect: Dialect, session: Session): DriftLog {
  return {
    listDriftRuns: (asked) => session.read(() => notes.listDriftRuns(dialect, asked)),
    listObserved: () => session.read(() => notes.listObserved(dialect)),
    recordObserved: async (look) =>
      // Read first without a lock, because most drift runs find the same as the run before.
      (await session.read(() => notes.findSeen(dialect, look))) ??
      session.write(() => notes.saveSeen(dialect, look)),
    saveLooks: (run, accounts) => session.write(() => notes.saveLooks(dialect, run, accounts)),
    deleteObserved: (accounts) => session.write(() => notes.deleteSeen(dialect, accounts)),
    saveDriftRun: (run) => session.write(() => notes.saveDriftRun(dialect, run)),
  };
}

/** Leases of the rate of requests, with no access to the rest of the store. */
export function makeLeases(dialect: Dialect, session: Pick<Session, 'write'>): Leases {
  return {
    renewLease: (asked) => session.write(() => leases.saveLease(dialect, asked)),
    endLease: (id) => session.write(() => leases.deleteLease(dialect, id)),
  };
}

/** Empty store, for a place where nothing is stored yet. */
export function makeEmptyReader(): StoreReader & DriftLogReader {
  return {
    readState: async (account) => makeEmptyState(account),
    listAccounts: async () => [],
    listUnfinished: async () => [],
    listOwners: async () => [],
    listBindings: async () => [],
    readTarget: async () => null,
    readPace: async () => null,
    readRevocations: async () => ({}),
    listHolders: async () => [],
    listLocks: async () => [],
    listRuns: async () => [],
    readRun: async () => null,
    async *readRunAccounts() {},
    readRunAccount: async () => null,
    readAdmissions: async () => ({ fleets: [], accounts: [] }),
    listRevisions: async () => [],
    readRevision: async () => null,
    listRollouts: async () => [],
    listRolloutAccounts: async () => [],
    listDriftRuns: async () => [],
  };
}
