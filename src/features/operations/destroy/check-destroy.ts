import type { Address } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { DestroyTarget } from './destroy-target.ts';
import type { MatchedTarget } from './match-destroy-target.ts';

/**
 * Refuses to destroy objects that are unmanaged, protected, in use, or undeletable in the service.
 */
export function checkDestroy(
  diff: AccountDiff,
  { target, matched }: { readonly target: DestroyTarget; readonly matched: MatchedTarget },
): Diagnostic[] {
  return [
    ...checkUnknown(diff, target),
    ...checkGuarded(diff, target),
    ...checkManual(diff, target),
    ...(target.isWholeAccount ? checkUnmanaged(diff) : checkUsed(diff, matched)),
  ];
}

// Requires a binding in state, because an apply must show the object before it is ours.
function checkUnknown({ state }: AccountDiff, { addresses }: DestroyTarget): Diagnostic[] {
  return [...addresses]
    .filter((address) => !state.objects.has(address))
    .map((address) =>
      reportError('not-remembered', {
        summary: `${address} is not in state; destroy deletes managed objects only`,
        address,
        remedy:
          'cyclectl state list shows managed objects. If a manifest declares it and it exists, apply first to bind it.',
      }),
    );
}

function checkGuarded(
  { state }: AccountDiff,
  { addresses, protectedAddresses }: DestroyTarget,
): Diagnostic[] {
  return [...addresses].flatMap((address): Diagnostic[] => {
    const isApplied = state.objects.get(address)?.isProtected === true;
    if (!isApplied && !protectedAddresses.has(address)) return [];
    return [
      reportError('protected', {
        summary: `${address} cannot be destroyed: it ${isApplied ? 'was applied with' : 'has'} protect: true`,
        address,
        remedy: 'Set protect: false in its entry, apply, and then destroy it.',
      }),
    ];
  });
}

// Leaves objects without a delete operation to a person.
function checkManual(
  diff: AccountDiff,
  { addresses, isWholeAccount }: DestroyTarget,
): Diagnostic[] {
  const { manualDeletes, account, capabilities } = diff;
  const byHand: Address[] = [
    ...manualDeletes.map(({ address }) => address).filter((address) => addresses.has(address)),
    ...(isWholeAccount && account.live !== null && !capabilities.accounts ? [account.address] : []),
  ];
  return byHand.map((address) =>
    reportError('not-offered', {
      summary: `${address} cannot be destroyed: the service has no operation to delete it`,
      address,
      remedy: `Delete it in the console, then remove it from state: cyclectl state forget ${address} -e ${diff.desired.environment}`,
    }),
  );
}

// Refuses a connector that a remaining cycle uses, managed or not.
function checkUsed(diff: AccountDiff, { cycles, connectors }: MatchedTarget): Diagnostic[] {
  const deleted = new Set(cycles.map(({ live }) => live.id));
  const staying = diff.liveOnlyCycles.filter(({ live }) => !deleted.has(live.id));
  return connectors.flatMap(({ live, record }): Diagnostic[] => {
    const users = staying
      .filter((pair) => pair.live.connectors.some(({ id }) => id === live.id))
      .map((pair) => pair.record?.address ?? JSON.stringify(pair.live.name));
    if (users.length === 0) return [];
    return [
      reportError('connector-in-use', {
        summary: `${record.address} cannot be destroyed: ${users.join(', ')} ${users.length === 1 ? 'uses' : 'use'} it`,
        address: record.address,
        remedy: 'Destroy its users too, or give them another connector first.',
      }),
    ];
  });
}

// Refuses an account with unmanaged objects, because the service deletes them with it.
function checkUnmanaged({
  account,
  liveOnlyCycles,
  liveOnlyConnectors,
}: AccountDiff): Diagnostic[] {
  const names = [
    ...liveOnlyCycles.map((pair) => ({ ...pair, kind: 'cycle' })),
    ...liveOnlyConnectors.map((pair) => ({ ...pair, kind: 'connector' })),
  ].flatMap(({ record, live, kind }) =>
    record === null ? [`${kind} ${JSON.stringify(live.name)}`] : [],
  );
  if (names.length === 0) return [];
  return [
    reportError('account-not-empty', {
      summary: `${account.address} cannot be destroyed: it contains unmanaged objects: ${names.join(', ')}`,
      address: account.address,
      remedy: 'Find their owner and remove them in the console; then destroy the account.',
    }),
  ];
}
