import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { findIdInEnvironment } from '../../model/manifest/manifest.ts';
import { isSelected, type Selection } from '../../model/manifest/selection.ts';

/** The accounts of an environment that a run is about, and how many it leaves out. */
export type Selected = {
  readonly entries: readonly AccountEntry[];
  /** Accounts of this environment that the selection leaves out. */
  readonly skipped: number;
};

/** Accounts without an id in the environment do not exist there and are not counted. */
export function selectAccounts(
  accounts: readonly AccountEntry[],
  environment: string,
  selection: Selection,
): Selected {
  const here = accounts.filter((entry) => findIdInEnvironment(entry, environment) !== null);
  const entries = here.filter((entry) => isSelected(selection, entry));
  return { entries, skipped: here.length - entries.length };
}
