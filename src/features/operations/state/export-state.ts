import { startHash } from '../../../kit/running-hash.ts';
import { type StateEntry, stateFormat } from '../../../model/memory/state-entry.ts';
import type { StoreReader } from '../../../model/ports.ts';

/**
 * All that a store remembers, as JSON lines: a head, one line for each record, and last their number and digest.
 * Without that line it is no export. `count` is told of each record. Of secrets the records have fingerprints alone.
 */
export async function* exportState(
  scope: string,
  store: StoreReader,
  count: (entry: StateEntry) => void,
): AsyncGenerator<string, void, undefined> {
  const hash = startHash();
  const toLine = (value: unknown): string => {
    const line = `${JSON.stringify(value)}\n`;
    hash.add(line);
    return line;
  };
  yield toLine({ format: stateFormat, scope });
  let lines = 0;
  for await (const entry of listEntries(store)) {
    count(entry);
    lines += 1;
    yield toLine(entry);
  }
  yield `${JSON.stringify({ lines, digest: hash.end() })}\n`;
}

// Runs come before their accounts, the oldest first.
async function* listEntries(store: StoreReader): AsyncGenerator<StateEntry, void, undefined> {
  const target = await store.readTarget();
  if (target !== null) yield { kind: 'target', record: target };
  for (const account of await store.listAccounts()) {
    const memory = await store.readState(account);
    for (const record of memory.objects.values()) yield { kind: 'object', account, record };
    for (const record of memory.creates.values()) yield { kind: 'create', account, record };
    for (const record of memory.pauses.values()) yield { kind: 'pause', account, record };
    for (const record of memory.writes.values()) yield { kind: 'write', account, record };
  }
  for (const run of (await store.listRuns(Number.MAX_SAFE_INTEGER)).toReversed()) {
    yield { kind: 'run', record: run };
    for await (const record of store.readRunAccounts(run.id)) {
      yield { kind: 'run-account', run: run.id, record };
    }
  }
}
