import type { Address } from '../../model/address.ts';
import type {
  AccountBinding,
  AccountState,
  ObjectRecord,
  StateChange,
} from '../../model/state/account-state.ts';
import { restoreOrigins, type StoredRecord } from '../../model/state/state-entry.ts';
import { type AddressedRecord, formatAddressedRecord, readAddressedRecord } from '../rows.ts';
import { checkFence } from './lock-steps.ts';
import { saveRenamed } from './revision-steps.ts';
import { type Dialect, type FoundRow, listParameters, type Steps } from './steps.ts';

/** State tables, with one record for each address of an account. */
export const stateTables = ['objects', 'creates', 'pauses', 'writes'] as const;
type StateTable = (typeof stateTables)[number];

const kinds = {
  objects: 'object',
  creates: 'create',
  pauses: 'pause',
  writes: 'write',
} as const satisfies Record<StateTable, string>;

/** Rows in one statement, because databases limit its parameters. */
const maxRows = 500;

/** State of an account, read in one statement so that it never mixes two changes. */
export function* readState(
  dialect: Dialect,
  account: string,
  only: readonly Address[] | null = null,
): Steps<AccountState> {
  const { schema, isScoped } = dialect;
  const among = only === null ? '' : ` AND address IN (${listParameters(2, only.length)})`;
  const each = stateTables.map(
    (table) =>
      `SELECT '${table}' AS name, address, record FROM ${schema}${table} WHERE ${isScoped}account = $1${among}`,
  );
  const text = `${each.join(' UNION ALL ')} ORDER BY 1, 2`;
  const rows = yield { text, values: [account, ...(only ?? [])] };
  return {
    account,
    objects: readObjects(rows),
    creates: collect(rows, 'creates'),
    pauses: collect(rows, 'pauses'),
    writes: collect(rows, 'writes'),
  };
}

/** Keys of all accounts with state, sorted. */
export function listAccounts(dialect: Dialect): Steps<readonly string[]> {
  return listIn(dialect, stateTables);
}

/** Keys of accounts with unfinished work, sorted. */
export function listUnfinished(dialect: Dialect): Steps<readonly string[]> {
  return listIn(dialect, ['creates', 'pauses', 'writes']);
}

function* listIn(
  { schema, isScoped }: Dialect,
  tables: readonly StateTable[],
): Steps<readonly string[]> {
  const each = tables.map((table) => `SELECT account FROM ${schema}${table} WHERE ${isScoped}TRUE`);
  const rows = yield { text: each.join(' UNION '), values: [] };
  return rows.map((row) => String(row.account)).sort();
}

/** Keys of the accounts that are bound to an account of the service, sorted. */
export function* listOwners(dialect: Dialect, account: string): Steps<readonly string[]> {
  const value = dialect.hasOwnerColumn ? JSON.stringify(account) : account;
  const rows = yield { text: dialect.owners, values: [value] };
  return rows.map((row) => String(row.account)).sort();
}

/**
 * Bindings of all accounts, sorted by key. The address of an account has one part
 * (`model/address.ts`).
 */
export function* listBindings({ schema, isScoped }: Dialect): Steps<readonly AccountBinding[]> {
  const rows = yield {
    text: `SELECT account, address, record FROM ${schema}objects WHERE ${isScoped}address NOT LIKE '%/%'`,
    values: [],
  };
  return rows
    .map((row) => {
      const { remoteId, externalId } = readAddressedRecord<ObjectRecord>(row, 'object');
      const found = externalId === undefined ? {} : { externalId };
      return { account: String(row.account), remoteId, ...found };
    })
    .sort((left, right) => (left.account < right.account ? -1 : 1));
}

/**
 * Applies a change, deletes first. Throws `LostLockError` if the fence of the account's lock
 * differs from that of the change, or the lock is free.
 */
export function* applyChange(dialect: Dialect, change: StateChange): Steps<void> {
  const { account, moveFrom } = change;
  if (change.fence !== undefined) yield* checkFence(dialect, account, change.fence);
  if (moveFrom !== undefined) {
    yield* clearState(dialect, moveFrom);
    yield* saveRenamed(dialect, moveFrom, account);
  }
  yield* deleteRecords(dialect, { table: 'objects', account }, change.deleteObjects);
  yield* saveRecords(dialect, { table: 'objects', account }, change.saveObjects);
  yield* saveOwners(dialect, account, change.saveObjects);
  yield* deleteRecords(dialect, { table: 'creates', account }, change.closeCreates);
  yield* saveRecords(dialect, { table: 'creates', account }, change.openCreates);
  yield* deleteRecords(dialect, { table: 'pauses', account }, change.closePauses);
  yield* saveRecords(dialect, { table: 'pauses', account }, change.openPauses);
  yield* deleteRecords(dialect, { table: 'writes', account }, change.closeWrites);
  yield* saveRecords(dialect, { table: 'writes', account }, change.openWrites);
}

function* clearState({ schema, isScoped }: Dialect, account: string): Steps<void> {
  for (const table of stateTables) {
    yield {
      text: `DELETE FROM ${schema}${table} WHERE ${isScoped}account = $1`,
      values: [account],
    };
  }
}

type TableRows = { readonly table: StateTable; readonly account: string };

function* saveRecords(
  { schema, scopeColumn, scopeValue }: Dialect,
  { table, account }: TableRows,
  records: readonly AddressedRecord[] = [],
): Steps<void> {
  // PostgreSQL refuses a duplicate address in one statement.
  const latest = [...new Map(records.map((record) => [record.address, record])).values()];
  for (let from = 0; from < latest.length; from += maxRows) {
    const part = latest.slice(from, from + maxRows);
    const rows = part.map((_, at) => `(${scopeValue}$1, ${listParameters(2 + at * 2, 2)})`);
    yield {
      text: `INSERT INTO ${schema}${table} (${scopeColumn}account, address, record) VALUES ${rows.join(', ')}
        ON CONFLICT (${scopeColumn}account, address) DO UPDATE SET record = excluded.record`,
      values: [
        account,
        ...part.flatMap((record) => [record.address, formatAddressedRecord(record)] as const),
      ],
    };
  }
}

function* deleteRecords(
  { schema, isScoped }: Dialect,
  { table, account }: TableRows,
  addresses: readonly Address[] = [],
): Steps<void> {
  for (let from = 0; from < addresses.length; from += maxRows) {
    const part = addresses.slice(from, from + maxRows);
    yield {
      text: `DELETE FROM ${schema}${table} WHERE ${isScoped}account = $1 AND address IN (${listParameters(2, part.length)})`,
      values: [account, ...part],
    };
  }
}

function* saveOwners(
  { schema, isScoped, hasOwnerColumn }: Dialect,
  account: string,
  records: readonly ObjectRecord[] = [],
): Steps<void> {
  if (!hasOwnerColumn) return;
  for (const { address, remoteId } of records.filter((record) => !record.address.includes('/'))) {
    yield {
      text: `UPDATE ${schema}objects SET owner = $3 WHERE ${isScoped}account = $1 AND address = $2`,
      values: [account, address, JSON.stringify(remoteId)],
    };
  }
}

// Reads records of earlier versions too.
function readObjects(rows: readonly FoundRow[]): AccountState['objects'] {
  const kept = collect<StoredRecord>(rows, 'objects');
  return new Map([...kept].map(([address, record]) => [address, restoreOrigins(record)]));
}

function collect<T extends AddressedRecord>(
  rows: readonly FoundRow[],
  table: StateTable,
): ReadonlyMap<Address, T> {
  const found = rows
    .filter((row) => row.name === table)
    .map((row) => readAddressedRecord<T>(row, kinds[table]));
  return new Map(found.map((item) => [item.address, item]));
}
