import { type Address, toConnectorAddress, toCycleAddress } from '../../model/address.ts';
import type { DesiredAccount, EarlierKey } from '../../model/desired/desired.ts';
import { listDeposed, toReplacement } from '../../model/desired/scope/deposed.ts';
import type { Refusal } from '../../model/diagnostic/code-stops.ts';
import type { AccountState } from '../../model/memory/account-state.ts';

/**
 * What is remembered of an account, under the keys that its manifest has now: an entry with `renamedFrom` is what
 * its earlier key was bound to. Nothing is written; an apply moves it. Where the earlier key is not remembered the
 * line means nothing any more. Where both keys are bound, nobody knows which of the two is meant: each stays what it is.
 */
export function resolveRenames(
  memory: AccountState,
  desired: DesiredAccount,
): { readonly memory: AccountState; readonly clashes: readonly RenameConflict[] } {
  const clashes: RenameConflict[] = [];
  const renamed = new Map<Address, Address>();
  for (const { address, from, at } of listRenamed(desired)) {
    if (!isKnown(memory, from)) continue;
    if (isKnown(memory, address)) clashes.push(reportBoth({ address, from, at }));
    else renamed.set(address, from);
  }
  if (renamed.size === 0) return { memory, clashes };
  const moved = new Map([...renamed].map(([address, from]) => [from, address] as const));
  return {
    memory: {
      ...memory,
      objects: move(memory.objects, moved),
      creates: move(memory.creates, moved),
      pauses: move(memory.pauses, moved),
      writes: move(memory.writes, moved),
      renamed,
    },
    clashes,
  };
}

/** Says that an entry and its earlier key are bound to one object each. */
export type RenameConflict = Refusal & { readonly address: Address };

type Renamed = {
  readonly address: Address;
  readonly from: Address;
  readonly at: EarlierKey['at'];
};

function listRenamed({ key, connectors, cycles }: DesiredAccount): Renamed[] {
  const list = (
    entries: readonly { readonly address: Address; readonly renamedFrom?: EarlierKey }[],
    toAddress: (account: string, key: string) => Address,
  ) =>
    entries.flatMap(({ address, renamedFrom }): Renamed[] =>
      renamedFrom === undefined
        ? []
        : [{ address, from: toAddress(key, renamedFrom.key), at: renamedFrom.at }],
    );
  return [
    ...(connectors.kind === 'set' ? list([...connectors.value.values()], toConnectorAddress) : []),
    ...(cycles.kind === 'set' ? list([...cycles.value.values()], toCycleAddress) : []),
  ];
}

// One whose making was interrupted is not bound yet, and is as much of that key; so is what makes way for one that is
// still to be made.
function isKnown({ objects, creates }: AccountState, address: Address): boolean {
  if (objects.has(address) || creates.has(address)) return true;
  const all = [...objects.keys(), ...creates.keys()];
  return listDeposed(all, new Set([address])).length > 0;
}

// What stands beneath an object goes with it, such as a category whose making was interrupted; so does what makes way
// for it.
function move<T extends { readonly address: Address }>(
  records: ReadonlyMap<Address, T>,
  moved: ReadonlyMap<Address, Address>,
): ReadonlyMap<Address, T> {
  return new Map(
    [...records.values()].map((record) => {
      const address = toMoved(record.address, moved);
      return [address, address === record.address ? record : { ...record, address }] as const;
    }),
  );
}

function toMoved(address: Address, moved: ReadonlyMap<Address, Address>): Address {
  const exact = moved.get(address);
  if (exact !== undefined) return exact;
  const own = toReplacement(address);
  const found = [...moved].find(([from]) => own === from || address.startsWith(`${from}/`));
  return found === undefined
    ? address
    : (`${found[1]}${address.slice(found[0].length)}` as Address);
}

function reportBoth({ address, from, at }: Renamed): RenameConflict {
  return {
    code: 'renamed-onto',
    severity: 'error',
    summary: `${address} is renamed from ${from}, and both are bound to an object of their own`,
    at,
    address,
    remedy:
      'If they are two, remove the line renamedFrom; the other one is then deleted, or stays where its entry is put back.',
  };
}
