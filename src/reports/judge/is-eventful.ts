import { isFolded } from '../../model/plan/folded.ts';
import type { DriftAccount } from '../../model/report/report.ts';

/** Whether a drift report has something to say of an account. What is not shown, and what is
 * counted for the whole run, is the same in every run. */
export function isEventful(account: DriftAccount): boolean {
  if (account.kind === 'unread') return true;
  const { items, notices, manifestMoved, ignored } = account;
  return (
    items.length + manifestMoved + ignored.length > 0 ||
    notices.some((notice) => notice.kind !== 'unshown' && !isFolded(notice))
  );
}
