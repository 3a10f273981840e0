import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { formatShapeFault } from '../kit/json/shapes.ts';
import { toVisible } from '../kit/text/visible-text.ts';
import type { Address } from '../model/address.ts';
import { findStateFault } from '../model/state/find-state-fault.ts';
import type { FoundRow } from './steps/steps.ts';

/** Record of a state table, keyed by account and address. */
export type AddressedRecord = { readonly address: Address };

type AddressedKind = 'object' | 'create' | 'pause' | 'write';

/**
 * Reads the record of a row. It is one JSON text because SQLite in Node 22 cuts text at a NUL, and
 * PostgreSQL refuses it. Throws `CellError` for a damaged row.
 */
export function readAddressedRecord<T extends AddressedRecord>(
  row: FoundRow,
  kind: AddressedKind,
): T {
  const record = unpack(readRecord<T>(row.record, String(row.address)), String(row.address));
  const fault = findStateFault(kind, record, '');
  if (fault !== null)
    throw new CellError(`in the record of ${row.address} ${toVisible(formatShapeFault(fault))}`);
  if (record.address === row.address) return record;
  throw new CellError(`the record of ${row.address} is for another address`);
}

/**
 * Formats a record for its row. A baseline is compressed, because it is the larger part of a record and
 * nothing searches in it.
 */
export function formatAddressedRecord(record: AddressedRecord): string {
  const { baseline, ...rest } = record as AddressedRecord & { readonly baseline?: object };
  if (baseline === undefined) return JSON.stringify(record);
  return JSON.stringify({ ...rest, baseline: pack(baseline) });
}

/** Packed baselines: an apply saves a record after each of its writes with the same baseline. */
const packed = new WeakMap<object, string>();

function pack(baseline: object): string {
  const text =
    packed.get(baseline) ??
    deflateRawSync(JSON.stringify(baseline), { level: 9 }).toString('base64');
  packed.set(baseline, text);
  return text;
}

function unpack<T extends object>(record: T, name: string): T {
  if (!('baseline' in record) || typeof record.baseline !== 'string') return record;
  try {
    const text = inflateRawSync(Buffer.from(record.baseline, 'base64')).toString('utf8');
    return { ...record, baseline: JSON.parse(text) };
  } catch (error) {
    throw new CellError(`the baseline of ${name} is damaged`, { cause: error });
  }
}

/** Reads the record of a row; `name` is for the message. */
export function readRecord<T extends object>(text: unknown, name: string): T {
  const record = parseRecord(text, name);
  // The rest of a run is unchecked, because plan and drift compare nothing with it.
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
