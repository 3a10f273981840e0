import { isReportedOnly } from '../../model/plan/plan.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import { type Lead, LostLeadError, leadMs, type Sweep } from '../../model/state/shared/sweep.ts';
import {
  type StartedLook,
  type WatchedAccount,
  type WatchResult,
  type WatchTally,
  watchStates,
} from '../../model/state/shared/watch.ts';
import { readRecord } from '../rows.ts';
import type { FoundRow, Steps } from '../steps/steps.ts';

/** The part of an environment whose rows these steps read and write. */
export type Partition = { readonly scope: string; readonly partition: string };

/** The time of accounts at rest, which are due with the next sweep. */
const never = 8_640_000_000_000_000;
/** Time after which a queued account that came to nothing is queued again: its job was lost. */
const lostMs = 300_000;
/** Accounts that are read at once for a report. */
export const foundAtOnce = 200;

const accounts = 'cyclectl_controller.accounts';
const partitions = 'cyclectl_controller.partitions';
const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const own = 'scope = $1 AND partition = $2';

/** Takes the schedule of a partition that is free, ours or silent; its epoch grows with each holder. */
export function* saveLead({ scope, partition }: Partition, holder: string): Steps<Lead | null> {
  // Insert a row to lock, so that two concurrent callers wait for each other here.
  yield {
    text: `INSERT INTO ${partitions} (scope, partition, epoch, heard) VALUES ($1, $2, 0, 0)
      ON CONFLICT (scope, partition) DO NOTHING`,
    values: [scope, partition],
  };
  const [row] = yield {
    text: `SELECT holder, epoch, ${now} AS now, ${now} - heard AS silent, sweep, requests FROM ${partitions} WHERE ${own} FOR UPDATE`,
    values: [scope, partition],
  };
  const isOurs = row?.holder === holder;
  if (!isOurs && row?.holder !== null && Number(row?.silent) <= leadMs) return null;
  const epoch = Number(row?.epoch) + (isOurs ? 0 : 1);
  yield {
    text: `UPDATE ${partitions} SET holder = $3, epoch = $4, heard = ${now} WHERE ${own}`,
    values: [scope, partition, holder, epoch],
  };
  const sweep = toSweep(row);
  if (sweep === null) return { epoch, sweep };
  return { epoch, sweep: { ...sweep, sinceMs: Number(row?.now) - sweep.startedMs } };
}

/** Gives the schedule back, if it has this epoch. */
export function* deleteLead({ scope, partition }: Partition, epoch: number): Steps<void> {
  yield {
    text: `UPDATE ${partitions} SET holder = NULL WHERE ${own} AND epoch = $3`,
    values: [scope, partition, epoch],
  };
}

// Locks the row until the end of the transaction, so that another replica waits or came before.
function* checkLead({ scope, partition }: Partition, epoch: number): Steps<void> {
  const [row] = yield {
    text: `SELECT epoch, holder FROM ${partitions} WHERE ${own} FOR UPDATE`,
    values: [scope, partition],
  };
  if (row === undefined || row.holder === null || Number(row.epoch) !== epoch)
    throw new LostLeadError('another replica has the schedule');
}

const firstRecord: Omit<WatchedAccount, 'account' | 'state'> = {
  commit: null,
  failures: 0,
  reason: null,
};

/** Makes some accounts those of a partition. */
export function* saveAccounts(at: Partition, epoch: number, names: readonly string[]): Steps<void> {
  yield* checkLead(at, epoch);
  const values = [at.scope, at.partition, JSON.stringify(names)];
  const listed = 'SELECT value FROM json_array_elements_text($3::json)';
  yield {
    text: `INSERT INTO ${accounts} (scope, account, partition, due, queued, looked, state, record)
      SELECT $1, value, $2, 0, 0, 0, 'waiting', $4 FROM (${listed}) AS listed
      ON CONFLICT (scope, account) DO UPDATE SET partition = excluded.partition
      WHERE accounts.partition <> excluded.partition`,
    values: [...values, JSON.stringify(firstRecord)],
  };
  yield {
    text: `DELETE FROM ${accounts} WHERE ${own} AND account NOT IN (${listed})`,
    values,
  };
}

/** Starts a sweep of all accounts at rest. */
export function* startSweep(
  at: Partition,
  epoch: number,
  { id, version }: Pick<Sweep, 'id' | 'version'>,
): Steps<Sweep> {
  yield* checkLead(at, epoch);
  const values = [at.scope, at.partition];
  const [clock] = yield { text: `SELECT ${now} AS now`, values: [] };
  const sweep = { id, version, startedMs: Number(clock?.now), endedMs: null };
  yield { text: `UPDATE ${partitions} SET requests = 0 WHERE ${own}`, values };
  yield {
    text: `UPDATE ${accounts} SET due = looked WHERE ${own} AND due = ${never}`,
    values,
  };
  yield* saveSweep(at, sweep);
  return { ...sweep, requests: 0 };
}

/** Records the end of a sweep. */
export function* closeSweep(at: Partition, epoch: number, sweep: Sweep): Steps<Sweep> {
  yield* checkLead(at, epoch);
  const [clock] = yield { text: `SELECT ${now} AS now`, values: [] };
  const { id, version, startedMs, requests } = sweep;
  const ended = { id, version, startedMs, endedMs: Number(clock?.now) };
  yield* saveSweep(at, ended);
  return { ...ended, requests };
}

function* saveSweep({ scope, partition }: Partition, sweep: Omit<Sweep, 'requests'>): Steps<void> {
  yield {
    text: `UPDATE ${partitions} SET sweep = $3 WHERE ${own}`,
    values: [scope, partition, JSON.stringify(sweep)],
  };
}

/** Marks due accounts as queued, the oldest first, up to a number that are queued at once. */
export function* selectDue(at: Partition, epoch: number, most: number): Steps<readonly string[]> {
  yield* checkLead(at, epoch);
  const rows = yield {
    text: `WITH waiting AS (SELECT count(*) AS known FROM ${accounts} WHERE ${own} AND queued >= ${now} - ${lostMs}),
      due AS (SELECT account FROM ${accounts}
        WHERE ${own} AND due <= ${now} AND queued < ${now} - ${lostMs}
        ORDER BY due, account LIMIT greatest(0, $3::bigint - (SELECT known FROM waiting)))
      UPDATE ${accounts} AS claimed SET queued = ${now} FROM due
      WHERE claimed.scope = $1 AND claimed.account = due.account RETURNING claimed.account`,
    values: [at.scope, at.partition, most],
  };
  return rows.map(({ account }) => String(account));
}

/** Begins the job of an account; null if it is not due. */
export function* startLook(at: Partition, account: string): Steps<StartedLook | null> {
  const { scope } = at;
  const [row] = yield {
    text: `UPDATE ${accounts} SET queued = ${now} WHERE scope = $1 AND account = $2 AND due <= ${now}
      RETURNING account, state, record`,
    values: [scope, account],
  };
  if (row === undefined) return null;
  return { before: toWatched(row), sweep: (yield* readSweep(at))?.id ?? '' };
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

/** Counts requests for the present sweep. */
export function* addRequests({ scope, partition }: Partition, sent: number): Steps<void> {
  yield {
    text: `UPDATE ${partitions} SET requests = requests + $3 WHERE ${own}`,
    values: [scope, partition, sent],
  };
}

/** The present or last sweep; null before the first. */
export function* readSweep({ scope, partition }: Partition): Steps<Sweep | null> {
  const [row] = yield {
    text: `SELECT sweep, requests FROM ${partitions} WHERE ${own}`,
    values: [scope, partition],
  };
  return toSweep(row);
}

/** Counts the accounts of a partition. */
export function* readTally(at: Partition): Steps<WatchTally> {
  const started = (yield* readSweep(at))?.startedMs ?? 0;
  const rows = yield {
    text: `SELECT state, count(*) AS counted, min(looked) AS oldest, min(since) AS since, ${now} AS now,
      count(*) FILTER (WHERE looked < $3) AS unseen, count(*) FILTER (WHERE queued > 0) AS queued,
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
  const sum = (name: string, counted = rows) =>
    counted.reduce((total, row) => total + Number(row[name]), 0);
  return {
    byState: byState as WatchTally['byState'],
    // A locked account keeps no sweep open: the run that has it may take hours.
    left: sum(
      'unseen',
      rows.filter(({ state }) => state !== 'locked'),
    ),
    oldestLookMs: rows.length === 0 || oldest === 0 ? null : Math.max(0, at0 - oldest),
    queued: sum('queued'),
    oldestDriftMs: toAge('since'),
    oldestQueuedMs: toAge('first'),
  };
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

function toSweep(row: FoundRow | undefined): Sweep | null {
  if (row === undefined || row.sweep === null) return null;
  const sweep = readRecord<Omit<Sweep, 'requests'>>(row.sweep, 'the sweep');
  return { ...sweep, requests: Number(row.requests) };
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
