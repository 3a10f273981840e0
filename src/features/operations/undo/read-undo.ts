import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, toFieldAddress } from '../../../model/address.ts';
import type { RunReader } from '../../../model/ports.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { FieldBefore, RunAccount, RunRecord } from '../../../model/state/run.ts';
import { readChangedAccounts } from './read-changed-accounts.ts';

/** Changes of a run to one account, and later writes of the same fields. */
export type Inverse = Pick<RunAccount, 'account' | 'before' | 'made' | 'deleted'> & {
  readonly run: RunId;
  /** By the address of a field: the newest later run that wrote it and was not undone. */
  readonly later: ReadonlyMap<Address, LaterRun>;
  /** Objects that a later run made: what this run wrote was another object of the address. */
  readonly madeLater: ReadonlySet<Address>;
  /** The run brought baselines back: values of others that return with its undo stay unmanaged changes. */
  readonly isRevert?: true;
};

/** Later run that may have written a field; `isDone` when it finished the account. */
export type LaterRun = { readonly run: RunId; readonly isDone: boolean };

/** Runs to search; the store keeps no accounts of older ones. */
const recent = 100;

/** Changes of a run by account; only changed accounts. */
export type Undo = ReadonlyMap<string, Inverse>;

/** Reads the changes of a run, and later runs that wrote the same fields and were not undone. */
export async function readUndo(store: RunReader, id: RunId): Promise<Undo> {
  const touched = await readChangedAccounts(store, id);
  const known = await store.listRuns(recent);
  const own = known.find((run) => run.id === id);
  const isRevert = own?.approved?.options.reverts === undefined ? {} : { isRevert: true as const };
  const runs = known.filter((run) => run.id > id);
  const laters: Later[] = [];
  for (const run of runs) {
    const accounts = await readChangedAccounts(store, run.id, (account) =>
      touched.has(account.account),
    );
    if (accounts.size > 0) laters.push({ run, accounts });
  }
  return new Map(
    [...touched.values()].map(({ account, before, made, deleted }) => {
      const since = laters.flatMap(({ run, accounts }) => {
        const noted = accounts.get(account);
        return noted === undefined ? [] : [{ run, noted }];
      });
      const later = listLater(before, since, id);
      const madeLater = new Set(since.flatMap(({ noted }) => noted.made));
      return [account, { run: id, account, before, made, deleted, later, madeLater, ...isRevert }];
    }),
  );
}

type Later = { readonly run: RunRecord; readonly accounts: ReadonlyMap<string, RunAccount> };

type LaterAccount = { readonly run: RunRecord; readonly noted: RunAccount };

// Pairs each undo with its run from the newest on, because both cancel out. After an undo of this
// very run, the live values decide.
function listLater(
  before: readonly FieldBefore[],
  laters: readonly LaterAccount[],
  id: RunId,
): ReadonlyMap<Address, LaterRun> {
  const over = new Set<RunId>();
  const known = new Set(laters.map(({ run }) => run.id));
  const found = new Map<Address, LaterRun>();
  const own = new Set(before.map(({ address, path }) => toFieldAddress(address, path)));
  for (const { run, noted } of laters) {
    if (over.has(run.id)) continue;
    if (run.undoes === id) break;
    if (run.undoes !== undefined && known.has(run.undoes)) {
      over.add(run.undoes);
      continue;
    }
    for (const { address, path, was, wrote } of noted.before) {
      const field = toFieldAddress(address, path);
      if (!own.has(field) || found.has(field) || isSameJson(was, wrote)) continue;
      found.set(field, { run: run.id, isDone: noted.state === 'done' });
    }
  }
  return found;
}
