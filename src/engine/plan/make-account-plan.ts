import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/verdict.ts';
import type { Print } from '../../model/plan/expectation.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import { listChanges } from './changes/list-changes.ts';
import { digestAccount } from './digest-account.ts';
import { estimateRequests } from './estimate-requests.ts';
import { holdBack } from './hold-back.ts';
import { listExpectations } from './list-expectations.ts';
import { listNotices } from './list-notices.ts';
import { listSecrets } from './list-secrets.ts';
import { orderOperations } from './operations/order-operations.ts';
import { findMisfits, findRefusals } from './refusals/find-refusals.ts';
import { summariseUnseen } from './summarise-unseen.ts';

type Made = { readonly plan: AccountPlan } | { readonly refused: readonly Diagnostic[] };

/** What to do about one account and in which order, or why it may not be done. */
export function makeAccountPlan(found: AccountDiff, hasNews: boolean, print: Print): Made {
  const diff = holdBack(found);
  const refused = findRefusals(diff);
  if (refused.length > 0) return { refused };
  const changes = listChanges(diff);
  const operations = orderOperations(diff);
  return {
    plan: {
      ...makeHead(diff),
      changes,
      operations,
      expects: listExpectations(diff, { operations, changes }, print),
      notices: listNotices(found),
      hasNews,
      requests: estimateRequests(diff, operations, hasNews),
    },
  };
}

/** What an adoption binds of one account, or why nothing is bound. Nothing is sent for it: there are no operations. */
export function makeAdoptionPlan(found: AccountDiff): Made {
  const diff = holdBack(found);
  const refused = findMisfits(diff);
  if (refused.length > 0) return { refused };
  const nothing = { operations: [], expects: [], notices: [] };
  return { plan: { ...makeHead(diff), ...nothing, changes: listChanges(diff), hasNews: true } };
}

function makeHead(
  diff: AccountDiff,
): Omit<AccountPlan, 'changes' | 'operations' | 'expects' | 'notices' | 'hasNews'> {
  return {
    account: diff.desired.key,
    id: diff.desired.id,
    isNew: diff.account.live === null,
    desired: digestAccount(diff.desired),
    secrets: listSecrets(diff.desired),
    ...summariseUnseen(diff),
  };
}
