import type { Address } from '../model/address.ts';

/** What a table keeps: one record for each address of an account. */
export type Kept = { readonly address: Address };

/** A row of any table, beside the account. */
export type Row = { readonly address: string; readonly record: string };

/**
 * A record's row. All of it is one JSON text, so that whatever the service put into a name or an id
 * comes back as it was: SQLite in Node 22 cuts other texts off at a NUL.
 */
export function writeRow(record: Kept): Row {
  return { address: record.address, record: JSON.stringify(record) };
}

/** The record of a row. Throws `CellError` where the row is not one that we wrote. */
export function readRow<T extends Kept>(row: Row): T {
  const record = parseRecord(row);
  // The rest of the type is the caller's word for it: nobody else writes these rows.
  if (isKept(record) && record.address === row.address) return record as T;
  throw new CellError(`the record of ${row.address} is another one`);
}

/** A row that does not hold what its table holds. */
export class CellError extends Error {}

function parseRecord(row: Row): unknown {
  try {
    return JSON.parse(row.record);
  } catch (error) {
    throw new CellError(`the record of ${row.address} is not JSON`, { cause: error });
  }
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'address' in value;
}
