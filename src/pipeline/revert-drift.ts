import type { Address } from '../model/address.ts';
import type { PlanChoices } from '../model/plan.ts';
import type { RunReader } from '../model/ports.ts';
import { listAccounts, type Reverting } from '../model/revert.ts';
import type { Run } from './make-plan.ts';
import { withUndo } from './read-undo.ts';

/** The same run for what was chosen: a run that is taken back, drift that is, or what Git says. */
export async function withChoices<T extends Run>(
  run: T,
  store: RunReader,
  { undoes, reverts }: Pick<PlanChoices, 'undoes' | 'reverts'>,
): Promise<T> {
  const chosen = await withUndo(run, store, undoes);
  return reverts === undefined ? chosen : withRevert(chosen, { addresses: reverts, isNew: false });
}

/** The same run to take drift back; only accounts that were named, where some were. */
export function withRevert<T extends Run>(run: T, revert: Reverting): T {
  const named = listAccounts(revert.addresses);
  const entries = named.size === 0 ? run.entries : run.entries.filter(({ key }) => named.has(key));
  return {
    ...run,
    looking: { ...run.looking, revert },
    entries,
    named: named.size === 0 ? run.named : entries.length,
  };
}

/** Addresses of accounts that no manifest of the run has. */
export function listUnknown(
  addresses: readonly Address[],
  entries: Run['entries'],
): readonly Address[] {
  const keys = new Set(entries.map(({ key }) => key));
  return addresses.filter((address) => [...listAccounts([address])].some((key) => !keys.has(key)));
}
