import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { openStore, type Store, StoreFormatError, storeFormat } from './store.ts';

// One process at a time holds a data folder. The lock is SQLite's own on the state file: the
// operating system drops it when its holder dies, so a dead holder is never waited for. Beside
// it lies a note that says who holds it, for the message alone.

const stateFile = 'service.db';
const holderFile = 'holder.json';
const attemptEveryMs = 25;

/** Another process, or another emulator of this one, holds the data folder. */
export class DataFolderHeldError extends Error {
  override readonly name = 'DataFolderHeldError';
}

interface Holder {
  readonly pid: number;
  readonly since: string;
}

/**
 * Opens the state in `directory`, which is made if it is not there. Waits at most `waitMs` for
 * another holder to let go, then fails with DataFolderHeldError. Throws `Trouble` where the folder cannot be
 * made, or its state file is damaged, somebody else's or of another version.
 */
export async function openDataFolder(
  directory: string,
  waitMs: number,
): Promise<{ readonly store: Store; close(): void }> {
  makeFolder(directory);
  makeStateFile(join(directory, stateFile));
  const deadlineMs = performance.now() + waitMs;
  let store = openUnlessHeld(directory);
  while (store === undefined) {
    if (performance.now() >= deadlineMs) {
      throw new DataFolderHeldError(describeHolder(directory, waitMs));
    }
    await wait(attemptEveryMs);
    store = openUnlessHeld(directory);
  }
  const opened = store;
  const holder: Holder = { pid: process.pid, since: new Date().toISOString() };
  writeFileSync(join(directory, holderFile), `${JSON.stringify(holder)}\n`);
  return {
    store: opened,
    close: () => {
      if (opened.isOpen) {
        rmSync(join(directory, holderFile), { force: true });
        opened.close();
      }
    },
  };
}

function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw toFileError("create the folder of the service's state", directory, error);
  }
}

// SQLite would choose a mode that others on the machine can read, and its side files take the mode of the
// file. One that is there is not opened here: closing it would end the locks that this process has on it.
function makeStateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw toFileError("create the file of the service's state", file, error);
  }
}

function openUnlessHeld(directory: string): Store | undefined {
  try {
    return openStore(join(directory, stateFile));
  } catch (error) {
    if (isBusy(error)) {
      return undefined;
    }
    throw toStateError(join(directory, stateFile), error);
  }
}

/**
 * What SQLite says of a state file that is none, and a state of another version; a mistake of ours stays
 * what it is.
 */
function toStateError(file: string, error: unknown): unknown {
  if (error instanceof StoreFormatError) {
    const { found } = error;
    const whose = found < storeFormat ? 'an older' : 'a newer';
    return new OperationalError(
      `cannot use the service's state ${file}: ${whose} version of this program wrote it (format ${found}, not ${storeFormat})`,
      {
        remedy:
          'Use that version, or delete its folder: the service then starts again from its world file.',
        cause: error,
      },
    );
  }
  if (!(error instanceof Error && 'errcode' in error)) return error;
  return new OperationalError(`cannot use the service's state ${file}: ${error.message}`, {
    remedy:
      'Restore a backup, or delete its folder: the service then starts again from its world file.',
    cause: error,
  });
}

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY is 5; the lower byte of `errcode` is the primary code.
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

function describeHolder(directory: string, waitMs: number): string {
  const holder = readHolder(directory);
  const who =
    holder === undefined
      ? 'another process'
      : `process ${holder.pid}, since ${holder.since}${holder.pid === process.pid ? ' (this one)' : ''}`;
  return `The service's data in ${directory} is locked by ${who}; waited ${waitMs} ms.`;
}

function readHolder(directory: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(join(directory, holderFile), 'utf8');
  } catch {
    // The holder writes its note a moment after it takes the lock; without it the lock still counts.
    return undefined;
  }
  const match = /^\{"pid":([0-9]+),"since":"([^"]+)"\}/.exec(text);
  return match?.[1] === undefined || match[2] === undefined
    ? undefined
    : { pid: Number(match[1]), since: match[2] };
}
