import { isUpcoming } from '../../../model/desired/schedule.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { findAwaitedRun } from '../../../model/diff/run-state.ts';
import { reportDueRun } from '../../../model/report/advice/report-single-run.ts';
import { checkOwned, reportRefused } from './check-run.ts';

/** Returns why the single run of a cycle cannot be cancelled; null if it can. `now` is ISO UTC. */
export function checkCancel(
  cycle: CycleDiff,
  account: AccountDiff,
  now: string,
): Diagnostic | null {
  const { address, at } = cycle;
  const foreign = checkOwned(cycle, account);
  if (foreign !== null) return foreign;
  const awaited = findAwaitedRun(cycle.runState);
  if (awaited === null)
    return reportRefused({
      summary: `${address} waits for no single run of cyclectl`,
      at,
      address,
      remedy: 'cyclectl status shows what runs. Stop other runs in the console.',
    });
  if (!isUpcoming(awaited, now)) return { ...reportDueRun(address, awaited.at), at };
  if (account.capabilities.cycles) return null;
  return reportError('not-offered', {
    summary: `${address} cannot be stopped: the service offers no way to pause it`,
    at,
    address,
    remedy: 'Pause it in the console.',
  });
}
