import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { ObjectRecord } from '../../../model/memory/account-state.ts';
import type { DestroyTarget } from './destroy-target.ts';

/** What is to be destroyed of an account as it was found: ours, named by a person, and there. */
export type MatchedTarget = {
  readonly cycles: readonly OwnPair<AccountDiff['liveOnlyCycles'][number]>[];
  readonly connectors: readonly OwnPair<AccountDiff['liveOnlyConnectors'][number]>[];
  /** The account itself, where it is named and is there. */
  readonly isAccount: boolean;
  /** What is gone already, as two witnesses say: only what is remembered of it is left. */
  readonly gone: readonly ObjectRecord[];
};

type OwnPair<T> = T & { readonly record: ObjectRecord };

/** Finds what is to be destroyed in what a look has found. */
export function matchDestroyTarget(diff: AccountDiff, target: DestroyTarget): MatchedTarget {
  const isDoomed = <T extends { readonly record: ObjectRecord | null }>(
    pair: T,
  ): pair is OwnPair<T> => pair.record !== null && target.addresses.has(pair.record.address);
  const cycles = diff.liveOnlyCycles.filter(isDoomed);
  const connectors = diff.liveOnlyConnectors.filter(isDoomed);
  const isAccount = target.isWholeAccount && diff.account.live !== null;
  const there = new Set<Address>([
    ...[...diff.liveOnlyCycles, ...diff.liveOnlyConnectors].flatMap(
      ({ record }) => record?.address ?? [],
    ),
    ...diff.manualDeletes.map(({ address }) => address),
    ...(diff.account.live === null ? [] : [diff.account.address]),
  ]);
  const gone = [...diff.memory.objects.values()].filter(
    ({ address }) => target.addresses.has(address) && !there.has(address),
  );
  return { cycles, connectors, isAccount, gone };
}
