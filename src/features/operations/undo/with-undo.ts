import type { ApprovedChange } from '../../../app/run/change-source.ts';
import {
  fromManifest,
  type RunSource,
  type Scope,
  type Source,
} from '../../../engine/observe/source.ts';
import type { Run } from '../../../engine/run/open-run.ts';
import { checkUndo, withGone } from './check-undo.ts';
import { type Inverse, readUndo, type Undo } from './read-undo.ts';
import { resolveEarlier } from './resolve-earlier.ts';

/** Restores the approved values, by what the undone run has recorded. */
export const approvedUndo: ApprovedChange = {
  command: 'undo',
  narrow: async (run, store, { undoes }) => {
    if (undoes === undefined) throw new Error('The plan names no run to undo');
    return withUndo(run, await readUndo(store, undoes));
  },
};

/** Narrows a run to an undo and the accounts that it touches. */
export function withUndo(run: Run, undo: Undo): Run {
  const source: RunSource = {
    open: (entry) => {
      const inverse = undo.get(entry.key);
      if (inverse === undefined) throw new Error(`${entry.key} was not touched by the run`);
      return { source: fromBefore(fromManifest(entry), inverse), scope: toScope(inverse) };
    },
    resume: () => source,
  };
  return { ...run, source, entries: run.entries.filter(({ key }) => undo.has(key)) };
}

/** Makes the values before a run the desired side of an account. */
function fromBefore(manifest: Source, inverse: Inverse): Source {
  return async (context) => {
    const sourced = await manifest(context);
    return sourced.kind === 'refused' ? sourced : resolveEarlier(sourced.desired, inverse);
  };
}

function toScope(inverse: Inverse): Scope {
  return {
    select: (diff) => {
      const diagnostics = checkUndo(diff, inverse);
      return diagnostics.length > 0
        ? { kind: 'refused', diagnostics }
        : { kind: 'observed', diff: withGone(diff) };
    },
  };
}
