import {
  historyRemedy,
  toAmbiguousRunError,
  toUnknownRunError,
} from '../../../app/options/resolve-run.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { findNewestUndoable, findUndoableRun } from '../../../engine/run/journal/find-undoable.ts';
import { listOpenRuns } from '../../../engine/run/journal/journal-run.ts';
import { readMachine } from '../../../kit/machine.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { isServiceCommand, type RunRecord } from '../../../model/memory/run.ts';
import type { StoreReader } from '../../../model/ports.ts';

/**
 * The run that shall be taken back: the one that is named, or the newest that can be. Throws `OperationalError` where there
 * is none, or where a run that died has left something open: an undo would not end that.
 */
export async function selectUndoRun(
  store: StoreReader,
  named: string | undefined,
): Promise<RunRecord> {
  const isGone = isGoneFrom(readMachine());
  const left = await listOpenRuns(store, isGone);
  const dead = left.find(({ run, isWorking }) => !isWorking && isServiceCommand(run.command));
  if (dead !== undefined) throw toUnfinishedError(dead.run);
  const found = await (named === undefined
    ? findNewestUndoable(store)
    : findUndoableRun(store, named));
  switch (found.kind) {
    case 'found':
      return found.run;
    case 'several':
      throw toAmbiguousRunError(named ?? '');
    case 'open':
      throw toUnfinishedError(found.run);
    case 'empty':
      throw new OperationalError(`the run ${found.run.id} changed nothing that is known any more`, {
        remedy: `What runs have changed is kept of the newest ones; ${historyRemedy}`,
      });
    case 'none':
      throw named === undefined
        ? new OperationalError('there is no run that could be taken back', {
            remedy: historyRemedy,
          })
        : toUnknownRunError(named);
  }
}

function toUnfinishedError({ id }: RunRecord): OperationalError {
  return new OperationalError(`the run ${id} has not ended`, {
    remedy:
      'cyclectl resume goes on with it, cyclectl resume --status shows who works on what; then undo it.',
  });
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
