import type { DatabaseSync, StatementSync } from 'node:sqlite';

import type { Address } from '../model/address.ts';
import { type AccountMemory, emptyMemory, type MemoryChange } from '../model/memory.ts';
import type { StoreReader, StoreWriter } from '../model/ports.ts';
import {
  openDatabase,
  openDatabaseForReading,
  runTransaction,
  type StoreFile,
} from './open-database.ts';
import { CellError, type Kept, type Row, readRow, writeRow } from './rows.ts';
import { makeDamageError, toStoreError } from './store-error.ts';

/** What is open until it is closed. */
export type Closable = { close(): void };

/**
 * Opens what we remember, for apply: the folder (0700) and the file (0600) are made where they are
 * missing. Each change is one transaction that is durable when its promise is fulfilled; what a
 * change drops or closes goes before what it keeps or opens. Other processes may use the same file.
 * Throws and rejects with `StoreError`; a file that is damaged, foreign or newer is left as it is.
 */
export function openSqliteStore(place: StoreFile): StoreWriter & Closable {
  const database = openDatabase(place);
  const [reader, tables] = prepare(database, place.file, () => [
    makeReader(database, place.file),
    {
      objects: prepareTable(database, 'objects'),
      creates: prepareTable(database, 'creates'),
      pauses: prepareTable(database, 'pauses'),
    },
  ]);

  function makeChange(change: MemoryChange): void {
    const { account, takeOver } = change;
    if (takeOver !== undefined) {
      for (const table of Object.values(tables)) table.clear.run({ account: takeOver });
    }
    drop(tables.objects, account, change.dropObjects);
    keep(tables.objects, account, change.keepObjects);
    drop(tables.creates, account, change.closeCreates);
    keep(tables.creates, account, change.openCreates);
    drop(tables.pauses, account, change.closePauses);
    keep(tables.pauses, account, change.openPauses);
  }

  return {
    ...reader,
    async change(change) {
      guard(place.file, () =>
        runTransaction(database, 'BEGIN IMMEDIATE', () => makeChange(change)),
      );
    },
    close: () => database.close(),
  };
}

/**
 * Opens what we remember, for plan and drift, which have no way to write it. Where there is no file
 * yet none is made, and every memory is empty. Throws and rejects with `StoreError`.
 */
export function openSqliteStoreReader(place: StoreFile): StoreReader & Closable {
  const database = openDatabaseForReading(place);
  if (database !== null) {
    const reader = prepare(database, place.file, () => makeReader(database, place.file));
    return { ...reader, close: () => database.close() };
  }
  return {
    readMemory: async (account) => emptyMemory(account),
    listAccounts: async () => [],
    listOwners: async () => [],
    close: () => undefined,
  };
}

function makeReader(database: DatabaseSync, file: string): StoreReader {
  const accounts = database.prepare(
    'SELECT account FROM objects UNION SELECT account FROM creates UNION SELECT account FROM pauses',
  );
  const owners = database.prepare(
    "SELECT account FROM objects WHERE instr(address, '/') = 0 AND json_extract(record, '$.remoteId') = ?",
  );
  const objects = prepareRead(database, 'objects');
  const creates = prepareRead(database, 'creates');
  const pauses = prepareRead(database, 'pauses');

  function readAll(account: string): AccountMemory {
    return {
      account,
      objects: readRows(objects, account),
      creates: readRows(creates, account),
      pauses: readRows(pauses, account),
    };
  }

  return {
    // One transaction, so that no half of another process's change is seen.
    async readMemory(account) {
      return guard(file, () => runTransaction(database, 'BEGIN', () => readAll(account)));
    },
    async listAccounts() {
      return guard(file, () => accounts.all().map((row) => String(row.account))).sort();
    },
    async listOwners(account) {
      return guard(file, () => owners.all(account).map((row) => String(row.account))).sort();
    },
  };
}

/** A file whose tables differ from ours fails here; then it is not left open. */
function prepare<T>(database: DatabaseSync, file: string, run: () => T): T {
  try {
    return guard(file, run);
  } catch (error) {
    database.close();
    throw error;
  }
}

type TableName = 'objects' | 'creates' | 'pauses';
type Table = Readonly<Record<'upsert' | 'remove' | 'clear', StatementSync>>;

function prepareTable(database: DatabaseSync, name: TableName): Table {
  return {
    upsert: database.prepare(
      `INSERT OR REPLACE INTO ${name} (account, address, record) VALUES ($account, $address, $record)`,
    ),
    remove: database.prepare(`DELETE FROM ${name} WHERE account = $account AND address = $address`),
    clear: database.prepare(`DELETE FROM ${name} WHERE account = $account`),
  };
}

function prepareRead(database: DatabaseSync, name: TableName): StatementSync {
  return database.prepare(`SELECT address, record FROM ${name} WHERE account = ? ORDER BY address`);
}

function keep(table: Table, account: string, records: readonly Kept[] = []): void {
  for (const record of records) table.upsert.run({ account, ...writeRow(record) });
}

function drop(table: Table, account: string, addresses: readonly Address[] = []): void {
  for (const address of addresses) table.remove.run({ account, address });
}

function readRows<T extends Kept>(
  statement: StatementSync,
  account: string,
): ReadonlyMap<Address, T> {
  const found = statement.all(account).map((row) => readRow<T>(row as Row));
  return new Map(found.map((item) => [item.address, item]));
}

function guard<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof CellError) throw makeDamageError(file, error.message, error);
    throw toStoreError(file, error);
  }
}
