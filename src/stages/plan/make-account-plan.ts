import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Print } from '../../model/expectation.ts';
import type { AccountPlan } from '../../model/plan.ts';
import type { AccountDiff } from '../../model/verdict.ts';
import { digestAccount } from './digest-account.ts';
import { findRefusals } from './find-refusals.ts';
import { holdBack } from './hold-back.ts';
import { listChanges } from './list-changes.ts';
import { listExpectations } from './list-expectations.ts';
import { listNotices } from './list-notices.ts';
import { listSecrets } from './list-secrets.ts';
import { orderOperations } from './order-operations.ts';
import { summariseUnseen } from './summarise-unseen.ts';

/** What to do about one account and in which order, or why it may not be done. */
export function makeAccountPlan(
  found: AccountDiff,
  hasNews: boolean,
  print: Print,
): { readonly plan: AccountPlan } | { readonly refused: readonly Diagnostic[] } {
  const diff = holdBack(found);
  const refused = findRefusals(diff);
  if (refused.length > 0) return { refused };
  const changes = listChanges(diff);
  const operations = orderOperations(diff);
  return {
    plan: {
      account: diff.desired.key,
      id: diff.desired.id,
      isNew: diff.account.live === null,
      desired: digestAccount(diff.desired),
      secrets: listSecrets(diff.desired),
      changes,
      operations,
      expects: listExpectations(diff, { operations, changes }, print),
      notices: listNotices(found),
      ...summariseUnseen(diff),
      hasNews,
    },
  };
}
