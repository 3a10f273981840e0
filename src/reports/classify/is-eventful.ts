import { isFolded } from '../../model/plan/folded.ts';
import type { DriftAccount } from '../../model/report/report.ts';

/**
 * Returns whether a drift report shows an account. Hidden fields and totals of the run do not count,
 * because every run has the same.
 */
export function isEventful(account: DriftAccount): boolean {
  if (account.kind === 'unread') return true;
  const { items, notices, manifestMoved, ignored } = account;
  return (
    items.length + manifestMoved + ignored.length > 0 ||
    notices.some((notice) => notice.kind !== 'unshown' && !isFolded(notice))
  );
}
