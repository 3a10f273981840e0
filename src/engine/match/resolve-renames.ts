import { type Address, toConnectorAddress, toCycleAddress } from '../../model/address.ts';
import type { DesiredAccount, EarlierKey } from '../../model/desired/desired.ts';
import { listDeposedAddresses, toReplacement } from '../../model/desired/scope/deposed.ts';
import { type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { AccountState } from '../../model/state/account-state.ts';

/**
 * Moves the state of entries with `renamedFrom` to their new keys. Without state of the earlier key
 * the line has no effect; if both keys are bound, each stays. Writes nothing.
 */
export function resolveRenames(
  state: AccountState,
  desired: DesiredAccount,
): { readonly state: AccountState; readonly clashes: readonly RenameConflict[] } {
  const clashes: RenameConflict[] = [];
  const renamed = new Map<Address, Address>();
  for (const { address, from, at } of listRenamed(desired)) {
    if (!isKnown(state, from)) continue;
    if (isKnown(state, address)) clashes.push(reportBoth({ address, from, at }));
    else renamed.set(address, from);
  }
  if (renamed.size === 0) return { state, clashes };
  const moved = new Map([...renamed].map(([address, from]) => [from, address] as const));
  return {
    state: {
      ...state,
      objects: move(state.objects, moved),
      creates: move(state.creates, moved),
      pauses: move(state.pauses, moved),
      writes: move(state.writes, moved),
      renamed,
    },
    clashes,
  };
}

/** Reports an entry and its earlier key that are bound to different objects. */
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

// Interrupted creates and deposed cycles also belong to a key.
function isKnown({ objects, creates }: AccountState, address: Address): boolean {
  if (objects.has(address) || creates.has(address)) return true;
  const all = [...objects.keys(), ...creates.keys()];
  return listDeposedAddresses(all, new Set([address])).length > 0;
}

// Parts of an object, such as an interrupted category, and its deposed cycles move with it.
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
  return reportError('renamed-onto', {
    summary: `${address} is renamed from ${from}, but both are bound to different objects`,
    at,
    address,
    remedy:
      'If they are two objects, remove the line renamedFrom; the other object is then deleted, unless you restore its entry.',
  });
}
