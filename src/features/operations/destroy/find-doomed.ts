import type { Address } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/verdict.ts';
import type { ObjectRecord } from '../../../model/memory/memory.ts';
import type { Doom } from './doom.ts';

/** What is to be destroyed of an account as it was found: ours, named by a person, and there. */
export type Doomed = {
  readonly cycles: readonly OwnPair<AccountDiff['leftCycles'][number]>[];
  readonly connectors: readonly OwnPair<AccountDiff['leftConnectors'][number]>[];
  /** The account itself, where it is named and is there. */
  readonly isAccount: boolean;
  /** What is gone already, as two witnesses say: only what is remembered of it is left. */
  readonly gone: readonly ObjectRecord[];
};

type OwnPair<T> = T & { readonly record: ObjectRecord };

/** Finds what is to be destroyed in what a look has found. */
export function findDoomed(diff: AccountDiff, doom: Doom): Doomed {
  const isDoomed = <T extends { readonly record: ObjectRecord | null }>(
    pair: T,
  ): pair is OwnPair<T> => pair.record !== null && doom.addresses.has(pair.record.address);
  const cycles = diff.leftCycles.filter(isDoomed);
  const connectors = diff.leftConnectors.filter(isDoomed);
  const isAccount = doom.isWhole && diff.account.live !== null;
  const there = new Set<Address>([
    ...[...diff.leftCycles, ...diff.leftConnectors].flatMap(({ record }) => record?.address ?? []),
    ...diff.leftByHand.map(({ address }) => address),
    ...(diff.account.live === null ? [] : [diff.account.address]),
  ]);
  const gone = [...diff.memory.objects.values()].filter(
    ({ address }) => doom.addresses.has(address) && !there.has(address),
  );
  return { cycles, connectors, isAccount, gone };
}
