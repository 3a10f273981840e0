import { isSameJson } from '../../kit/json/canonical-json.ts';
import { compareTexts } from '../../kit/text/compare-texts.ts';
import type { DriftRun } from '../../model/state/drift-log.ts';
import {
  type DatedDrift,
  type DriftObservation,
  mergeObservedDrift,
  type SeenRecord,
} from '../../model/state/drift-note.ts';
import { readRecord } from '../rows.ts';
import { type Dialect, listParameters, type Statement, type Steps } from './steps.ts';

/** Drift runs that are kept: of the whole fleet, and of the others. */
const maxFleetRuns = 1000;
export const maxSelectedRuns = 100;

/** Rows in one statement, because databases limit its parameters. */
const maxRows = 500;

/** Accounts that were looked at, each with the id of the run that noted it last. */
export function* listObserved({ schema, isScoped }: Dialect): Steps<ReadonlyMap<string, string>> {
  const rows = yield {
    text: `SELECT account, record FROM ${schema}drift_seen WHERE ${isScoped}TRUE`,
    values: [],
  };
  return new Map(
    rows.map((row) => {
      const account = String(row.account);
      return [account, readRecord<SeenRecord>(row.record, toRowName(account)).by];
    }),
  );
}

/** First-seen times of a drift observation; null if it needs a write. */
export function* findSeen(
  dialect: Dialect,
  look: DriftObservation,
): Steps<readonly DatedDrift[] | null> {
  const before = yield* readSeen(dialect, look.account, '');
  const { seen: observed, kept } = mergeObservedDrift(before, look);
  return isSameJson(kept?.items ?? [], before?.items ?? []) ? observed : null;
}

/** Records an observation in place of the previous one. */
export function* saveSeen(dialect: Dialect, look: DriftObservation): Steps<readonly DatedDrift[]> {
  const { schema, isScoped, scopeColumn, scopeValue, forUpdate } = dialect;
  const { account } = look;
  // Insert a row to lock, so that two concurrent callers wait for each other here.
  yield {
    text: `INSERT INTO ${schema}drift_seen (${scopeColumn}account, record) VALUES (${scopeValue}$1, $2)
      ON CONFLICT (${scopeColumn}account) DO NOTHING`,
    values: [account, JSON.stringify(nothing)],
  };
  const found = yield* readSeen(dialect, account, forUpdate);
  const before = found?.by === nothing.by ? null : found;
  const { seen: observed, kept } = mergeObservedDrift(before, look);
  yield kept === null
    ? { text: `DELETE FROM ${schema}drift_seen WHERE ${isScoped}account = $1`, values: [account] }
    : {
        // Another process may have deleted the row before the lock.
        text: `INSERT INTO ${schema}drift_seen (${scopeColumn}account, record) VALUES (${scopeValue}$1, $2)
          ON CONFLICT (${scopeColumn}account) DO UPDATE SET record = excluded.record`,
        values: [account, JSON.stringify(kept)],
      };
  return observed;
}

const nothing: SeenRecord = { by: '', items: [] };

function* readSeen(
  { schema, isScoped }: Dialect,
  account: string,
  lock: Dialect['forUpdate'],
): Steps<SeenRecord | null> {
  const [row] = yield {
    text: `SELECT record FROM ${schema}drift_seen WHERE ${isScoped}account = $1${lock}`,
    values: [account],
  };
  return row === undefined ? null : readRecord<SeenRecord>(row.record, toRowName(account));
}

function toRowName(account: string): string {
  return `the drift of ${account}`;
}

/** Records the run as the last one that looked at accounts; what an account has stays as it is. */
export function* saveLooks(
  dialect: Dialect,
  run: string,
  accounts: readonly string[],
): Steps<void> {
  const { schema, isScoped, forUpdate } = dialect;
  // Locks rows in one order, so that two runs do not wait for each other.
  const ordered = accounts.toSorted(compareTexts);
  for (let from = 0; from < ordered.length; from += maxRows) {
    const part = ordered.slice(from, from + maxRows);
    const first: SeenRecord = { by: run, items: [] };
    yield insertSeen(
      dialect,
      part.map((account) => [account, first]),
      'NOTHING',
    );
    const rows = yield {
      text: `SELECT account, record FROM ${schema}drift_seen
        WHERE ${isScoped}account IN (${listParameters(1, part.length)}) ORDER BY account${forUpdate}`,
      values: part,
    };
    const earlier = rows.flatMap((row): (readonly [string, SeenRecord])[] => {
      const account = String(row.account);
      const seen = readRecord<SeenRecord>(row.record, toRowName(account));
      return seen.by < run ? [[account, { ...seen, by: run }]] : [];
    });
    if (earlier.length > 0)
      yield insertSeen(dialect, earlier, 'UPDATE SET record = excluded.record');
  }
}

function insertSeen(
  { schema, scopeColumn, scopeValue }: Dialect,
  rows: readonly (readonly [account: string, record: SeenRecord])[],
  otherwise: 'NOTHING' | 'UPDATE SET record = excluded.record',
): Statement {
  const places = rows.map((_, at) => `(${scopeValue}$${2 * at + 1}, $${2 * at + 2})`);
  return {
    text: `INSERT INTO ${schema}drift_seen (${scopeColumn}account, record) VALUES ${places.join(', ')}
      ON CONFLICT (${scopeColumn}account) DO ${otherwise}`,
    values: rows.flatMap(([account, record]) => [account, JSON.stringify(record)]),
  };
}

/** Deletes the recorded drift of accounts. */
export function* deleteSeen(
  { schema, isScoped }: Dialect,
  accounts: readonly string[],
): Steps<void> {
  for (let from = 0; from < accounts.length; from += maxRows) {
    const part = accounts.slice(from, from + maxRows);
    yield {
      text: `DELETE FROM ${schema}drift_seen WHERE ${isScoped}account IN (${listParameters(1, part.length)})`,
      values: part,
    };
  }
}

/** Saves a drift run; deletes the oldest of its kind. */
export function* saveDriftRun(dialect: Dialect, run: DriftRun): Steps<void> {
  const { schema, isScoped, scopeColumn, scopeValue } = dialect;
  const isFleet = run.select.length === 0;
  yield {
    text: `INSERT INTO ${schema}drift_runs (${scopeColumn}id, record, fleet) VALUES (${scopeValue}$1, $2, $3)
      ON CONFLICT (${scopeColumn}id) DO NOTHING`,
    values: [run.id, JSON.stringify(run), isFleet ? 1 : 0],
  };
  const alike = `${isScoped}fleet = ${isFleet ? 1 : 0}`;
  const most = isFleet ? maxFleetRuns : maxSelectedRuns;
  yield {
    text: `DELETE FROM ${schema}drift_runs WHERE ${alike} AND id NOT IN
      (SELECT id FROM ${schema}drift_runs WHERE ${alike} ORDER BY id DESC LIMIT ${most})`,
    values: [],
  };
}

/** Drift runs, newest first. */
export function* listDriftRuns(
  { schema, isScoped }: Dialect,
  { limit, fleetOnly }: { readonly limit: number; readonly fleetOnly: boolean },
): Steps<DriftRun[]> {
  const rows = yield {
    text: `SELECT id, record FROM ${schema}drift_runs WHERE ${isScoped}${fleetOnly ? 'fleet = 1' : 'TRUE'}
      ORDER BY id DESC LIMIT $1`,
    values: [limit],
  };
  return rows.map((row) => readRecord<DriftRun>(row.record, `the drift run ${row.id}`));
}
