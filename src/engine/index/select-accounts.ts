import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { findIdInEnvironment, toSelectable } from '../../model/manifest/manifest.ts';
import { isSelected, type Selection } from '../../model/manifest/selection.ts';

/** Selected accounts of an environment, and the number of others. */
export type Selected = {
  readonly entries: readonly AccountEntry[];
  /** Number of accounts of this environment that are not selected. */
  readonly skipped: number;
};

/** Skips accounts without an id in the environment, because they do not exist there. */
export function selectAccounts(
  accounts: readonly AccountEntry[],
  environment: string,
  selection: Selection,
): Selected {
  const here = accounts.filter((entry) => findIdInEnvironment(entry, environment) !== null);
  const entries = here.filter((entry) => isSelected(selection, toSelectable(entry, environment)));
  return { entries, skipped: here.length - entries.length };
}
