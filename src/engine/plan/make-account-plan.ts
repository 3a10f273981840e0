import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { Fingerprinter } from '../../model/plan/expectation.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import { listChanges } from './changes/list-changes.ts';
import { countEstimatedRequests } from './count-estimated-requests.ts';
import { withDeferred } from './list-deferred.ts';
import { listExpectations } from './list-expectations.ts';
import { listSecrets } from './list-secrets.ts';
import { listNotices } from './notices/list-notices.ts';
import { makeOperations } from './operations/make-operations.ts';
import { listMisfits, listRefusals } from './refusals/list-refusals.ts';
import { toAccountDigest } from './to-account-digest.ts';
import { toUnobserved } from './to-unobserved.ts';

type Made = { readonly plan: AccountPlan } | { readonly refused: readonly Diagnostic[] };

/** Plans one account: its operations in order, or its refusals. */
export function makeAccountPlan(
  found: AccountDiff,
  hasNews: boolean,
  fingerprint: Fingerprinter,
): Made {
  const diff = withDeferred(found);
  const refused = listRefusals(diff);
  if (refused.length > 0) return { refused };
  const changes = listChanges(diff);
  const operations = makeOperations(diff);
  return {
    plan: {
      ...makeHead(diff),
      changes,
      operations,
      expects: listExpectations(diff, { operations, changes }, fingerprint),
      notices: listNotices(found),
      hasNews,
      requests: countEstimatedRequests(diff, operations, hasNews),
    },
  };
}

/**
 * Plans the adoption of one account, or its refusals. It has no operations, because adoption sends
 * nothing.
 */
export function makeAdoptionPlan(found: AccountDiff): Made {
  const diff = withDeferred(found);
  const refused = listMisfits(diff);
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
    desired: toAccountDigest(diff.desired),
    secrets: listSecrets(diff.desired),
    ...toUnobserved(diff),
  };
}
