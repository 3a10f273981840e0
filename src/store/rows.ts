import type { Address, ObjectKind } from '../model/address.ts';
import type { CreateIntent, ObjectRecord, PauseRecord } from '../model/memory.ts';

/** A row of a table as SQLite gives it and takes it, by the names of its columns. */
export type Row = Readonly<Record<string, string | null>>;

/** The columns of each table beside `account`, in the order of the schema. */
export const columns = {
  objects: ['address', 'kind', 'remote_id', 'applied', 'run'],
  creates: ['address', 'kind', 'ids_before', 'connector_ids_before', 'begun_at'],
  pauses: ['address', 'cycle_id', 'schedule', 'sent', 'paused_at', 'reason'],
} as const;

export type TableName = keyof typeof columns;

/** An object's row. */
export function writeObject(record: ObjectRecord): Row {
  return {
    address: record.address,
    kind: record.kind,
    remote_id: record.remoteId,
    applied: JSON.stringify(record.applied),
    run: record.run === null ? null : JSON.stringify(record.run),
  };
}

/** The object of a row. Throws where the row is not one that we wrote. */
export function readObject(row: Row): ObjectRecord {
  return {
    address: readText(row, 'address') as Address,
    kind: readText(row, 'kind') as ObjectKind,
    remoteId: readText(row, 'remote_id'),
    applied: readJson(row, 'applied'),
    run: row.run === null ? null : readJson(row, 'run'),
  };
}

/** A create's row. */
export function writeCreate(intent: CreateIntent): Row {
  return {
    address: intent.address,
    kind: intent.kind,
    ids_before: JSON.stringify(intent.idsBefore),
    connector_ids_before: JSON.stringify(intent.connectorIdsBefore),
    begun_at: intent.begunAt,
  };
}

/** The create of a row. Throws where the row is not one that we wrote. */
export function readCreate(row: Row): CreateIntent {
  return {
    address: readText(row, 'address') as Address,
    kind: readText(row, 'kind') as ObjectKind,
    idsBefore: readJson(row, 'ids_before'),
    connectorIdsBefore: readJson(row, 'connector_ids_before'),
    begunAt: readText(row, 'begun_at'),
  };
}

/** A pause's row. */
export function writePause(pause: PauseRecord): Row {
  return {
    address: pause.address,
    cycle_id: pause.cycleId,
    schedule: JSON.stringify(pause.schedule),
    sent: pause.sent === null ? null : JSON.stringify(pause.sent),
    paused_at: pause.pausedAt,
    reason: pause.reason,
  };
}

/** The pause of a row. Throws where the row is not one that we wrote. */
export function readPause(row: Row): PauseRecord {
  return {
    address: readText(row, 'address') as Address,
    cycleId: readText(row, 'cycle_id'),
    schedule: readJson(row, 'schedule'),
    sent: row.sent === null ? null : readJson(row, 'sent'),
    pausedAt: readText(row, 'paused_at'),
    reason: readText(row, 'reason'),
  };
}

/** A cell that does not hold what its column holds. */
export class CellError extends Error {}

function readText(row: Row, column: string): string {
  const cell = row[column];
  if (typeof cell !== 'string') throw new CellError(`${column} has no text`);
  return cell;
}

/** The type is the caller's word for it: nobody else writes these cells. */
function readJson<T>(row: Row, column: string): T {
  const text = readText(row, column);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) throw new CellError(`${column} has no value`);
    return value as T;
  } catch (error) {
    if (error instanceof CellError) throw error;
    throw new CellError(`${column} is not JSON`, { cause: error });
  }
}
