import type { Address } from '../model/address.ts';
import type { FoundRow } from './steps/steps.ts';

/** Record of a state table, keyed by account and address. */
export type AddressedRecord = { readonly address: Address };

/**
 * Reads the record of a row. It is one JSON text because SQLite in Node 22 cuts text at a NUL, and
 * PostgreSQL refuses it. Throws `CellError` for a row that we did not write.
 */
export function readAddressedRecord<T extends AddressedRecord>(row: FoundRow): T {
  const record = readRecord<T>(row.record, String(row.address));
  if (record.address === row.address) return record;
  throw new CellError(`the record of ${row.address} is for another address`);
}

/** Reads the record of a row; `name` is for the message. */
export function readRecord<T extends object>(text: unknown, name: string): T {
  const record = parseRecord(text, name);
  // The rest of the type is unchecked, because only cyclectl writes these rows.
  if (typeof record === 'object' && record !== null) return record as T;
  throw new CellError(`the record of ${name} is not an object`);
}

/** A row with unexpected content. */
export class CellError extends Error {}

function parseRecord(text: unknown, name: string): unknown {
  try {
    return JSON.parse(String(text));
  } catch (error) {
    throw new CellError(`the record of ${name} is not JSON`, { cause: error });
  }
}
