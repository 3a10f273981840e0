import { isReportedOnly } from '../../model/plan/plan.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import {
  type StartedLook,
  type WatchedAccount,
  type WatchResult,
  type WatchTally,
  watchStates,
} from '../../model/state/shared/watch.ts';
import { readRecord } from '../rows.ts';
import type { FoundRow, Steps } from '../steps/steps.ts';
import {
  accounts,
  lostMs,
  never,
  now,
  own,
  type Partition,
  partitions,
} from './controller-tables.ts';
import { readSweep } from './schedule-steps.ts';

/** Accounts that are read at once for a report. */
export const foundAtOnce = 200;

/** Starts the job of an account; null if it is not due. */
export function* startLook(at: Partition, account: string): Steps<StartedLook | null> {
  const { scope } = at;
  const [row] = yield {
    text: `UPDATE ${accounts} SET queued = ${now} WHERE scope = $1 AND account = $2 AND due <= ${now}
      RETURNING account, state, record`,
    values: [scope, account],
  };
  if (row === undefined) return null;
  const sweep = yield* readSweep(at);
  return sweep === null ? null : { before: toWatched(row), sweep };
}

/** Leaves an account to another replica: it stays due, and is queued again after some time. */
export function* updateQueued({ scope }: Partition, account: string, ms: number): Steps<void> {
  yield {
    text: `UPDATE ${accounts} SET queued = ${now} - ${lostMs} + $3::bigint WHERE scope = $1 AND account = $2`,
    values: [scope, account, ms],
  };
}

/** Records the result of a look. One of an account that was locked is no look. */
export function* saveResult({ scope }: Partition, result: WatchResult): Steps<void> {
  const { account, state, found, againMs, ...record } = result;
  const due = againMs === null ? `${never}` : `${now} + ${Math.round(againMs)}`;
  yield {
    text: `UPDATE ${accounts} SET due = ${due}, queued = 0, state = $3, record = $4, found = coalesce($5, found),
      since = CASE WHEN $5::text IS NULL THEN since ELSE $6::bigint END, looked = CASE WHEN $3 = 'locked' THEN looked ELSE ${now} END WHERE scope = $1 AND account = $2`,
    values: [
      scope,
      account,
      state,
      JSON.stringify(record),
      found === null ? null : JSON.stringify(found),
      found === null ? null : findOldest(found),
    ],
  };
}

/** The time at which the oldest drift of an account was first seen; null without drift. */
function findOldest(found: DriftAccount): number | null {
  const items = found.kind === 'read' ? found.items : [];
  const times = items.flatMap((item) =>
    isReportedOnly(item) || item.since === null ? [] : [Date.parse(item.since)],
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** Makes accounts at rest due before all others. */
export function* updateDue({ scope, partition }: Partition, names: readonly string[]): Steps<void> {
  yield {
    text: `UPDATE ${accounts} SET due = 0 WHERE ${own} AND due = ${never}
      AND account IN (SELECT value FROM json_array_elements_text($3::json))`,
    values: [scope, partition, JSON.stringify(names)],
  };
}

/** Time in which changed accounts are counted. */
const countedMs = 86_400_000;

/** Counts an account as changed, unless `most` others were changed within a day. */
export function* saveChange(
  { scope, partition }: Partition,
  account: string,
  most: number,
): Steps<boolean> {
  // Locks the row, so that of two callers the second one counts the first.
  yield {
    text: `SELECT epoch FROM ${partitions} WHERE ${own} FOR UPDATE`,
    values: [scope, partition],
  };
  const [row] = yield {
    text: `SELECT count(*) AS changed FROM ${accounts}
      WHERE ${own} AND account <> $3 AND changed >= ${now} - ${countedMs}`,
    values: [scope, partition, account],
  };
  if (Number(row?.changed) >= most) return false;
  yield {
    text: `UPDATE ${accounts} SET changed = ${now} WHERE scope = $1 AND account = $2`,
    values: [scope, account],
  };
  return true;
}

/** Counts the accounts of a partition. */
export function* readTally(at: Partition): Steps<WatchTally> {
  const started = (yield* readSweep(at))?.startedMs ?? 0;
  const rows = yield {
    text: `SELECT state, count(*) AS counted, min(looked) AS oldest, min(since) AS since, ${now} AS now,
      count(*) FILTER (WHERE looked < $3 AND due <= ${now}) AS unseen, count(*) FILTER (WHERE queued > 0) AS queued,
      min(queued) FILTER (WHERE queued > 0) AS first FROM ${accounts} WHERE ${own} GROUP BY state`,
    values: [at.scope, at.partition, started],
  };
  const at0 = Number(rows[0]?.now ?? 0);
  const oldest = Math.min(...rows.map((row) => Number(row.oldest)));
  const toAge = (name: 'first' | 'since') => {
    const times = rows.flatMap((row) => (row[name] === null ? [] : [Number(row[name])]));
    return times.length === 0 ? 0 : Math.max(0, at0 - Math.min(...times));
  };
  const byState = Object.fromEntries(watchStates.map((state) => [state, 0]));
  for (const row of rows) byState[String(row.state)] = Number(row.counted);
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
  return {
    byState: byState as WatchTally['byState'],
    // One that is locked, or failed and waits, keeps no sweep open.
    left: sum('unseen'),
    oldestLookMs: rows.length === 0 || oldest === 0 ? null : Math.max(0, at0 - oldest),
    queued: sum('queued'),
    oldestDriftMs: toAge('since'),
    oldestQueuedMs: toAge('first'),
  };
}

/** The time of the database, in milliseconds. */
export function* readTime(): Steps<number> {
  const [row] = yield { text: `SELECT ${now} AS now`, values: [] };
  return Number(row?.now);
}

/** Accounts of a drift report after a key, in their order. */
export function* readFound(
  { scope, partition }: Partition,
  after: string,
): Steps<readonly DriftAccount[]> {
  const rows = yield {
    text: `SELECT account, found FROM ${accounts} WHERE ${own} AND account > $3 AND found IS NOT NULL
      ORDER BY account LIMIT ${foundAtOnce}`,
    values: [scope, partition, after],
  };
  return rows.map((row) => readRecord<DriftAccount>(row.found, `the look at ${row.account}`));
}

function toWatched(row: FoundRow): WatchedAccount {
  const account = String(row.account);
  const record = readRecord<Omit<WatchedAccount, 'account' | 'state'>>(
    row.record,
    `the watch of ${account}`,
  );
  const state = watchStates.find((each) => each === row.state) ?? 'waiting';
  return { ...record, account, state };
}
