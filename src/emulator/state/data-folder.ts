import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toFileError } from '../../kit/operational-error.ts';
import { readSqliteCode } from '../../kit/sqlite-error.ts';
import { DataFolderHeldError } from './data-folder-held-error.ts';
import { openStore, type Store } from './store.ts';
import { toStateError } from './to-state-error.ts';

// One process at a time uses a data folder. The lock is SQLite's on the state file; the system
// releases it when its holder dies. A file beside it names the holder for messages.

const stateFile = 'service.db';
const holderFile = 'holder.json';
const attemptEveryMs = 25;

interface Holder {
  readonly pid: number;
  readonly since: string;
}

/**
 * Opens the state in `directory`, created if missing. Waits at most `waitMs` for a lock, then
 * throws DataFolderHeldError. Throws `OperationalError` for a folder or file that is not
 * usable.
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
  writeHolder(join(directory, holderFile), opened);
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

function writeHolder(file: string, store: Store): void {
  const holder: Holder = { pid: process.pid, since: new Date().toISOString() };
  try {
    writeFileSync(file, `${JSON.stringify(holder)}\n`);
  } catch (error) {
    store.close();
    throw toFileError('write', file, error);
  }
}

function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw toFileError("create the folder of the service's state", directory, error);
  }
}

// Create the file with a private mode, which SQLite's side files inherit. Do not open an existing
// one: closing it would release this process's locks.
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

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY is 5; the lower byte of `errcode` is the primary code.
  return ((readSqliteCode(error) ?? 0) & 0xff) === 5;
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
    // The holder writes its name a moment after the lock; the lock counts without it.
    return undefined;
  }
  const match = /^\{"pid":([0-9]+),"since":"([^"]+)"\}/.exec(text);
  return match?.[1] === undefined || match[2] === undefined
    ? undefined
    : { pid: Number(match[1]), since: match[2] };
}
