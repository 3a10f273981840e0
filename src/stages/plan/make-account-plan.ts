import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AccountPlan } from '../../model/plan.ts';
import type { AccountDiff } from '../../model/verdict.ts';
import { digestAccount } from './digest-account.ts';
import { findRefusals } from './find-refusals.ts';
import { holdBack } from './hold-back.ts';
import { listChanges } from './list-changes.ts';
import { listNotices } from './list-notices.ts';
import { orderOperations } from './order-operations.ts';
import { summariseUnseen } from './summarise-unseen.ts';

/** What to do about one account and in which order, or why it may not be done. */
export function makeAccountPlan(
  found: AccountDiff,
  hasNews: boolean,
): { readonly plan: AccountPlan } | { readonly refused: readonly Diagnostic[] } {
  const diff = holdBack(found);
  const refused = findRefusals(diff);
  if (refused.length > 0) return { refused };
  return {
    plan: {
      account: diff.desired.key,
      id: diff.desired.id,
      isNew: diff.account.live === null,
      ...digestAccount(diff),
      changes: listChanges(diff),
      operations: orderOperations(diff),
      notices: listNotices(found),
      ...summariseUnseen(diff),
      hasNews,
    },
  };
}
