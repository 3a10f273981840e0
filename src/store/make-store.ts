import { emptyMemory } from '../model/memory/memory.ts';
import type { Notes, NotesReader } from '../model/memory/notes.ts';
import type { RunAccount } from '../model/memory/run.ts';
import type { StateEntry } from '../model/memory/state-entry.ts';
import type { StoreReader, StoreWriter } from '../model/ports.ts';
import { fill } from './steps/fill-steps.ts';
import * as locks from './steps/lock-steps.ts';
import * as memory from './steps/memory-steps.ts';
import * as notes from './steps/note-steps.ts';
import * as runs from './steps/run-steps.ts';
import type { Dialect, Session } from './steps/steps.ts';

/** What is open until it is closed. */
export type Closable = { close(): Promise<void> };

/** What takes in all that another store has. */
export type Fillable = {
  /**
   * Puts all records in, or none. Rejects with `StoreError` where the store has some already, and with what the
   * records throw. They may be asked for anew from the first on.
   */
  fill(entries: () => Iterable<StateEntry>): Promise<void>;
};

/** The store of an environment, over either database. */
export function makeStore(dialect: Dialect, session: Session): StoreWriter & Fillable {
  return {
    ...makeReader(dialect, session),
    change: (change) => session.write(() => memory.makeChange(dialect, change)),
    keepTarget: (target) => session.write(() => runs.keepTarget(dialect, target)),
    keepRun: (run) => session.write(() => runs.keepRun(dialect, run)),
    keepRunAccounts: (id, accounts) =>
      session.write(() => runs.keepRunAccounts(dialect, id, accounts)),
    beat: (holder) => session.write(() => locks.beat(dialect, holder)),
    takeLock: (account, holder, over) =>
      session.write(() => locks.takeLock(dialect, { account, holder, over })),
    freeLock: (account, fence) => session.write(() => locks.freeLock(dialect, account, fence)),
    fill: (entries) => session.write(() => fill(dialect, entries())),
    leave: (holder) => session.write(() => locks.leave(dialect, holder)),
  };
}

/** The same without a way to write. */
export function makeReader(
  dialect: Dialect,
  session: Pick<Session, 'read'>,
): StoreReader & NotesReader {
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
    readMemory: (account) => session.read(() => memory.readMemory(dialect, account)),
    listAccounts: () => session.read(() => memory.listAccounts(dialect)),
    listUnsettled: () => session.read(() => memory.listUnsettled(dialect)),
    listOwners: (account) => session.read(() => memory.listOwners(dialect, account)),
    listBindings: () => session.read(() => memory.listBindings(dialect)),
    readTarget: () => session.read(() => runs.readTarget(dialect)),
    listHolders: () => session.read(() => locks.listHolders(dialect)),
    listLocks: () => session.read(() => locks.listLocks(dialect)),
    listRuns: (limit) => session.read(() => runs.listRuns(dialect, limit)),
    readRun: (id) => session.read(() => runs.readRun(dialect, id)),
    readRunAccounts,
    listDriftRuns: (asked) => session.read(() => notes.listDriftRuns(dialect, asked)),
  };
}

/** What drift may write: a way to its notes, and to nothing else of the store. */
export function makeNotes(dialect: Dialect, session: Session): Notes {
  return {
    listDriftRuns: (asked) => session.read(() => notes.listDriftRuns(dialect, asked)),
    listSeen: () => session.read(() => notes.listSeen(dialect)),
    noteSeen: async (look) =>
      // Most looks see what the one before saw: those hold nobody up.
      (await session.read(() => notes.findSeen(dialect, look))) ??
      session.write(() => notes.noteSeen(dialect, look)),
    dropSeen: (accounts) => session.write(() => notes.dropSeen(dialect, accounts)),
    keepDriftRun: (run) => session.write(() => notes.keepDriftRun(dialect, run)),
  };
}

/** A store in which nothing was kept yet. */
export function makeEmptyReader(): StoreReader & NotesReader {
  return {
    readMemory: async (account) => emptyMemory(account),
    listAccounts: async () => [],
    listUnsettled: async () => [],
    listOwners: async () => [],
    listBindings: async () => [],
    readTarget: async () => null,
    listHolders: async () => [],
    listLocks: async () => [],
    listRuns: async () => [],
    readRun: async () => null,
    async *readRunAccounts() {},
    listDriftRuns: async () => [],
  };
}
