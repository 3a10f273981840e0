import { Trouble } from '../kit/trouble.ts';
import { toVisible } from '../kit/visible-text.ts';
import type { StoreReader } from '../model/ports.ts';
import type { RunRecord } from '../model/run.ts';
import { findNamed, findNewest } from '../pipeline/find-undoable.ts';

const history = 'cyclectl history shows the runs of this environment.';

/** The run that shall be taken back: the one that is named, or the newest that can be. Throws `Trouble` where there is none. */
export async function chooseUndo(
  store: StoreReader,
  named: string | undefined,
): Promise<RunRecord> {
  const found = await (named === undefined ? findNewest(store) : findNamed(store, named));
  switch (found.kind) {
    case 'found':
      return found.run;
    case 'several':
      throw new Trouble(`several runs begin with ${toVisible(named ?? '')}`, {
        remedy: `Write more of its id; ${history}`,
      });
    case 'open':
      throw new Trouble(`the run ${found.run.id} has not ended`, {
        remedy:
          'cyclectl resume goes on with it, cyclectl resume --status shows who works on what; then undo it.',
      });
    case 'empty':
      throw new Trouble(`the run ${found.run.id} changed nothing that is known any more`, {
        remedy: `What runs have changed is kept of the newest ones; ${history}`,
      });
    case 'none':
      throw named === undefined
        ? new Trouble('there is no run that could be taken back', { remedy: history })
        : new Trouble(`there is no run ${toVisible(named)}`, { remedy: history });
  }
}

/** The commit of the apply before a run; null where none is known. */
export async function findPreviousCommit(
  store: StoreReader,
  { id }: RunRecord,
): Promise<string | null> {
  const runs = await store.listRuns(recentRuns);
  const before = runs.find((run) => run.id < id && run.command === 'apply');
  return before?.commit ?? null;
}

const recentRuns = 1000;
