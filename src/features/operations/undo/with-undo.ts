import type { DesiredSource } from '../../../engine/observe/desired-source.ts';
import type { Run } from '../../../engine/run/make-plan.ts';
import { checkUndo } from './check-undo.ts';
import type { Undo } from './read-undo.ts';
import { resolveEarlier } from './resolve-earlier.ts';

/** Narrows a run to an undo and the accounts that it touches. */
export function withUndo<T extends Run>(run: T, undo: Undo): T {
  return {
    ...run,
    context: { ...run.context, source: makeUndoSource(undo) },
    entries: run.entries.filter(({ key }) => undo.has(key)),
  };
}

/** Makes the values before a run the desired state of each account. */
function makeUndoSource(undo: Undo): DesiredSource {
  const inverseOf = (key: string) => {
    const inverse = undo.get(key);
    if (inverse === undefined) throw new Error(`${key} was not touched by the run`);
    return inverse;
  };
  const source: DesiredSource = {
    resolve: (desired) => resolveEarlier(desired, inverseOf(desired.key)),
    select: (diff) => {
      const diagnostics = checkUndo(diff, inverseOf(diff.desired.key));
      return diagnostics.length > 0 ? { kind: 'refused', diagnostics } : { kind: 'observed', diff };
    },
    resume: () => source,
  };
  return source;
}
