import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, fieldAddress } from '../../../model/address.ts';
import type { RunReader } from '../../../model/ports.ts';
import type { FieldBefore, RunAccount, RunId, RunRecord } from '../../../model/memory/run.ts';
import type { Inverse, LaterRun } from '../../../model/desired/scope/undo.ts';
import type { Run } from '../../../engine/run/make-plan.ts';

/** Runs whose accounts are looked through; of older ones the accounts are not kept. */
const recent = 100;

/** What a run did, by account: only accounts of which it changed something. */
export type Undo = ReadonlyMap<string, Inverse>;

/** Reads what a run did, and which later runs wrote the same and were not taken back. */
export async function readUndo(store: RunReader, id: RunId): Promise<Undo> {
  const touched = await readTouched(store, id);
  const runs = (await store.listRuns(recent)).filter((run) => run.id > id);
  const laters: Later[] = [];
  for (const run of runs) {
    const accounts = await readTouched(store, run.id, (account) => touched.has(account.account));
    if (accounts.size > 0) laters.push({ run, accounts });
  }
  return new Map(
    [...touched.values()].map(({ account, before, made, deleted }) => {
      const own = laters.flatMap(({ run, accounts }) => {
        const noted = accounts.get(account);
        return noted === undefined ? [] : [{ run, noted }];
      });
      const later = findLater(before, own, id);
      return [account, { run: id, account, before, made, deleted, later }];
    }),
  );
}

/** The same run over what another run did, where one is taken back; only accounts that it touched. */
export async function withUndo<T extends Run>(
  run: T,
  store: RunReader,
  undoes: RunId | undefined,
): Promise<T> {
  if (undoes === undefined) return run;
  const undo = await readUndo(store, undoes);
  return {
    ...run,
    looking: { ...run.looking, undo },
    entries: run.entries.filter(({ key }) => undo.has(key)),
  };
}

/** The accounts of which a run changed something, or may have, by their keys. */
export async function readTouched(
  store: RunReader,
  id: RunId,
  isWanted: (account: RunAccount) => boolean = () => true,
): Promise<ReadonlyMap<string, RunAccount>> {
  const touched = new Map<string, RunAccount>();
  for await (const account of store.readRunAccounts(id)) {
    const { state, before, made, deleted } = account;
    if (state === 'planned' || state === 'refused' || !isWanted(account)) continue;
    // What was planned is not needed, and may be large.
    if (before.length + made.length + deleted.length > 0) {
      touched.set(account.account, { ...account, plan: null });
    }
  }
  return touched;
}

type Later = { readonly run: RunRecord; readonly accounts: ReadonlyMap<string, RunAccount> };

type LaterAccount = { readonly run: RunRecord; readonly noted: RunAccount };

// From the newest on: an undo and the run that it took back count for nothing. Where this very run was taken back
// already, what stands in the service tells what is left.
function findLater(
  before: readonly FieldBefore[],
  laters: readonly LaterAccount[],
  id: RunId,
): ReadonlyMap<Address, LaterRun> {
  const over = new Set<RunId>();
  const known = new Set(laters.map(({ run }) => run.id));
  const found = new Map<Address, LaterRun>();
  const own = new Set(before.map(({ address, path }) => fieldAddress(address, path)));
  for (const { run, noted } of laters) {
    if (over.has(run.id)) continue;
    if (run.undoes === id) break;
    if (run.undoes !== undefined && known.has(run.undoes)) {
      over.add(run.undoes);
      continue;
    }
    for (const { address, path, was, wrote } of noted.before) {
      const field = fieldAddress(address, path);
      if (!own.has(field) || found.has(field) || isSameJson(was, wrote)) continue;
      found.set(field, { run: run.id, isDone: noted.state === 'done' });
    }
  }
  return found;
}
