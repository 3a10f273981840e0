import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { ObjectRecord } from '../../../model/state/account-state.ts';
import type { DestroyTarget } from './destroy-target.ts';

/** Objects to destroy as observed: managed, named and existing. */
export type MatchedTarget = {
  readonly cycles: readonly OwnPair<AccountDiff['liveOnlyCycles'][number]>[];
  readonly connectors: readonly OwnPair<AccountDiff['liveOnlyConnectors'][number]>[];
  /** True when the account itself is named and exists. */
  readonly isAccount: boolean;
  /** Objects that two reads show as gone; only their state entries are left. */
  readonly gone: readonly ObjectRecord[];
};

type OwnPair<T> = T & { readonly record: ObjectRecord };

/** Matches the objects to destroy in an observation. */
export function matchDestroyTarget(diff: AccountDiff, target: DestroyTarget): MatchedTarget {
  const isNamed = <T extends { readonly record: ObjectRecord | null }>(
    pair: T,
  ): pair is OwnPair<T> => pair.record !== null && target.addresses.has(pair.record.address);
  const cycles = diff.liveOnlyCycles.filter(isNamed);
  const connectors = diff.liveOnlyConnectors.filter(isNamed);
  const isAccount = target.isWholeAccount && diff.account.live !== null;
  const there = new Set<Address>([
    ...[...diff.liveOnlyCycles, ...diff.liveOnlyConnectors].flatMap(
      ({ record }) => record?.address ?? [],
    ),
    ...diff.manualDeletes.map(({ address }) => address),
    ...(diff.account.live === null ? [] : [diff.account.address]),
  ]);
  const gone = [...diff.state.objects.values()].filter(
    ({ address }) => target.addresses.has(address) && !there.has(address),
  );
  return { cycles, connectors, isAccount, gone };
}
