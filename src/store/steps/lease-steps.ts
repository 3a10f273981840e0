import {
  findShare,
  type Grant,
  type Lease,
  type LeaseRequest,
  type LoweredRate,
  leaseMs,
  readRate,
  toLoweredRate,
} from '../../model/state/shared/lease.ts';
import { readRecord } from '../rows.ts';
import type { Dialect, Steps } from './steps.ts';

/** The record of the row without an id, which all processes lock. */
type SharedRecord = { readonly lowered: LoweredRate | null };

/** Renews the lease of a process, or takes one. Drops those of processes that no longer renew. */
export function* saveLease(dialect: Dialect, asked: LeaseRequest): Steps<Grant> {
  const { schema, isScoped, scopeColumn, scopeValue, nowMs, forUpdate } = dialect;
  const { id, isInteractive, part, most, wasRefused } = asked;
  // Insert a row to lock, so that concurrent callers wait for each other here.
  const first: SharedRecord = { lowered: null };
  yield {
    text: `INSERT INTO ${schema}leases (${scopeColumn}id, record, heard) VALUES (${scopeValue}'', $1, 0)
      ON CONFLICT (${scopeColumn}id) DO NOTHING`,
    values: [JSON.stringify(first)],
  };
  const [shared] = yield {
    text: `SELECT record FROM ${schema}leases WHERE ${isScoped}id = ''${forUpdate}`,
    values: [],
  };
  const before = readRecord<SharedRecord>(shared?.record, 'the shared rate').lowered;
  const [clock] = yield { text: `SELECT ${nowMs} AS now`, values: [] };
  const now = Number(clock?.now);
  yield {
    text: `DELETE FROM ${schema}leases WHERE ${isScoped}id NOT IN ('', $1) AND heard < $2`,
    values: [id, now - leaseMs],
  };
  const rows = yield {
    text: `SELECT id, record FROM ${schema}leases WHERE ${isScoped}id <> ''`,
    values: [],
  };
  const leases = rows.map((row) => readRecord<Lease>(row.record, `the lease ${row.id}`));
  const lowered = wasRefused ? toLoweredRate(before, most, now) : before;
  const perSecond = findShare(asked, readRate(lowered, most, now), leases);
  const own: Lease = { id, isInteractive, ...(part === undefined ? {} : { part }), perSecond };
  yield {
    text: `INSERT INTO ${schema}leases (${scopeColumn}id, record, heard) VALUES (${scopeValue}$1, $2, $3)
      ON CONFLICT (${scopeColumn}id) DO UPDATE SET record = excluded.record, heard = excluded.heard`,
    values: [id, JSON.stringify(own), now],
  };
  if (lowered !== before) {
    const after: SharedRecord = { lowered };
    yield {
      text: `UPDATE ${schema}leases SET record = $1 WHERE ${isScoped}id = ''`,
      values: [JSON.stringify(after)],
    };
  }
  return { perSecond, isAlone: leases.every((lease) => lease.id === id) };
}

/** Gives the share of a process back. */
export function* deleteLease({ schema, isScoped }: Dialect, id: string): Steps<void> {
  yield { text: `DELETE FROM ${schema}leases WHERE ${isScoped}id = $1`, values: [id] };
}
