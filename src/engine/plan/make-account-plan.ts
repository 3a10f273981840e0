import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { Change } from '../../model/plan/change.ts';
import type { Fingerprinter } from '../../model/plan/expectation.ts';
import type { Notice } from '../../model/plan/notice.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import { isRefused, type RefusedObject } from '../../model/plan/refused.ts';
import { listChanges } from './changes/list-changes.ts';
import { withDeferred } from './list-deferred.ts';
import { listExpectations } from './list-expectations.ts';
import { listSecrets } from './list-secrets.ts';
import { listLogging } from './notices/list-logging.ts';
import { listNotices } from './notices/list-notices.ts';
import { listOpenUnmanaged } from './notices/list-open-unmanaged.ts';
import { listWarnings } from './notices/list-warnings.ts';
import { makeOperations } from './operations/make-operations.ts';
import { countEstimatedRequests } from './requests/count-estimated-requests.ts';
import { toAccountDigest } from './to-account-digest.ts';
import { toUnobserved } from './to-unobserved.ts';

/** Plans one account: the operations of its objects in order, but of those that are refused. */
export function makeAccountPlan(
  found: AccountDiff,
  {
    refused,
    hasNews,
    fingerprint,
  }: {
    readonly refused: readonly RefusedObject[];
    readonly hasNews: boolean;
    readonly fingerprint: Fingerprinter;
  },
): AccountPlan {
  const diff = withDeferred(found);
  const changes = listPlannedChanges(diff, refused);
  const operations = makeOperations(diff, refused);
  return {
    ...makeHead(diff, refused),
    changes,
    operations,
    expects: listExpectations(diff, { operations, changes }, fingerprint),
    notices: [
      ...[...listNotices(found), ...listWarnings(diff)].filter((notice) =>
        isOfPlan(notice, refused),
      ),
      ...listLogging(changes, diff),
      ...listOpenUnmanaged(diff, changes),
    ],
    hasNews,
    requests: countEstimatedRequests(diff, operations, hasNews),
  };
}

/** Plans the adoption of one account. It has no operations, because adoption sends nothing. */
export function makeAdoptionPlan(
  found: AccountDiff,
  refused: readonly RefusedObject[],
): AccountPlan {
  const diff = withDeferred(found);
  const nothing = { operations: [], expects: [], notices: [] };
  const changes = listPlannedChanges(diff, refused);
  return { ...makeHead(diff, refused), ...nothing, changes, hasNews: true };
}

function listPlannedChanges(diff: AccountDiff, refused: readonly RefusedObject[]): Change[] {
  return listChanges(diff).filter(({ address }) => !isRefused(refused, address));
}

const ofState: ReadonlySet<Notice['kind']> = new Set([
  'renamed',
  'paused-by-us',
  'create-interrupted',
  'write-interrupted',
  'run-unknown',
]);

// Work that a run left open stays reported, and a key that apply moves in state.
function isOfPlan(notice: Notice, refused: readonly RefusedObject[]): boolean {
  return ofState.has(notice.kind) || !('address' in notice) || !isRefused(refused, notice.address);
}

function makeHead(
  diff: AccountDiff,
  refused: readonly RefusedObject[],
): Omit<AccountPlan, 'changes' | 'operations' | 'expects' | 'notices' | 'hasNews'> {
  return {
    account: diff.desired.key,
    id: diff.desired.id,
    isNew: diff.account.live === null,
    desired: toAccountDigest(diff.desired),
    secrets: listSecrets(diff.desired).filter(({ address }) => !isRefused(refused, address)),
    ...toUnobserved(diff),
    ...(refused.length === 0 ? {} : { refused }),
  };
}
