import {
  type FieldBefore,
  isServiceCommand,
  type RunAccount,
  type RunRecord,
} from '../../../model/memory/run.ts';
import type { RunReader } from '../../../model/ports.ts';
import { readChangedAccounts } from './read-changed-accounts.ts';

/** Runs that an id is looked for in, and how many of those are shown where it is not clear. */
const recent = 1000;

/** The run that is to be taken back, or why none is. */
export type Undoable =
  | { readonly kind: 'found'; readonly run: RunRecord }
  | { readonly kind: 'none' | 'several' }
  /** It died, or is at work. */
  | { readonly kind: 'open'; readonly run: RunRecord }
  /** It wrote nothing that is known any more. */
  | { readonly kind: 'empty'; readonly run: RunRecord };

/** The run of an id, or all whose ids begin so. */
export async function listRunsByPrefix(
  store: RunReader,
  text: string,
): Promise<readonly RunRecord[]> {
  const exact = await store.readRun(text);
  if (exact !== null) return [exact];
  return (await store.listRuns(recent)).filter(({ id }) => text !== '' && id.startsWith(text));
}

/** The run of an id, or of the beginning of one that only it has. */
export async function findUndoableRun(store: RunReader, text: string): Promise<Undoable> {
  const runs = await listRunsByPrefix(store, text);
  const [run] = runs;
  if (run === undefined) return { kind: 'none' };
  if (runs.length > 1) return { kind: 'several' };
  if (run.end === null) return { kind: 'open', run };
  const touched = await readChangedAccounts(store, run.id);
  return touched.size === 0 ? { kind: 'empty', run } : { kind: 'found', run };
}

/** The newest run that changed something, is no undo, and was not taken back. */
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

// An undo that was taken back itself has undone nothing; one of some accounts leaves the others.
async function isRunUndone(
  store: RunReader,
  asked: {
    readonly run: RunRecord;
    readonly touched: ReadonlyMap<string, RunAccount>;
    /** The newest first. */
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

// Whether a run changed something of an account that could be taken back, as far as its journal tells.
function isFieldUndone({ was, wrote }: FieldBefore): boolean {
  return was?.kind === 'plain' && wrote.kind === 'plain';
}
