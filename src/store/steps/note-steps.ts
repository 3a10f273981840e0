import { isSameJson } from '../../kit/json/canonical-json.ts';
import {
  mergeSeen,
  type SeenLook,
  type SeenNote,
  type SeenRecord,
} from '../../model/memory/drift-note.ts';
import type { DriftRun } from '../../model/memory/drift-run.ts';
import { readRecord } from '../rows.ts';
import { type Dialect, listParameters, type Steps } from './steps.ts';

/** Runs of drift that are kept: of those that looked at the whole fleet, and of the others. */
export const mostFleetRuns = 1000;
export const mostSelectedRuns = 100;

/** Rows of one statement; databases bound the number of its parameters. */
const mostRows = 500;

/** The accounts of which drift is noted, each with the run that noted it. */
export function* listSeen({ schema, isScoped }: Dialect): Steps<ReadonlyMap<string, string>> {
  const rows = yield {
    text: `SELECT account, record FROM ${schema}drift_seen WHERE ${isScoped}TRUE`,
    values: [],
  };
  return new Map(
    rows.map((row) => {
      const account = String(row.account);
      return [account, readRecord<SeenRecord>(row.record, nameRow(account)).by];
    }),
  );
}

/** Since when each item of a look is known, where that needs nothing to be noted; null where it does. */
export function* findSeen(dialect: Dialect, look: SeenLook): Steps<readonly SeenNote[] | null> {
  const before = yield* readSeen(dialect, look.account, '');
  const { seen, kept } = mergeSeen(before, look);
  return isSameJson(kept?.items ?? [], before?.items ?? []) ? seen : null;
}

/** Notes a look in place of the one before. */
export function* noteSeen(dialect: Dialect, look: SeenLook): Steps<readonly SeenNote[]> {
  const { schema, isScoped, scopeColumn, scopeValue, forUpdate } = dialect;
  const { account } = look;
  // A row to hold: two that come at once wait here for each other.
  yield {
    text: `INSERT INTO ${schema}drift_seen (${scopeColumn}account, record) VALUES (${scopeValue}$1, $2)
      ON CONFLICT (${scopeColumn}account) DO NOTHING`,
    values: [account, JSON.stringify(nothing)],
  };
  const found = yield* readSeen(dialect, account, forUpdate);
  const before = found?.by === nothing.by ? null : found;
  const { seen, kept } = mergeSeen(before, look);
  yield kept === null
    ? { text: `DELETE FROM ${schema}drift_seen WHERE ${isScoped}account = $1`, values: [account] }
    : {
        // Another may have taken the row away before it could be held.
        text: `INSERT INTO ${schema}drift_seen (${scopeColumn}account, record) VALUES (${scopeValue}$1, $2)
          ON CONFLICT (${scopeColumn}account) DO UPDATE SET record = excluded.record`,
        values: [account, JSON.stringify(kept)],
      };
  return seen;
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
  return row === undefined ? null : readRecord<SeenRecord>(row.record, nameRow(account));
}

function nameRow(account: string): string {
  return `the drift of ${account}`;
}

/** Forgets what was seen of accounts. */
export function* dropSeen({ schema, isScoped }: Dialect, accounts: readonly string[]): Steps<void> {
  for (let from = 0; from < accounts.length; from += mostRows) {
    const part = accounts.slice(from, from + mostRows);
    yield {
      text: `DELETE FROM ${schema}drift_seen WHERE ${isScoped}account IN (${listParameters(1, part.length)})`,
      values: part,
    };
  }
}

/** Keeps a run of drift; the oldest of its sort go. */
export function* keepDriftRun(dialect: Dialect, run: DriftRun): Steps<void> {
  const { schema, isScoped, scopeColumn, scopeValue } = dialect;
  const isFleet = run.select.length === 0;
  yield {
    text: `INSERT INTO ${schema}drift_runs (${scopeColumn}id, record, fleet) VALUES (${scopeValue}$1, $2, $3)
      ON CONFLICT (${scopeColumn}id) DO NOTHING`,
    values: [run.id, JSON.stringify(run), isFleet ? 1 : 0],
  };
  const alike = `${isScoped}fleet = ${isFleet ? 1 : 0}`;
  const most = isFleet ? mostFleetRuns : mostSelectedRuns;
  yield {
    text: `DELETE FROM ${schema}drift_runs WHERE ${alike} AND id NOT IN
      (SELECT id FROM ${schema}drift_runs WHERE ${alike} ORDER BY id DESC LIMIT ${most})`,
    values: [],
  };
}

/** The newest runs of drift, the newest first. */
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
