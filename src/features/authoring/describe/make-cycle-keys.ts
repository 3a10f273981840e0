import { isKey, parseObjectAddress } from '../../../model/address.ts';
import { toIdentityTag } from '../../../model/diff/identity.ts';
import type { LiveConnector, RemoteId } from '../../../model/live/live.ts';
import type { WholeCycle } from '../../../model/live/reading.ts';
import type { HiddenTexts } from '../../../model/secret/hidden-texts.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import type { ManagedEntries } from './described-account.ts';
import { makeKeys } from './make-keys.ts';

/** State and manifest of an account. */
export type KnownKeys = { readonly state: AccountState; readonly managed: ManagedEntries };

/** Known keys, and texts that may be secrets. */
export type KeyContext = KnownKeys & {
  readonly hidden: Pick<HiddenTexts, 'has'>;
  /**
   * Makes new keys from the names of catalog and templates, which accounts have in common, not from
   * those of the objects.
   */
  readonly hasSharedKeys?: boolean;
};

/** Makes keys for connectors without an entry, and lists repeated names. */
export function makeConnectorKeys(
  connectors: readonly LiveConnector[],
  { state, managed, hidden, hasSharedKeys = false }: KeyContext,
): {
  readonly keyed: readonly { readonly live: LiveConnector; readonly key: string }[];
  readonly twins: readonly string[];
} {
  const namable = connectors.filter((live) => isNameable(live, { managed, hidden }));
  const { alone, twins } = splitDuplicates(namable, managed);
  const records = listKnown(state, 'connector');
  const known = makeKeyLookup({ records, managed });
  const keys = makeKeys(
    alone.map(({ id, name, release }) => ({
      id,
      name: hasSharedKeys ? release.name : name,
      known: known(id),
    })),
    { taken: [...records.values(), ...managed.keys], otherwise: 'connector' },
  );
  const described = alone.filter(({ id }) => isToDescribe(id, managed));
  return { keyed: described.map((live) => ({ live, key: keys.get(live.id) ?? '' })), twins };
}

/** Makes keys for cycles, and lists those with a repeated name or tag. */
export function makeCycleKeys(
  cycles: readonly WholeCycle[],
  { state, managed, hidden, hasSharedKeys = false }: KeyContext,
): {
  readonly keyed: readonly { readonly cycle: WholeCycle; readonly key: string }[];
  readonly twins: readonly string[];
  readonly copies: readonly { readonly name: string; readonly known: string }[];
} {
  const records = listKnown(state, 'cycle');
  const known = makeKeyLookup({ records, managed });
  const items = cycles
    .filter(({ live }) => isNameable(live, { managed, hidden }))
    .map((cycle) => {
      const { id, name, tags } = cycle.live;
      return { id, name, cycle, known: known(id) ?? readIdentity(tags) };
    });
  const { alone, twins } = splitDuplicates(items, managed);
  const described = alone.filter(({ id }) => isToDescribe(id, managed));
  const copies = listCopies(items, { managed, described });
  const distinct = described.filter((item) => !copies.includes(item));
  const taken = [
    ...records.values(),
    ...items.flatMap((item) => item.known ?? []),
    ...managed.keys,
  ];
  const named = hasSharedKeys ? distinct.map(withTemplateName) : distinct;
  const keys = makeKeys(named, { taken, otherwise: 'cycle' });
  return {
    keyed: distinct.map(({ id, cycle }) => ({ cycle, key: keys.get(id) ?? '' })),
    twins,
    copies: copies.map(({ name, known: key }) => ({ name, known: key ?? '' })),
  };
}

function withTemplateName<T extends { readonly name: string; readonly cycle: WholeCycle }>(
  item: T,
): T {
  return { ...item, name: item.cycle.template?.name ?? item.name };
}

// Lists cycles with the tag of one key, because the copy is unknown; skips one with an entry.
function listCopies<T extends { readonly id: string; readonly known: string | null }>(
  items: readonly T[],
  { managed, described }: { readonly managed: ManagedEntries; readonly described: readonly T[] },
): readonly T[] {
  const claims = Map.groupBy(items, ({ known }) => known ?? '');
  return described.filter(
    ({ known }) =>
      known !== null && (managed.keys.has(known) || (claims.get(known)?.length ?? 0) > 1),
  );
}

function isToDescribe(id: RemoteId, { byId, removed }: ManagedEntries): boolean {
  return !byId.has(id) && !removed.has(id);
}

/**
 * Checks that an object can have an entry, because its key and displayName would show a possible
 * secret.
 */
export function isNameable(
  { id, name }: Pick<LiveConnector, 'id' | 'name'>,
  { managed, hidden }: Pick<KeyContext, 'managed' | 'hidden'>,
): boolean {
  return !isToDescribe(id, managed) || !hidden.has(name);
}

// Reserves the key of an entry for that entry, whatever state has.
function makeKeyLookup({
  records,
  managed,
}: {
  readonly records: ReadonlyMap<RemoteId, string>;
  readonly managed: ManagedEntries;
}): (id: RemoteId) => string | null {
  return (id) => {
    const key = managed.byId.get(id);
    if (key !== undefined) return key;
    const record = records.get(id) ?? null;
    return record !== null && managed.keys.has(record) ? null : record;
  };
}

/** Splits objects with a unique name from repeated or empty names, sorted by name and id. */
function splitDuplicates<T extends { readonly id: string; readonly name: string }>(
  items: readonly T[],
  { byId }: ManagedEntries,
): { readonly alone: readonly T[]; readonly twins: readonly string[] } {
  const groups = Map.groupBy(items, ({ name }) => name);
  const isAlone = ({ id, name }: T) =>
    byId.has(id) || (name !== '' && groups.get(name)?.length === 1);
  const sorted = items.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const twins = new Set(items.filter((item) => !isAlone(item)).map(({ name }) => name));
  return { alone: sorted.filter(isAlone), twins: [...twins].sort() };
}

// Keeps keys from state, because new keys would create the objects again.
function listKnown(
  { objects }: AccountState,
  kind: 'connector' | 'cycle',
): ReadonlyMap<string, string> {
  const records = [...objects.values()].filter((record) => record.kind === kind);
  return new Map(
    records.flatMap(({ remoteId, address }) => {
      const key = parseObjectAddress(address)?.key;
      return key === undefined ? [] : [[remoteId, key] as const];
    }),
  );
}

// Reads the identity tag, because it binds a cycle to its key after a loss of the store.
function readIdentity(tags: readonly string[]): string | null {
  const prefix = toIdentityTag('');
  const keys = tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));
  return keys.toSorted().find(isKey) ?? null;
}
