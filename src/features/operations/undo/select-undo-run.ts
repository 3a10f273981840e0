import {
  historyRemedy,
  toAmbiguousRunError,
  toUnknownRunError,
} from '../../../app/options/resolve-run.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { listOpenRuns } from '../../../engine/run/journal/journal-run.ts';
import { readMachine } from '../../../kit/machine.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { isServiceCommand, type RunRecord } from '../../../model/state/run.ts';
import { findNewestUndoable, findUndoableRun } from './find-undoable.ts';

/**
 * Selects the run to undo: the named one, or the newest possible. Throws `OperationalError` without
 * one, or after a run that died with unfinished work, because an undo does not finish it.
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
      throw new OperationalError(`the run ${found.run.id} has no recorded changes`, {
        remedy: `cyclectl keeps the changes of the newest runs only; ${historyRemedy}`,
      });
    case 'none':
      throw named === undefined
        ? new OperationalError('there is no run to undo', {
            remedy: historyRemedy,
          })
        : toUnknownRunError(named);
  }
}

function toUnfinishedError({ id }: RunRecord): OperationalError {
  return new OperationalError(`the run ${id} has not ended`, {
    remedy:
      'Finish it with cyclectl resume (cyclectl resume --status shows its work), then undo it.',
  });
}

/** Finds the commit of the apply before a run; null when unknown. */
export async function findPreviousCommit(
  store: StoreReader,
  { id }: RunRecord,
): Promise<string | null> {
  const runs = await store.listRuns(recentRuns);
  const before = runs.find((run) => run.id < id && run.command === 'apply');
  return before?.commit ?? null;
}

const recentRuns = 1000;
