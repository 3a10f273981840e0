import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { DestroyTarget } from './destroy-target.ts';
import type { MatchedTarget } from './match-destroy-target.ts';

/** Why nothing of an account is destroyed: what is not ours, protected, still used, or beyond what the service offers. */
export function checkDestroy(
  diff: AccountDiff,
  { doom, doomed }: { readonly doom: DestroyTarget; readonly doomed: MatchedTarget },
): Diagnostic[] {
  return [
    ...checkUnknown(diff, doom),
    ...checkGuarded(diff, doom),
    ...checkManual(diff, doom),
    ...(doom.isWholeAccount ? checkUnmanaged(diff) : checkUsed(diff, doomed)),
  ];
}

// What a manifest names is not yet ours: an apply binds it, which sends nothing, and shows what it is.
function checkUnknown({ memory }: AccountDiff, { addresses }: DestroyTarget): Diagnostic[] {
  return [...addresses]
    .filter((address) => !memory.objects.has(address))
    .map((address) => ({
      code: 'not-remembered',
      severity: 'error',
      summary: `${address} is bound to nothing, and only what is ours is destroyed`,
      address,
      remedy:
        'cyclectl state list shows what is bound. If a manifest names it and it is there, apply first: that binds it.',
    }));
}

function checkGuarded(
  { memory }: AccountDiff,
  { addresses, protectedAddresses }: DestroyTarget,
): Diagnostic[] {
  return [...addresses].flatMap((address): Diagnostic[] => {
    const isRemembered = memory.objects.get(address)?.isProtected === true;
    if (!isRemembered && !protectedAddresses.has(address)) return [];
    return [
      {
        code: 'protected',
        severity: 'error',
        summary: `${address} is not destroyed: it ${isRemembered ? 'was applied with' : 'has'} protect: true`,
        address,
        remedy: 'Write protect: false in its entry and apply that first; then destroy it.',
      },
    ];
  });
}

// ENGINE, Contracts: what the service offers no way to delete is left to a person.
function checkManual(
  diff: AccountDiff,
  { addresses, isWholeAccount }: DestroyTarget,
): Diagnostic[] {
  const { manualDeletes, account, capabilities } = diff;
  const byHand: Address[] = [
    ...manualDeletes.map(({ address }) => address).filter((address) => addresses.has(address)),
    ...(isWholeAccount && account.live !== null && !capabilities.accounts ? [account.address] : []),
  ];
  return byHand.map((address) => ({
    code: 'not-offered',
    severity: 'error',
    summary: `${address} is not destroyed: the service offers no way to delete it`,
    address,
    remedy: `Delete it by hand in the console, then let it go: cyclectl state forget ${address} -e ${diff.desired.environment}`,
  }));
}

// A cycle that stays could not run without it, whosever that cycle is.
function checkUsed(diff: AccountDiff, { cycles, connectors }: MatchedTarget): Diagnostic[] {
  const doomed = new Set(cycles.map(({ live }) => live.id));
  const staying = diff.liveOnlyCycles.filter(({ live }) => !doomed.has(live.id));
  return connectors.flatMap(({ live, record }): Diagnostic[] => {
    const users = staying
      .filter((pair) => pair.live.connectors.some(({ id }) => id === live.id))
      .map((pair) => pair.record?.address ?? JSON.stringify(pair.live.name));
    if (users.length === 0) return [];
    return [
      {
        code: 'connector-in-use',
        severity: 'error',
        summary: `${record.address} is not destroyed: ${users.join(', ')} ${users.length === 1 ? 'uses' : 'use'} it`,
        address: record.address,
        remedy: 'Destroy what uses it too, or give that another connector first.',
      },
    ];
  });
}

// The service takes along all that is in an account.
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
    {
      code: 'account-not-empty',
      severity: 'error',
      summary: `${account.address} is not destroyed: it holds what cyclectl did not make: ${names.join(', ')}`,
      address: account.address,
      remedy: 'Look whose that is, and remove it in the console; then destroy the account.',
    },
  ];
}
