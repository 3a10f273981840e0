import type { Run } from '../../../engine/run/make-plan.ts';
import { listAccountKeys, type RevertRequest } from '../../../model/desired/scope/revert.ts';
import type { PlanChoices } from '../../../model/plan/plan.ts';
import type { RunReader } from '../../../model/ports.ts';
import { readUndo } from '../undo/read-undo.ts';
import { withUndo } from '../undo/with-undo.ts';
import { makeRevertSource } from './make-revert-source.ts';

/** The same run for what was chosen: a run that is taken back, drift that is, or what Git says. */
export async function withChoices<T extends Run>(
  run: T,
  store: RunReader,
  { undoes, reverts }: Pick<PlanChoices, 'undoes' | 'reverts'>,
): Promise<T> {
  const chosen = undoes === undefined ? run : withUndo(run, await readUndo(store, undoes));
  return reverts === undefined ? chosen : withRevert(chosen, { addresses: reverts, isNew: false });
}

/** The same run to take drift back; only accounts that were named, where some were. */
export function withRevert<T extends Run>(run: T, revert: RevertRequest): T {
  const named = listAccountKeys(revert.addresses);
  const entries = named.size === 0 ? run.entries : run.entries.filter(({ key }) => named.has(key));
  return {
    ...run,
    context: { ...run.context, source: makeRevertSource(revert) },
    entries,
    named: named.size === 0 ? run.named : entries.length,
  };
}
