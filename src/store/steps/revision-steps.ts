import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Admission, Admissions, FleetRecord, Revision } from '../../model/state/revision.ts';
import {
  listLatest,
  listUnsettled,
  type RevisionChange,
  type Rollout,
  type RolloutAccount,
  withOtherName,
} from '../../model/state/rollout.ts';
import { CellError, readRecord } from '../rows.ts';
import { checkFence } from './lock-steps.ts';
import { saveRun } from './run-steps.ts';
import { type Dialect, listParameters, type Steps } from './steps.ts';

/** Rows in one statement, because databases limit its parameters. */
const maxRows = 400;

/** Tables of revisions and rollouts. */
export const revisionTables = [
  'revisions',
  'fleets',
  'admissions',
  'rollouts',
  'rollout_accounts',
] as const;

/**
 * Revisions of fleets, and of accounts that have another one: all, or some. Read in one statement so that it
 * never mixes two changes.
 */
export function* readAdmissions(
  { schema, isScoped }: Dialect,
  only: readonly string[] | null = null,
): Steps<Admissions> {
  const among = only === null ? 'TRUE' : `account IN (${listParameters(1, only.length)})`;
  const rows = yield {
    text: `SELECT 'fleet' AS name, fleet AS id, record FROM ${schema}fleets WHERE ${isScoped}TRUE
      UNION ALL SELECT 'account', account, record FROM ${schema}admissions WHERE ${isScoped}${among} ORDER BY 1, 2`,
    values: only ?? [],
  };
  const select = <T extends object>(name: 'fleet' | 'account') =>
    rows
      .filter((row) => row.name === name)
      .map((row) => readRecord<T>(row.record, `the revision of the ${name} ${row.id}`));
  return { fleets: select<FleetRecord>('fleet'), accounts: select<Admission>('account') };
}

/** Digests of all revisions, sorted. */
export function* listRevisions({ schema, isScoped }: Dialect): Steps<readonly string[]> {
  const text = `SELECT digest FROM ${schema}revisions WHERE ${isScoped}TRUE ORDER BY digest`;
  return (yield { text, values: [] }).map((row) => String(row.digest));
}

/** A revision; null if there is none. */
export function* readRevision(
  { schema, isScoped }: Dialect,
  digest: string,
): Steps<Revision | null> {
  const [row] = yield {
    text: `SELECT record FROM ${schema}revisions WHERE ${isScoped}digest = $1`,
    values: [digest],
  };
  return row === undefined ? null : unpack(row.record, digest);
}

/** Rollouts, the newest first. */
export function* listRollouts({ schema, isScoped }: Dialect): Steps<readonly Rollout[]> {
  const rows = yield {
    text: `SELECT id, record FROM ${schema}rollouts WHERE ${isScoped}TRUE ORDER BY id DESC`,
    values: [],
  };
  return rows.map((row) => readRecord<Rollout>(row.record, `the rollout ${row.id}`));
}

/** Accounts of a rollout, sorted. */
export function* listRolloutAccounts(
  { schema, isScoped }: Dialect,
  rollout: string,
): Steps<readonly RolloutAccount[]> {
  const rows = yield {
    text: `SELECT account, record FROM ${schema}rollout_accounts WHERE ${isScoped}rollout = $1 ORDER BY account`,
    values: [rollout],
  };
  return rows.map((row) =>
    readRecord<RolloutAccount>(row.record, `${row.account} in the rollout ${rollout}`),
  );
}

/**
 * Applies a change, and deletes the revisions that nothing names any more. Throws `LostLockError` if the
 * lock that it was made with is no longer held.
 */
export function* applyRevisionChange(dialect: Dialect, change: RevisionChange): Steps<void> {
  const { fence, decision } = change;
  if (fence !== undefined) yield* checkFence(dialect, fence.lock, fence.number);
  yield* saveRevisionChange(dialect, change);
  if (decision !== undefined) yield* saveRun(dialect, decision);
  yield* deleteUnused(dialect);
}

/** Applies a change. With a rollout in it, accounts of earlier ones of its fleet are deleted once they are settled. */
export function* saveRevisionChange(dialect: Dialect, change: RevisionChange): Steps<void> {
  const { revisions = [], fleets = [], settled = [], admissions = [], rollout } = change;
  yield* save(dialect, { table: 'revisions', columns: ['digest'] }, revisions.map(toRevisionRow));
  yield* save(dialect, { table: 'fleets', columns: ['fleet'] }, fleets.map(toFleetRow));
  yield* deleteAdmissions(dialect, settled);
  const columns = ['account', 'fleet'];
  yield* save(dialect, { table: 'admissions', columns }, admissions.map(toAdmissionRow));
  if (rollout === undefined) return;
  yield* saveRollout(dialect, rollout);
  yield* saveRolloutAccounts(dialect, rollout.id, change.accounts ?? []);
}

function* saveRollout(dialect: Dialect, rollout: Rollout): Steps<void> {
  const { schema, isScoped } = dialect;
  const { id, fleet } = rollout;
  yield* save(dialect, { table: 'rollouts', columns: ['id'] }, [[id, JSON.stringify(rollout)]]);
  const rollouts = yield* listRollouts(dialect);
  const kept = new Set(listUnsettled(rollouts, fleet));
  for (const other of rollouts) {
    if (other.fleet !== fleet || kept.has(other)) continue;
    yield {
      text: `DELETE FROM ${schema}rollout_accounts WHERE ${isScoped}rollout = $1`,
      values: [other.id],
    };
  }
}

/** Adds accounts of a rollout, or replaces those of the same name. */
export function* saveRolloutAccounts(
  dialect: Dialect,
  rollout: string,
  accounts: readonly RolloutAccount[],
): Steps<void> {
  const rows = accounts.map((each) => [rollout, each.account, JSON.stringify(each)]);
  yield* save(dialect, { table: 'rollout_accounts', columns: ['rollout', 'account'] }, rows);
}

/** Moves the admission of a renamed account, and its places in rollouts; those of the new name stay. */
export function* saveRenamed(dialect: Dialect, from: string, to: string): Steps<void> {
  const { schema, isScoped } = dialect;
  for (const table of ['admissions', 'rollout_accounts'] as const) {
    const key = table === 'admissions' ? '' : 'rollout, ';
    const rows = yield {
      text: `SELECT ${key}account, record FROM ${schema}${table} WHERE ${isScoped}account IN ($1, $2)`,
      values: [from, to],
    };
    const known = new Set(rows.flatMap(({ account, rollout }) => (account === to ? rollout : [])));
    for (const { account, rollout, record } of rows) {
      if (account === to || known.has(rollout)) continue;
      const name = `${from} in ${table}`;
      if (table === 'admissions') {
        const admission = { ...readRecord<Admission>(record, name), account: to };
        yield* saveRevisionChange(dialect, { admissions: [admission] });
      } else {
        const member = withOtherName(readRecord<RolloutAccount>(record, name), to);
        yield* saveRolloutAccounts(dialect, String(rollout), [member]);
      }
    }
    yield { text: `DELETE FROM ${schema}${table} WHERE ${isScoped}account = $1`, values: [from] };
  }
}

function toRevisionRow(revision: Revision): Row {
  return [revision.digest, pack(revision)];
}

function toFleetRow(record: FleetRecord): Row {
  return [record.fleet, JSON.stringify(record)];
}

function toAdmissionRow(admission: Admission): Row {
  return [admission.account, admission.fleet, JSON.stringify(admission)];
}

/** Values of the columns of a row, then its record. */
type Row = readonly string[];

type Keyed = {
  readonly table: (typeof revisionTables)[number];
  /** The first are its key; `fleet` of an admission is none. */
  readonly columns: readonly string[];
};

function* save(
  { schema, scopeColumn, scopeValue }: Dialect,
  { table, columns }: Keyed,
  rows: readonly Row[],
): Steps<void> {
  const width = columns.length + 1;
  const keys = table === 'admissions' ? ['account'] : columns;
  const others = [...columns, 'record'].filter((column) => !keys.includes(column));
  for (let from = 0; from < rows.length; from += maxRows) {
    const part = rows.slice(from, from + maxRows);
    const values = part.map((_, at) => `(${scopeValue}${listParameters(1 + at * width, width)})`);
    yield {
      text: `INSERT INTO ${schema}${table} (${scopeColumn}${columns.join(', ')}, record) VALUES ${values.join(', ')}
        ON CONFLICT (${scopeColumn}${keys.join(', ')}) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      values: part.flat(),
    };
  }
}

function* deleteAdmissions({ schema, isScoped }: Dialect, fleets: readonly string[]): Steps<void> {
  for (const fleet of fleets) {
    yield { text: `DELETE FROM ${schema}admissions WHERE ${isScoped}fleet = $1`, values: [fleet] };
  }
}

// The latest rollout of each fleet can be undone, so its revisions stay, and those before stopped ones.
function* deleteUnused(dialect: Dialect): Steps<void> {
  const { fleets, accounts } = yield* readAdmissions(dialect);
  const rollouts = yield* listRollouts(dialect);
  const latest = listLatest(rollouts);
  const used = new Set([
    ...[...fleets, ...accounts].flatMap(({ revision }) => revision ?? []),
    ...latest.flatMap(({ revision, from }) => [revision, ...(from === null ? [] : [from])]),
  ]);
  const { schema, isScoped } = dialect;
  const unused = (yield* listRevisions(dialect)).filter((digest) => !used.has(digest));
  if (unused.length === 0) return;
  const earlier = new Set<string | null>();
  for (const { id } of latest.flatMap(({ fleet }) => listUnsettled(rollouts, fleet))) {
    for (const { from } of yield* listRolloutAccounts(dialect, id)) earlier.add(from);
  }
  for (const digest of unused) {
    if (earlier.has(digest)) continue;
    yield { text: `DELETE FROM ${schema}revisions WHERE ${isScoped}digest = $1`, values: [digest] };
  }
}

function pack(revision: Revision): string {
  const { files, ...rest } = revision;
  const texts = deflateRawSync(JSON.stringify(files), { level: 9 }).toString('base64');
  return JSON.stringify({ ...rest, files: texts });
}

function unpack(record: unknown, digest: string): Revision {
  const name = `the revision ${digest}`;
  const { files, ...rest } = readRecord<Omit<Revision, 'files'> & { readonly files: string }>(
    record,
    name,
  );
  try {
    const text = inflateRawSync(Buffer.from(files, 'base64')).toString('utf8');
    return { ...rest, files: JSON.parse(text) };
  } catch (error) {
    throw new CellError(`the content of ${name} is damaged`, { cause: error });
  }
}
