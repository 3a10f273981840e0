import type { Run } from '../../../engine/run/make-plan.ts';
import { listAccountKeys } from '../../../model/desired/scope/requested.ts';
import type { PlanChoices } from '../../../model/plan/plan.ts';
import type { RunReader } from '../../../model/ports.ts';
import { readUndo } from '../undo/read-undo.ts';
import { withUndo } from '../undo/with-undo.ts';
import { makeRevertSource } from './make-revert-source.ts';
import type { RevertRequest } from './revert-request.ts';

/** Narrows a run to its choice: an undo, a revert, or all of Git. */
export async function withChoices<T extends Run>(
  run: T,
  store: RunReader,
  { undoes, reverts }: Pick<PlanChoices, 'undoes' | 'reverts'>,
): Promise<T> {
  const chosen = undoes === undefined ? run : withUndo(run, await readUndo(store, undoes));
  return reverts === undefined ? chosen : withRevert(chosen, { addresses: reverts, isNew: false });
}

/** Narrows a run to a revert, and to named accounts if any. */
export function withRevert<T extends Run>(run: T, revert: RevertRequest): T {
  const named = listAccountKeys(revert.addresses);
  const entries = named.size === 0 ? run.entries : run.entries.filter(({ key }) => named.has(key));
  return {
    ...run,
    source: makeRevertSource(revert),
    entries,
    named: named.size === 0 ? run.named : entries.length,
  };
}
