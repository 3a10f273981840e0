import { describeStop } from '../../../engine/plan/changes/classify-impact.ts';
import { listExpectations } from '../../../engine/plan/list-expectations.ts';
import { toAccountDigest } from '../../../engine/plan/to-account-digest.ts';
import { toUnobserved } from '../../../engine/plan/to-unobserved.ts';
import { parseObjectAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { checkDestroy } from './check-destroy.ts';
import type { DestroyTarget } from './destroy-target.ts';
import { makeDestroyOperations } from './make-destroy-operations.ts';
import { type MatchedTarget, matchDestroyTarget } from './match-destroy-target.ts';

/** Plans to destroy the named objects, or refuses the account. */
export function makeDestroyPlan(
  diff: AccountDiff,
  target: DestroyTarget,
  fingerprint: Fingerprinter,
): { readonly plan: AccountPlan } | { readonly refused: readonly Diagnostic[] } {
  const matched = matchDestroyTarget(diff, target);
  const refused = checkDestroy(diff, { target, matched });
  if (refused.length > 0) return { refused };
  const changes = listChanges(diff, { target, matched });
  const operations = makeDestroyOperations(diff, matched);
  return {
    plan: {
      account: target.account,
      id: target.id,
      isNew: false,
      desired: toAccountDigest(diff.desired),
      secrets: [],
      changes,
      operations,
      expects: listExpectations(diff, { operations, changes }, fingerprint),
      notices: matched.gone.map(({ address }) => ({ kind: 'gone-already', address })),
      ...toUnobserved(diff),
      hasNews: matched.gone.length > 0,
    },
  };
}

function listChanges(
  diff: AccountDiff,
  { target, matched }: { readonly target: DestroyTarget; readonly matched: MatchedTarget },
): Change[] {
  const why = target.isWholeAccount ? 'deleted with its account' : 'you named it';
  const { live } = diff.account;
  const objects = [
    ...matched.cycles.map((pair) => ({ ...pair, reasons: [why, ...describeStop(pair.live)] })),
    ...matched.connectors.map((pair) => ({ ...pair, reasons: [why] })),
  ];
  return [
    ...objects.map(
      ({ live: found, record, reasons }): Change => ({
        verb: 'delete',
        address: record.address,
        kind: parseObjectAddress(record.address)?.kind ?? record.kind,
        name: found.name,
        at: null,
        remoteId: found.id,
        impact: 'destroys',
        reasons,
      }),
    ),
    ...(matched.isAccount && live !== null
      ? [
          {
            verb: 'delete',
            address: diff.account.address,
            kind: 'account',
            name: live.name,
            at: null,
            remoteId: live.id,
            impact: 'destroys',
            reasons: [`you named it; its id is ${live.id}`],
          } as const,
        ]
      : []),
  ];
}
