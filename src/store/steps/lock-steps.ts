import {
  type HeldLock,
  type Holder,
  type HolderStatus,
  type LockResult,
  LostLockError,
} from '../../model/state/lock.ts';
import { CellError, readRecord } from '../rows.ts';
import type { Dialect, FoundRow, Steps } from './steps.ts';

/** Records the heartbeat of a holder. */
export function* recordHeartbeat(dialect: Dialect, holder: Holder): Steps<void> {
  const { schema, scopeColumn, scopeValue, nowMs } = dialect;
  yield {
    text: `INSERT INTO ${schema}holders (${scopeColumn}id, record, heard) VALUES (${scopeValue}$1, $2, ${nowMs})
      ON CONFLICT (${scopeColumn}id) DO UPDATE SET record = excluded.record, heard = excluded.heard`,
    values: [holder.id, JSON.stringify(holder)],
  };
}

export type LockRequest = {
  readonly account: string;
  readonly holder: Holder;
  /** Fence of the stale lock that may be taken over. */
  readonly over: number | undefined;
};

/**
 * Takes a lock that is free, ours, or has the fence `over`; its fence grows each time. A lock
 * without a known holder is free, because the fence stops a late one.
 */
export function* lockAccount(dialect: Dialect, taking: LockRequest): Steps<LockResult> {
  const { account, holder, over } = taking;
  const { schema, isScoped, scopeColumn, scopeValue, nowMs, forUpdate } = dialect;
  // Insert a row to lock, so that two concurrent callers wait for each other here.
  yield {
    text: `INSERT INTO ${schema}locks (${scopeColumn}account, holder, since, fence) VALUES (${scopeValue}$1, NULL, 0, 0)
      ON CONFLICT (${scopeColumn}account) DO NOTHING`,
    values: [account],
  };
  const [lock] = yield {
    text: `SELECT holder, fence FROM ${schema}locks WHERE ${isScoped}account = $1${forUpdate}`,
    values: [account],
  };
  if (lock === undefined) throw new CellError(`the lock of ${account} is gone`);
  const fence = Number(lock.fence);
  const isFree = lock.holder === null || lock.holder === holder.id || fence === over;
  const [locked] = isFree ? [] : yield* listLocks(dialect, account);
  if (locked !== undefined) return { kind: 'held', by: locked };
  yield* recordHeartbeat(dialect, holder);
  yield {
    text: `UPDATE ${schema}locks SET holder = $2, since = ${nowMs}, fence = fence + 1 WHERE ${isScoped}account = $1`,
    values: [account, holder.id],
  };
  yield* deleteIdle(dialect, lock.holder, holder.id);
  return { kind: 'taken', fence: fence + 1 };
}

// Deletes a holder without locks. It is dead, or registers again at its next heartbeat, even if it
// takes another account at this moment.
function* deleteIdle({ schema, isScoped }: Dialect, former: unknown, holder: string): Steps<void> {
  if (typeof former !== 'string' || former === holder) return;
  yield {
    text: `DELETE FROM ${schema}holders WHERE ${isScoped}id = $1
      AND NOT EXISTS (SELECT 1 FROM ${schema}locks WHERE ${isScoped}holder = $1)`,
    values: [former],
  };
}

/**
 * Checks that a lock is held with this fence, and locks its row until the end of the transaction, so that a
 * takeover waits or came before. Throws `LostLockError`.
 */
export function* checkFence(dialect: Dialect, account: string, fence: number): Steps<void> {
  const { schema, isScoped, forUpdate } = dialect;
  const [lock] = yield {
    text: `SELECT holder, fence FROM ${schema}locks WHERE ${isScoped}account = $1${forUpdate}`,
    values: [account],
  };
  const isOurs = lock !== undefined && lock.holder !== null && Number(lock.fence) === fence;
  if (!isOurs) throw new LostLockError(account);
}

/** Releases the lock of an account, if the fence still matches. */
export function* deleteLock(
  { schema, isScoped }: Dialect,
  account: string,
  fence: number,
): Steps<void> {
  yield {
    text: `UPDATE ${schema}locks SET holder = NULL WHERE ${isScoped}account = $1 AND fence = $2`,
    values: [account, fence],
  };
}

/** Releases all locks of a holder, and deletes it. */
export function* deleteHolder({ schema, isScoped }: Dialect, holder: string): Steps<void> {
  const values = [holder];
  yield { text: `UPDATE ${schema}locks SET holder = NULL WHERE ${isScoped}holder = $1`, values };
  yield { text: `DELETE FROM ${schema}holders WHERE ${isScoped}id = $1`, values };
}

/** Locks that are held; those of one account if it is given. */
export function* listLocks(dialect: Dialect, account?: string): Steps<readonly HeldLock[]> {
  const { schema, isScoped, nowMs } = dialect;
  const holders = `SELECT id, record, heard FROM ${schema}holders WHERE ${isScoped}TRUE`;
  const rows = yield {
    text: `SELECT locks.account, locks.since, locks.fence, held.record, ${nowMs} - held.heard AS silent
      FROM ${schema}locks AS locks JOIN (${holders}) AS held ON held.id = locks.holder
      WHERE ${isScoped}${account === undefined ? 'TRUE' : 'locks.account = $1'}
      ORDER BY locks.account`,
    values: account === undefined ? [] : [account],
  };
  return rows.map(toHeldLock);
}

/** All registered holders, by id. */
export function* listHolders({ schema, isScoped, nowMs }: Dialect): Steps<readonly HolderStatus[]> {
  const rows = yield {
    text: `SELECT id, record, ${nowMs} - heard AS silent FROM ${schema}holders WHERE ${isScoped}TRUE ORDER BY id`,
    values: [],
  };
  return rows.map((row) => toHeardHolder(row, `the holder ${row.id}`));
}

function toHeldLock(row: FoundRow): HeldLock {
  const account = String(row.account);
  return {
    account,
    ...toHeardHolder(row, `the holder of ${account}`),
    since: new Date(Number(row.since)).toISOString(),
    fence: Number(row.fence),
  };
}

function toHeardHolder(row: FoundRow, name: string): HolderStatus {
  // A clock that was set back would make it negative.
  const silentMs = Math.max(0, Number(row.silent));
  return { holder: readRecord<Holder>(row.record, name), silentMs };
}
