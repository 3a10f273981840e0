import type { RunId } from '../../model/state/lock.ts';
import type { RunAccount, RunRecord } from '../../model/state/run.ts';
import { addRevocation, type LinkRevocations } from '../../model/state/shared/link-revocations.ts';
import type { StoredTarget } from '../../model/state/stored-target.ts';
import { readRecord } from '../rows.ts';
import { type Dialect, listParameters, type Steps } from './steps.ts';

/**
 * Ended runs whose accounts are kept, with their former values; older runs keep only their record.
 */
export const maxEndedRuns = 50;

/** Accounts in one read or write, because each may contain a plan. */
export const accountsAtOnce = 50;

/** Saves the record of a run; an ended one drops the accounts of the oldest ended runs. */
export function* saveRun(dialect: Dialect, run: RunRecord): Steps<void> {
  const { schema, isScoped, scopeColumn, scopeValue } = dialect;
  yield {
    text: `INSERT INTO ${schema}runs (${scopeColumn}id, record, ended) VALUES (${scopeValue}$1, $2, $3)
      ON CONFLICT (${scopeColumn}id) DO UPDATE SET record = excluded.record, ended = excluded.ended`,
    values: [run.id, JSON.stringify(run), run.end === null ? 0 : 1],
  };
  if (run.end === null) return;
  const ended = `SELECT id FROM ${schema}runs WHERE ${isScoped}ended = 1`;
  yield {
    text: `DELETE FROM ${schema}run_accounts WHERE ${isScoped}run IN (${ended})
      AND run NOT IN (${ended} ORDER BY id DESC LIMIT ${maxEndedRuns})`,
    values: [],
  };
}

/** Adds accounts of a run, or replaces those of the same name. */
export function* saveRunAccounts(
  { schema, scopeColumn, scopeValue }: Dialect,
  id: RunId,
  accounts: readonly RunAccount[],
): Steps<void> {
  const latest = [...new Map(accounts.map((account) => [account.account, account])).values()];
  for (let from = 0; from < latest.length; from += accountsAtOnce) {
    const part = latest.slice(from, from + accountsAtOnce);
    const rows = part.map((_, at) => `(${scopeValue}$1, ${listParameters(2 + at * 2, 2)})`);
    yield {
      text: `INSERT INTO ${schema}run_accounts (${scopeColumn}run, account, record) VALUES ${rows.join(', ')}
        ON CONFLICT (${scopeColumn}run, account) DO UPDATE SET record = excluded.record`,
      values: [id, ...part.flatMap((item) => [item.account, JSON.stringify(item)] as const)],
    };
  }
}

/** Runs, newest first. */
export function* listRuns({ schema, isScoped }: Dialect, limit: number): Steps<RunRecord[]> {
  const rows = yield {
    text: `SELECT id, record FROM ${schema}runs WHERE ${isScoped}TRUE ORDER BY id DESC LIMIT $1`,
    values: [limit],
  };
  return rows.map((row) => readRecord<RunRecord>(row.record, `the run ${row.id}`));
}

/** Record of a run; null if there is none. */
export function* readRun({ schema, isScoped }: Dialect, id: RunId): Steps<RunRecord | null> {
  const [row] = yield {
    text: `SELECT record FROM ${schema}runs WHERE ${isScoped}id = $1`,
    values: [id],
  };
  return row === undefined ? null : readRecord<RunRecord>(row.record, `the run ${id}`);
}

/** The accounts of a run after that name; null starts at the first. */
export function* readSomeAccounts(
  { schema, isScoped }: Dialect,
  id: RunId,
  after: string | null,
): Steps<RunAccount[]> {
  const rows = yield {
    text: `SELECT account, record FROM ${schema}run_accounts WHERE ${isScoped}run = $1${after === null ? '' : ' AND account > $2'}
      ORDER BY account LIMIT ${accountsAtOnce}`,
    values: after === null ? [id] : [id, after],
  };
  return rows.map((row) => readRecord<RunAccount>(row.record, `${row.account} in the run ${id}`));
}

/** One account of a run; null if it is none of its accounts, or the run is too old for them. */
export function* readRunAccount(
  { schema, isScoped }: Dialect,
  id: RunId,
  account: string,
): Steps<RunAccount | null> {
  const [row] = yield {
    text: `SELECT record FROM ${schema}run_accounts WHERE ${isScoped}run = $1 AND account = $2`,
    values: [id, account],
  };
  return row === undefined
    ? null
    : readRecord<RunAccount>(row.record, `${account} in the run ${id}`);
}

/** Service that this state belongs to; null if not recorded yet. */
export function* readTarget(dialect: Dialect): Steps<StoredTarget | null> {
  return yield* readAbout<StoredTarget>(dialect, 'target');
}

/** Records the service that this state belongs to. */
export function* saveTarget(dialect: Dialect, target: StoredTarget): Steps<void> {
  yield* saveAbout(dialect, 'target', target);
}

type PaceRecord = { readonly requestsPerSecond: number };

/** Requests per second that the service was found to serve; null if not recorded yet. */
export function* readPace(dialect: Dialect): Steps<number | null> {
  const pace = yield* readAbout<PaceRecord>(dialect, 'pace');
  return pace?.requestsPerSecond ?? null;
}

/** Records what the service was found to serve. */
export function* savePace(dialect: Dialect, requestsPerSecond: number): Steps<void> {
  yield* saveAbout(dialect, 'pace', { requestsPerSecond } satisfies PaceRecord);
}

/** Revocations of sign-in links. */
export function* readRevocations(dialect: Dialect): Steps<LinkRevocations> {
  return (yield* readAbout<LinkRevocations>(dialect, 'revocations')) ?? {};
}

/** Revokes the links of an address, of an account, or all (`*`). */
export function* saveRevocation(dialect: Dialect, what: string, at: string): Steps<void> {
  const { schema, scopeColumn, scopeValue, isScoped, forUpdate, nowMs } = dialect;
  // Insert a row to lock, so that two concurrent revocations wait for each other here.
  yield {
    text: `INSERT INTO ${schema}about (${scopeColumn}name, record) VALUES (${scopeValue}'revocations', '{}')
      ON CONFLICT (${scopeColumn}name) DO NOTHING`,
    values: [],
  };
  yield {
    text: `SELECT name FROM ${schema}about WHERE ${isScoped}name = 'revocations'${forUpdate}`,
    values: [],
  };
  const [clock] = yield { text: `SELECT ${nowMs} AS now`, values: [] };
  const before = yield* readRevocations(dialect);
  yield* saveRevocations(dialect, addRevocation(before, { what, at }, Number(clock?.now)));
}

/** Records all revocations. */
export function* saveRevocations(dialect: Dialect, all: LinkRevocations): Steps<void> {
  yield* saveAbout(dialect, 'revocations', all);
}

type AboutName = 'target' | 'pace' | 'revocations';

function* readAbout<T extends object>(
  { schema, isScoped }: Dialect,
  name: AboutName,
): Steps<T | null> {
  const [row] = yield {
    text: `SELECT record FROM ${schema}about WHERE ${isScoped}name = '${name}'`,
    values: [],
  };
  return row === undefined ? null : readRecord<T>(row.record, `the ${name}`);
}

function* saveAbout(dialect: Dialect, name: AboutName, record: object): Steps<void> {
  const { schema, scopeColumn, scopeValue } = dialect;
  yield {
    text: `INSERT INTO ${schema}about (${scopeColumn}name, record) VALUES (${scopeValue}'${name}', $1)
      ON CONFLICT (${scopeColumn}name) DO UPDATE SET record = excluded.record`,
    values: [JSON.stringify(record)],
  };
}
