import { git, type RunSource, type Selected } from '../../../src/engine/observe/source.ts';
import { withDeferred } from '../../../src/engine/plan/list-deferred.ts';
import type { AccountDiff } from '../../../src/model/diff/field-diff.ts';
import { listCells, toReason } from '../../../src/model/diff/outcome.ts';
import { demandNone } from '../laws/violation.ts';
import { listRunGoals, listRuns } from './met-runs.ts';

/** Notes which cells of the tables of outcomes and of run states a run meets, whatever its source. */
export function withCellsNoted(met: Set<string>, accounts: RunSource = git): RunSource {
  return {
    open: (entry) => {
      const { source, scope } = accounts.open(entry);
      const select = (diff: AccountDiff): Selected => {
        const selected = scope.select?.(diff) ?? { kind: 'observed', diff };
        if (selected.kind === 'observed') noteCells(met, selected.diff);
        return selected;
      };
      return { source, scope: { ...scope, select } };
    },
    resume: (plan) => withCellsNoted(met, accounts.resume(plan)),
  };
}

/** The cells that a world can meet. */
export function listCellGoals(): readonly string[] {
  const fields = listCells().map(({ comparison, reason }) => toGoal(comparison, reason));
  return [...fields, ...listRunGoals()];
}

/** A world is in no cell that the tables do not have. */
export function checkCells(met: ReadonlySet<string>): void {
  demandNone(
    'table',
    'met, and not in the table',
    [...met].filter((cell) => !known.has(cell)),
  );
}

const known = new Set(listCellGoals());

function noteCells(met: Set<string>, found: AccountDiff): void {
  for (const diff of [found, withDeferred(found)]) {
    const fields = [diff.account, ...diff.connectors, ...diff.cycles].flatMap(
      (each) => each.fields,
    );
    for (const { comparison, disposition } of fields)
      met.add(toGoal(comparison, toReason(disposition)));
    for (const run of listRuns(diff)) met.add(run);
  }
}

function toGoal(comparison: string, reason: string): string {
  return `field ${comparison}: ${reason}`;
}
