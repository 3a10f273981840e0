import type { StateChange } from '../../model/state/account-state.ts';
import { restoreOrigins, type StateEntry } from '../../model/state/state-entry.ts';
import { StoreError } from '../store-error.ts';
import { revisionTables, saveRevisionChange, saveRolloutAccounts } from './revision-steps.ts';
import { saveRevocations, saveRun, saveRunAccounts, saveTarget } from './run-steps.ts';
import { applyChange, stateTables } from './state-steps.ts';
import type { Dialect, Steps } from './steps.ts';

/** Records in one statement. */
const maxAtOnce = 200;

/**
 * Imports all records into an empty store, as one transaction. Throws `StoreError` if it is not
 * empty or has locks, and errors of the records; then nothing is written.
 */
export function* importEntries(dialect: Dialect, entries: Iterable<StateEntry>): Steps<void> {
  yield* checkEmpty(dialect);
  let waiting: StateEntry[] = [];
  for (const entry of entries) {
    const [first] = waiting;
    const isSame = first !== undefined && toBatchKey(first) === toBatchKey(entry);
    if (!isSame || waiting.length >= maxAtOnce) {
      yield* putAll(dialect, waiting);
      waiting = [];
    }
    waiting.push(entry);
  }
  yield* putAll(dialect, waiting);
}

// Batches records that are next to each other and go into the same table.
function toBatchKey(entry: StateEntry): string {
  if (entry.kind === 'run-account') return `run ${entry.run}`;
  if (entry.kind === 'rollout-account') return `rollout ${entry.rollout}`;
  return 'account' in entry ? `account ${entry.account}` : entry.kind;
}

function* putAll(dialect: Dialect, entries: readonly StateEntry[]): Steps<void> {
  const [first] = entries;
  if (first === undefined) return;
  if (first.kind === 'run-account') {
    const accounts = entries.flatMap((entry) => (entry.kind === 'run-account' ? entry.record : []));
    yield* saveRunAccounts(dialect, first.run, accounts);
  } else if (first.kind === 'rollout-account') {
    const accounts = entries.flatMap((entry) =>
      entry.kind === 'rollout-account' ? entry.record : [],
    );
    yield* saveRolloutAccounts(dialect, first.rollout, accounts);
  } else if ('account' in first) {
    yield* applyChange(dialect, toChange(first.account, entries));
  } else {
    for (const entry of entries) {
      if (entry.kind === 'run') yield* saveRun(dialect, entry.record);
      if (entry.kind === 'target') yield* saveTarget(dialect, entry.record);
      if (entry.kind === 'revocations') yield* saveRevocations(dialect, entry.record);
      if (entry.kind === 'rollout') yield* saveRevisionChange(dialect, { rollout: entry.record });
    }
    yield* saveRevisionChange(dialect, {
      revisions: entries.flatMap((entry) => (entry.kind === 'revision' ? entry.record : [])),
      fleets: entries.flatMap((entry) => (entry.kind === 'fleet' ? entry.record : [])),
      admissions: entries.flatMap((entry) => (entry.kind === 'admission' ? entry.record : [])),
    });
  }
}

function toChange(account: string, entries: readonly StateEntry[]): StateChange {
  return {
    account,
    saveObjects: entries.flatMap((entry) =>
      entry.kind === 'object' ? restoreOrigins(entry.record) : [],
    ),
    openCreates: entries.flatMap((entry) => (entry.kind === 'create' ? entry.record : [])),
    openPauses: entries.flatMap((entry) => (entry.kind === 'pause' ? entry.record : [])),
    openWrites: entries.flatMap((entry) => (entry.kind === 'write' ? entry.record : [])),
  };
}

function* checkEmpty({ schema, isScoped, lockTables }: Dialect): Steps<void> {
  const tables = [...stateTables, 'runs', 'about', ...revisionTables];
  if (lockTables) {
    // Lock the tables, so that no other process inserts the first record in between.
    const names = [...tables, 'locks'].map((table) => `${schema}${table}`);
    yield { text: `LOCK TABLE ${names.join(', ')} IN SHARE ROW EXCLUSIVE MODE`, values: [] };
  }
  const counts = tables.map(
    (table) => `(SELECT count(*) FROM ${schema}${table} WHERE ${isScoped}TRUE) AS ${table}`,
  );
  const locked = `(SELECT count(*) FROM ${schema}locks WHERE ${isScoped}holder IS NOT NULL) AS held`;
  const [row] = yield { text: `SELECT ${[...counts, locked].join(', ')}`, values: [] };
  const count = (name: string) => Number(row?.[name]);
  if (count('held') > 0) {
    throw new StoreError(`another run has locked ${count('held')} accounts of this environment`, {
      remedy: 'Wait until the other run ends: cyclectl resume --status shows it.',
    });
  }
  if (tables.every((table) => count(table) === 0)) return;
  throw new StoreError(
    `the store is not empty: it has ${count('objects')} objects and ${count('runs')} runs`,
    {
      remedy:
        'Import into a new store. cyclectl does not merge two states because they may disagree on which objects are ours.',
    },
  );
}
