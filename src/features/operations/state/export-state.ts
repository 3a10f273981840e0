import { startHash } from '../../../kit/hash.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { type StateEntry, stateFormat } from '../../../model/state/state-entry.ts';

/**
 * Exports a store as JSON lines: a head, one line per record, and last their number and digest.
 * Reports each record to `count`. Secrets appear as fingerprints only.
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

// Orders runs before their accounts, oldest first.
async function* listEntries(store: StoreReader): AsyncGenerator<StateEntry, void, undefined> {
  const target = await store.readTarget();
  if (target !== null) yield { kind: 'target', record: target };
  const revocations = await store.readRevocations();
  if (Object.keys(revocations).length > 0) yield { kind: 'revocations', record: revocations };
  for (const account of await store.listAccounts()) {
    const state = await store.readState(account);
    for (const record of state.objects.values()) yield { kind: 'object', account, record };
    for (const record of state.creates.values()) yield { kind: 'create', account, record };
    for (const record of state.pauses.values()) yield { kind: 'pause', account, record };
    for (const record of state.writes.values()) yield { kind: 'write', account, record };
  }
  for (const run of (await store.listRuns(Number.MAX_SAFE_INTEGER)).toReversed()) {
    yield { kind: 'run', record: run };
    for await (const record of store.readRunAccounts(run.id)) {
      yield { kind: 'run-account', run: run.id, record };
    }
  }
  yield* listRevisionEntries(store);
}

// Revisions before what names them; rollouts before their accounts, oldest first.
async function* listRevisionEntries(
  store: StoreReader,
): AsyncGenerator<StateEntry, void, undefined> {
  for (const digest of await store.listRevisions()) {
    const record = await store.readRevision(digest);
    if (record !== null) yield { kind: 'revision', record };
  }
  const { fleets, accounts } = await store.readAdmissions();
  for (const record of fleets) yield { kind: 'fleet', record };
  for (const record of accounts) yield { kind: 'admission', record };
  for (const rollout of (await store.listRollouts()).toReversed()) {
    yield { kind: 'rollout', record: rollout };
    for (const record of await store.listRolloutAccounts(rollout.id))
      yield { kind: 'rollout-account', rollout: rollout.id, record };
  }
}
