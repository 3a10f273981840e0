import { describeStop } from '../../../engine/plan/changes/classify-impact.ts';
import { listExpectations } from '../../../engine/plan/list-expectations.ts';
import { toAccountDigest } from '../../../engine/plan/to-account-digest.ts';
import { toUnobserved } from '../../../engine/plan/to-unobserved.ts';
import { openFreshContext, type Run } from '../../../engine/run/open-run.ts';
import { type Address, parseObjectAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import { type Action, type Operation, toOperationId } from '../../../model/plan/operation.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { checkDestroy } from './check-destroy.ts';
import type { DestroyTarget } from './destroy-target.ts';
import { type MatchedTarget, matchDestroyTarget } from './match-destroy-target.ts';
import { observeDestroyTarget } from './observe-destroy-target.ts';

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

/**
 * Plans the requests of a destroy: stops and drains every cycle before the first deletion, because
 * one that does not drain must leave all in place. Deletes cycles, then connectors, then the
 * account.
 */
function makeDestroyOperations({ account }: AccountDiff, matched: MatchedTarget): Operation[] {
  const drains = matched.cycles
    .filter(({ live }) => live.status === 'Active' || live.inProgressCount > 0)
    .map(({ record, live }) => ({
      ...toOperation(record.address, { kind: 'pause-cycle', restart: null }, []),
      does: `pauses "${live.name}" and waits until its transactions are done`,
      repeat: 'check-first' as const,
    }));
  const cycles = matched.cycles.map(({ record, live }) => ({
    ...toOperation(record.address, { kind: 'delete-cycle' }, drains),
    does: `deletes the cycle "${live.name}"`,
  }));
  const connectors = matched.connectors.map(({ record, live }) => ({
    ...toOperation(record.address, { kind: 'delete-connector' }, [...drains, ...cycles]),
    does: `deletes the installed connector "${live.name}"`,
  }));
  const objects = [...drains, ...cycles, ...connectors];
  if (!matched.isAccount || account.live === null) return objects;
  const last = {
    ...toOperation(account.address, { kind: 'delete-account' }, objects),
    does: `deletes the account "${account.live.name}"`,
  };
  return [...objects, last];
}

function toOperation(
  address: Address,
  action: Action,
  after: readonly Operation[],
): Omit<Operation, 'does'> {
  const ids = after.map(({ id }) => id);
  return {
    id: toOperationId(address, action),
    address,
    action,
    repeat: 'safe',
    after: ids,
    window: null,
  };
}

/** Plans the destroy of named objects, account by account. Writes nothing. */
export async function* makeDestroyPlans(
  context: Run['context'],
  targets: readonly DestroyTarget[],
): AsyncGenerator<PlannedAccount, void, undefined> {
  const full = await openFreshContext(context);
  for (const target of targets) {
    const { account } = target;
    const observation = await observeDestroyTarget(full, target);
    if (observation.kind !== 'observed') {
      const isUnread = observation.kind === 'unread';
      yield { kind: 'unplanned', account, diagnostics: observation.diagnostics, isUnread };
      continue;
    }
    const made = makeDestroyPlan(observation.diff, target, (text) =>
      context.secrets.fingerprint(text),
    );
    yield 'plan' in made
      ? { kind: 'planned', plan: made.plan }
      : { kind: 'unplanned', account, diagnostics: made.refused, isUnread: false };
  }
}
