import { explainStop } from '../../../engine/plan/changes/judge-impact.ts';
import { digestAccount } from '../../../engine/plan/digest-account.ts';
import { listExpectations } from '../../../engine/plan/list-expectations.ts';
import { summariseUnseen } from '../../../engine/plan/summarise-unseen.ts';
import { parseObjectAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/verdict.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Print } from '../../../model/plan/expectation.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { Doom } from './doom.ts';
import { type Doomed, findDoomed } from './find-doomed.ts';
import { makeDestroyOperations } from './make-destroy-operations.ts';
import { refuseDestroy } from './refuse-destroy.ts';

/** What destroys the objects that a person named, or why nothing of the account is destroyed. */
export function makeDestroyPlan(
  diff: AccountDiff,
  doom: Doom,
  print: Print,
): { readonly plan: AccountPlan } | { readonly refused: readonly Diagnostic[] } {
  const doomed = findDoomed(diff, doom);
  const refused = refuseDestroy(diff, { doom, doomed });
  if (refused.length > 0) return { refused };
  const changes = listChanges(diff, { doom, doomed });
  const operations = makeDestroyOperations(diff, doomed);
  return {
    plan: {
      account: doom.account,
      id: doom.id,
      isNew: false,
      desired: digestAccount(diff.desired),
      secrets: [],
      changes,
      operations,
      expects: listExpectations(diff, { operations, changes }, print),
      notices: doomed.gone.map(({ address }) => ({ kind: 'gone-already', address })),
      ...summariseUnseen(diff),
      hasNews: doomed.gone.length > 0,
    },
  };
}

function listChanges(
  diff: AccountDiff,
  { doom, doomed }: { readonly doom: Doom; readonly doomed: Doomed },
): Change[] {
  const why = doom.isWhole ? 'it goes with its account' : 'you named it';
  const { live } = diff.account;
  const objects = [
    ...doomed.cycles.map((pair) => ({ ...pair, reasons: [why, ...explainStop(pair.live)] })),
    ...doomed.connectors.map((pair) => ({ ...pair, reasons: [why] })),
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
    ...(doomed.isAccount && live !== null
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
