import type { MemoryChange } from '../../model/memory/memory.ts';
import { recallOrigins } from '../../model/memory/recall-origins.ts';
import type { StateEntry } from '../../model/memory/state-entry.ts';
import { StoreError } from '../store-error.ts';
import { makeChange, memoryTables } from './memory-steps.ts';
import { keepRun, keepRunAccounts, keepTarget } from './run-steps.ts';
import type { Dialect, Steps } from './steps.ts';

/** Records that are written at once. */
const mostAtOnce = 200;

/**
 * Puts all records into a store that has none, as one transaction. Throws `StoreError` where it has some or somebody
 * works in it, and whatever the records throw: then nothing was put.
 */
export function* fill(dialect: Dialect, entries: Iterable<StateEntry>): Steps<void> {
  yield* requireEmpty(dialect);
  let waiting: StateEntry[] = [];
  for (const entry of entries) {
    const [first] = waiting;
    const isSame = first !== undefined && nameBatch(first) === nameBatch(entry);
    if (!isSame || waiting.length >= mostAtOnce) {
      yield* putAll(dialect, waiting);
      waiting = [];
    }
    waiting.push(entry);
  }
  yield* putAll(dialect, waiting);
}

// What stands together and goes into the same rows is written together.
function nameBatch(entry: StateEntry): string {
  if (entry.kind === 'run-account') return `run ${entry.run}`;
  return 'account' in entry ? `account ${entry.account}` : entry.kind;
}

function* putAll(dialect: Dialect, entries: readonly StateEntry[]): Steps<void> {
  const [first] = entries;
  if (first === undefined) return;
  if (first.kind === 'run-account') {
    const accounts = entries.flatMap((entry) => (entry.kind === 'run-account' ? entry.record : []));
    yield* keepRunAccounts(dialect, first.run, accounts);
  } else if ('account' in first) {
    yield* makeChange(dialect, toChange(first.account, entries));
  } else {
    for (const entry of entries) {
      if (entry.kind === 'run') yield* keepRun(dialect, entry.record);
      if (entry.kind === 'target') yield* keepTarget(dialect, entry.record);
    }
  }
}

function toChange(account: string, entries: readonly StateEntry[]): MemoryChange {
  return {
    account,
    keepObjects: entries.flatMap((entry) =>
      entry.kind === 'object' ? recallOrigins(entry.record) : [],
    ),
    openCreates: entries.flatMap((entry) => (entry.kind === 'create' ? entry.record : [])),
    openPauses: entries.flatMap((entry) => (entry.kind === 'pause' ? entry.record : [])),
    openWrites: entries.flatMap((entry) => (entry.kind === 'write' ? entry.record : [])),
  };
}

function* requireEmpty({ schema, isScoped, lockTables }: Dialect): Steps<void> {
  const tables = [...memoryTables, 'runs', 'about'];
  if (lockTables) {
    // Nobody may put the first record in between.
    const names = [...tables, 'locks'].map((table) => `${schema}${table}`);
    yield { text: `LOCK TABLE ${names.join(', ')} IN SHARE ROW EXCLUSIVE MODE`, values: [] };
  }
  const counts = tables.map(
    (table) => `(SELECT count(*) FROM ${schema}${table} WHERE ${isScoped}TRUE) AS ${table}`,
  );
  const held = `(SELECT count(*) FROM ${schema}locks WHERE ${isScoped}holder IS NOT NULL) AS held`;
  const [row] = yield { text: `SELECT ${[...counts, held].join(', ')}`, values: [] };
  const count = (name: string) => Number(row?.[name]);
  if (count('held') > 0) {
    throw new StoreError(`somebody works on ${count('held')} accounts of this environment`, {
      remedy: 'Wait until the other run has ended; cyclectl resume --status shows it.',
    });
  }
  if (tables.every((table) => count(table) === 0)) return;
  throw new StoreError(
    `the store is not empty: it has ${count('objects')} objects and ${count('runs')} runs`,
    {
      remedy:
        'Import into a new store. Two memories are not put together, since they may disagree on what is ours.',
    },
  );
}
