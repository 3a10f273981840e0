import { listRunsByPrefix } from '../../../app/options/resolve-run.ts';
import type { RunReader } from '../../../model/ports.ts';
import {
  type FieldBefore,
  isServiceCommand,
  type RunAccount,
  type RunRecord,
} from '../../../model/state/run.ts';
import { readChangedAccounts } from './read-changed-accounts.ts';

/** Number of latest runs to search. */
const recent = 1000;

/** The run to undo, or the reason for none. */
export type Undoable =
  | { readonly kind: 'found'; readonly run: RunRecord }
  | { readonly kind: 'none' | 'several' }
  /** The run is unfinished or still running. */
  | { readonly kind: 'open'; readonly run: RunRecord }
  /** The run has no known changes. */
  | { readonly kind: 'empty'; readonly run: RunRecord };

/** Finds the run of an id, or of a unique start of one. */
export async function findUndoableRun(store: RunReader, text: string): Promise<Undoable> {
  const runs = await listRunsByPrefix(store, text);
  const [run] = runs;
  if (run === undefined) return { kind: 'none' };
  if (runs.length > 1) return { kind: 'several' };
  if (run.end === null) return { kind: 'open', run };
  const touched = await readChangedAccounts(store, run.id);
  return touched.size === 0 ? { kind: 'empty', run } : { kind: 'found', run };
}

/** Finds the newest run with changes that is not an undo and was not undone. */
export async function findNewestUndoable(store: RunReader): Promise<Undoable> {
  const runs = await store.listRuns(recent);
  const undos: RunRecord[] = [];
  for (const run of runs) {
    if (!isServiceCommand(run.command)) continue;
    if (run.end === null) return { kind: 'open', run };
    if (run.undoes !== undefined) {
      undos.push(run);
      continue;
    }
    const touched = await readChangedAccounts(store, run.id);
    if (touched.size === 0) continue;
    if (!(await isRunUndone(store, { run, touched, undos }))) return { kind: 'found', run };
  }
  return { kind: 'none' };
}

// A reverted undo does not count; an undo of some accounts leaves the others.
async function isRunUndone(
  store: RunReader,
  asked: {
    readonly run: RunRecord;
    readonly touched: ReadonlyMap<string, RunAccount>;
    /** Newest first. */
    readonly undos: readonly RunRecord[];
  },
): Promise<boolean> {
  const { run, touched, undos } = asked;
  const left = new Set(
    [...touched.values()]
      .filter(({ before }) => before.some(isFieldUndone))
      .map(({ account }) => account),
  );
  const over = new Set<string>();
  let isUndone = false;
  for (const undo of undos) {
    if (over.has(undo.id) || undo.undoes === undefined) continue;
    over.add(undo.undoes);
    if (undo.undoes !== run.id) continue;
    isUndone = true;
    for await (const { account, state } of store.readRunAccounts(undo.id)) {
      if (state === 'done') left.delete(account);
    }
  }
  return isUndone && left.size === 0;
}

// True if the journal has a change that an undo could revert.
function isFieldUndone({ was, wrote }: FieldBefore): boolean {
  return was?.kind === 'plain' && wrote.kind === 'plain';
}
