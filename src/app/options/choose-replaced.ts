import { readPlan, readPlannedAccounts, type SavedPlan } from '../../engine/load/read-plan.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { PlannedAccount } from '../../model/report/report.ts';
import type { Workplace } from '../ports/wiring.ts';
import { nameFile } from '../project/name-file.ts';
import type { Opening } from '../project/open-run.ts';
import { judgeSavedPlan } from '../run/judge-saved-plan.ts';
import { openSavedPlan } from '../run/open-text-file.ts';

/** An opening of the accounts alone that a saved plan changes or could not plan; the others count as skipped. */
export type ReplacedOpening = { readonly opening: Opening; readonly untouched: readonly string[] };

/**
 * Narrows an opening to what a saved plan was approved for, so that the plan that replaces it reaches no other account.
 * The plan is one of this environment, sealed with its key. Throws `Trouble` where the file cannot be read.
 */
export async function chooseReplaced(
  opening: Opening,
  place: Pick<Workplace, 'target' | 'secrets'>,
  path: string,
): Promise<ReplacedOpening | { readonly refused: readonly Diagnostic[] }> {
  const saved = await openSavedPlan(path);
  try {
    const read = await readPlan(saved.file.lines());
    if (!('plan' in read)) return { refused: nameFile(path, read.diagnostics) };
    const refused = [...judgeSavedPlan(read.plan, place, null), ...judgeKind(read.plan)];
    if (refused.length > 0) return { refused: nameFile(path, refused) };
    const keys = new Set<string>();
    for await (const account of readPlannedAccounts(saved.file.lines())) {
      const key = toReachedKey(account);
      if (key !== null) keys.add(key);
    }
    return narrow(opening, keys);
  } finally {
    await saved.remove();
  }
}

function toReachedKey(planned: PlannedAccount): string | null {
  if (planned.kind === 'unplanned') return planned.account;
  const { account, operations, changes } = planned.plan;
  return operations.length + changes.length === 0 ? null : account;
}

function judgeKind({ options }: SavedPlan): readonly Diagnostic[] {
  const { undoes, reverts, destroys } = options;
  if (undoes === undefined && reverts === undefined && destroys === undefined) return [];
  return [
    {
      code: 'plan-invalid',
      severity: 'error',
      summary: 'The plan takes something back or destroys it, and plan makes none of that kind',
      remedy: 'Make it again with the command that made it: undo, drift --revert or destroy.',
    },
  ];
}

function narrow(opening: Opening, keys: ReadonlySet<string>): ReplacedOpening {
  const { entries, skipped } = opening.selected;
  const kept = entries.filter(({ key }) => keys.has(key));
  const untouched = entries.filter(({ key }) => !keys.has(key)).map(({ key }) => key);
  return {
    opening: {
      ...opening,
      selected: { entries: kept, skipped: skipped + untouched.length },
      named: untouched.length === 0 ? opening.named : kept.length,
    },
    untouched,
  };
}
