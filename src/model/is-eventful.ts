import type { DriftAccount } from './report.ts';

/** Whether a drift report has something to say of an account. What is not shown is the same in every run. */
export function isEventful(account: DriftAccount): boolean {
  if (account.kind === 'unread') return true;
  const { items, notices, manifestMoved, ignored } = account;
  return (
    items.length + manifestMoved + ignored.length > 0 ||
    notices.some(({ kind }) => kind !== 'unshown')
  );
}
