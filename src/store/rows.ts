import type { Address } from '../model/address.ts';
import type { FoundRow } from './steps/steps.ts';

/** What a table of memory keeps: one record for each address of an account. */
export type AddressedRecord = { readonly address: Address };

/**
 * The record of a row. All of it is one JSON text, so that whatever the service put into a name or an id
 * comes back as it was: SQLite in Node 22 cuts other texts off at a NUL, and PostgreSQL takes none.
 * Throws `CellError` where the row is not one that we wrote.
 */
export function readAddressedRecord<T extends AddressedRecord>(row: FoundRow): T {
  const record = readRecord<T>(row.record, String(row.address));
  if (record.address === row.address) return record;
  throw new CellError(`the record of ${row.address} is another one`);
}

/** The record of a row that goes by `name`, for the message alone. */
export function readRecord<T extends object>(text: unknown, name: string): T {
  const record = parseRecord(text, name);
  // The rest of the type is the caller's word for it: nobody else writes these rows.
  if (typeof record === 'object' && record !== null) return record as T;
  throw new CellError(`the record of ${name} is another one`);
}

/** A row that does not hold what its table holds. */
export class CellError extends Error {}

function parseRecord(text: unknown, name: string): unknown {
  try {
    return JSON.parse(String(text));
  } catch (error) {
    throw new CellError(`the record of ${name} is not JSON`, { cause: error });
  }
}
