import { count } from '../../kit/text/text-layout.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';

/**
 * Refuses a run of all of Git while protected accounts are orphaned: nothing stops their cycles, and
 * a lost row looks the same. `allowed` is the most of them.
 */
export function checkOrphans(
  outsideGit: UntrackedAccounts | undefined,
  allowed: number | undefined,
): Diagnostic[] {
  if (outsideGit?.kind !== 'looked-at') return [];
  const { protected: guarded = 0 } = outsideGit;
  if (guarded <= (allowed ?? 0)) return [];
  const found = `${count(guarded, 'protected account')} orphaned: ours, but in no manifest`;
  return [
    reportError('accounts-orphaned', {
      summary: allowed === undefined ? found : `${found}, but --allow-orphans is ${allowed}`,
      remedy: `Restore the row or the file of each account to keep, and destroy the others. To leave all of them as they are, pass --allow-orphans ${guarded}.`,
    }),
  ];
}
