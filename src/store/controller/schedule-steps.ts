import { type Lead, LostLeadError, leadMs, type Sweep } from '../../model/state/shared/sweep.ts';
import type { WatchedAccount } from '../../model/state/shared/watch.ts';
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

/** Starts a sweep of all accounts at rest, and of those that are held: they are compared in each. */
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
    text: `UPDATE ${accounts} SET due = looked WHERE ${own} AND (due = ${never} OR state = 'held')`,
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

function toSweep(row: FoundRow | undefined): Sweep | null {
  if (row === undefined || row.sweep === null) return null;
  const sweep = readRecord<Omit<Sweep, 'requests'>>(row.sweep, 'the sweep');
  return { ...sweep, requests: Number(row.requests) };
}
