import { accountAddress, parseObjectAddress, toFieldPath } from '../../model/address.ts';
import type { DescribedAccount, ManagedEntries } from '../../model/described-account.ts';
import { identityTag } from '../../model/identity.ts';
import { isKey } from '../../model/key.ts';
import type { LiveAccount, LiveConnector, RemoteId } from '../../model/live.ts';
import type { WrittenAccount, WrittenWebhook } from '../../model/manifest.generated.ts';
import { mayHoldToken } from '../../model/may-hold-token.ts';
import type { AccountMemory } from '../../model/memory.ts';
import type { WholeAccount, WholeCycle } from '../../model/whole-account.ts';
import { assignKeys } from './assign-keys.ts';
import { describeConnector } from './describe-connector.ts';
import { type DescribedConnectors, describeCycle } from './describe-cycle.ts';
import { describeRetention } from './describe-retention.ts';
import type { Describing } from './describing.ts';
import { findUsedSlots } from './find-used-slots.ts';
import { Notes, quoteName } from './notes.ts';

/** What a description is made with beside the account itself. */
export type DescribeOptions = Omit<Describing, 'notes'> & {
  /** The environment that the id is of; null where it is that of every environment. */
  readonly environment: string | null;
  /** What is remembered of the account; nothing as a rule. */
  readonly memory: AccountMemory;
  /** What a manifest has of the account already; that is not described again. */
  readonly managed?: {
    readonly connectors: ManagedEntries;
    readonly cycles: ManagedEntries;
  };
};

/** No manifest has anything. */
export const nothingManaged: ManagedEntries = {
  byId: new Map(),
  keys: new Set(),
  removed: new Set(),
};

/**
 * The live state of an account in the words of a manifest, in the order of the schema: names in place of ids, what is
 * as it begins left out, secrets as references that name a variable. Whatever cannot be said is left out, told in a
 * remark where it would stand, and in a diagnostic.
 */
export function describeAccount(whole: WholeAccount, options: DescribeOptions): DescribedAccount {
  const { memory, key, environment } = options;
  const at: Describing = { ...options, notes: new Notes(key) };
  const { account } = whole;
  const managed = options.managed ?? { connectors: nothingManaged, cycles: nothingManaged };
  const connectors = describeConnectors(
    whole.connectors,
    { memory, managed: managed.connectors },
    at,
  );
  const cycles = describeCycles(
    whole.cycles,
    { memory, managed: managed.cycles, connectors: connectors.keys },
    at,
  );
  const entries = {
    ...(connectors.written.length === 0
      ? {}
      : { connectors: Object.fromEntries(connectors.written) }),
    ...(cycles.length === 0 ? {} : { cycles: Object.fromEntries(cycles) }),
  };
  const own = options.managed === undefined ? describeOwn(account, at) : {};
  const written: WrittenAccount = {
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: key },
    spec: {
      ...(environment === null ? { id: account.id } : { ids: { [environment]: account.id } }),
      ...own,
      ...entries,
    },
  };
  const connectorKeys = new Map([...connectors.keys].map(([id, { key: own }]) => [id, own]));
  const { remarks, leftOut } = at.notes;
  const slots = listSlots(whole.cycles, managed.cycles);
  return { written, remarks, leftOut, connectorKeys, slots };
}

function listSlots(cycles: readonly WholeCycle[], { byId }: ManagedEntries) {
  return new Map(
    cycles.flatMap((cycle) => {
      const key = byId.get(cycle.live.id);
      return key === undefined ? [] : [[key, findUsedSlots(cycle, null)] as const];
    }),
  );
}

function describeOwn(account: LiveAccount, at: Describing): Partial<WrittenAccount['spec']> {
  const retention = describeRetention(account, ['spec'], at.notes);
  const errorWebhook = describeWebhook(account, at);
  return {
    ...(account.name === at.key || account.name === '' ? {} : { displayName: account.name }),
    ...(account.description ? { description: account.description } : {}),
    ...(account.timezone ? { timezone: account.timezone } : {}),
    ...(retention === null ? {} : { retention }),
    ...(errorWebhook === null ? {} : { errorWebhook }),
  };
}

/** What is known of an account beside what is there: what is remembered, and what a manifest has. */
export type Known = { readonly memory: AccountMemory; readonly managed: ManagedEntries };

function describeConnectors(
  connectors: readonly LiveConnector[],
  { memory, managed }: Known,
  at: Describing,
) {
  const { alone, twins } = separateTwins(connectors, managed);
  for (const name of twins) {
    at.notes.leaveOut(['spec', 'connectors', ''], {
      summary: `several connectors are called ${quoteName(name)}`,
      remedy: 'Give each a name of its own in the console, and export again.',
    });
  }
  const records = listKnown(memory, 'connector');
  const known = keysOf({ records, managed });
  const keys = assignKeys(
    alone.map(({ id, name }) => ({ id, name, known: known(id) })),
    { taken: [...records.values(), ...managed.keys], otherwise: 'connector' },
  );
  const written = alone
    .filter(({ id }) => isToDescribe(id, managed))
    .map((live) => ({ live, key: keys.get(live.id) ?? '' }))
    .toSorted(byKey)
    .flatMap(({ live, key }) => {
      const described = describeConnector(live, key, at);
      return described === null ? [] : [{ live, entry: [key, described] as const }];
    });
  const there = connectors.flatMap((live) => {
    const key = managed.byId.get(live.id);
    return key === undefined ? [] : [{ live, entry: [key] as const }];
  });
  const described: DescribedConnectors = new Map(
    [...there, ...written].map(({ live, entry: [key] }) => [
      live.id,
      { key, kind: live.release.name },
    ]),
  );
  return { written: written.map(({ entry }) => entry), keys: described };
}

function describeCycles(
  cycles: readonly WholeCycle[],
  { memory, managed, connectors }: Known & { readonly connectors: DescribedConnectors },
  at: Describing,
) {
  const { keyed, twins, copies } = keyCycles(cycles, { memory, managed });
  for (const name of twins) {
    at.notes.leaveOut(['spec', 'cycles', ''], {
      summary: `several cycles are called ${quoteName(name)}`,
      remedy: 'Give each a name of its own in the console, and export again.',
    });
  }
  for (const { name, known } of copies) {
    at.notes.leaveOut(['spec', 'cycles', ''], {
      summary: `the cycle ${quoteName(name)} has the tag ${quoteName(identityTag(known))}, and so has another one`,
      remedy: 'Remove that tag in the console from the one that is a copy, and export again.',
    });
  }
  return keyed.toSorted(byKey).flatMap(({ cycle, key }) => {
    const written = describeCycle(cycle, { key, connectors }, at);
    return written === null ? [] : [[key, written] as const];
  });
}

/** The keys that cycles have in the manifest, and those that cannot be in it: they share a name, or a tag of ours. */
export function keyCycles(
  cycles: readonly WholeCycle[],
  { memory, managed }: Known,
): {
  readonly keyed: readonly { readonly cycle: WholeCycle; readonly key: string }[];
  readonly twins: readonly string[];
  readonly copies: readonly { readonly name: string; readonly known: string }[];
} {
  const records = listKnown(memory, 'cycle');
  const known = keysOf({ records, managed });
  const items = cycles.map((cycle) => {
    const { id, name, tags } = cycle.live;
    return { id, name, cycle, known: known(id) ?? readIdentity(tags) };
  });
  const { alone, twins } = separateTwins(items, managed);
  const described = alone.filter(({ id }) => isToDescribe(id, managed));
  const copies = listCopies(items, { managed, described });
  const distinct = described.filter((item) => !copies.includes(item));
  const taken = [
    ...records.values(),
    ...items.flatMap((item) => item.known ?? []),
    ...managed.keys,
  ];
  const keys = assignKeys(distinct, { taken, otherwise: 'cycle' });
  return {
    keyed: distinct.map(({ id, cycle }) => ({ cycle, key: keys.get(id) ?? '' })),
    twins,
    copies: copies.map(({ name, known: key }) => ({ name, known: key ?? '' })),
  };
}

// Of several that carry the tag of one key, nobody can tell which is the copy; one that has an entry is none.
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

// A key that an entry has is that of no other, whatever was remembered before.
function keysOf({
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

/** Those that have a name alone, by name and then id, and the names that several have or that are none. */
function separateTwins<T extends { readonly id: string; readonly name: string }>(
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

// What is remembered of an account keeps its keys: under others its objects would be made anew.
function listKnown(
  { objects }: AccountMemory,
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

// The tag by which it is known when the store is lost: a cycle with it is that of no other key.
function readIdentity(tags: readonly string[]): string | null {
  const prefix = identityTag('');
  const keys = tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));
  return keys.toSorted().find(isKey) ?? null;
}

function describeWebhook(
  { id, webhookEnabled, webhookUrl, webhookIncludesWarnings }: LiveAccount,
  at: Describing,
): WrittenWebhook | null {
  if (!webhookEnabled || webhookUrl === null || webhookUrl === '') return null;
  const place = {
    object: accountAddress(at.key),
    live: { kind: 'account', id },
    path: toFieldPath('errorWebhook', 'url'),
  } as const;
  const isHidden =
    !isPlainAddress(webhookUrl) ||
    mayHoldToken(webhookUrl) ||
    at.hidden.hasAt(place, { name: 'url', text: webhookUrl });
  return {
    url: isHidden ? at.names.suggest('error webhook url') : webhookUrl,
    ...(webhookIncludesWarnings ? { includeWarnings: true } : {}),
  };
}

/** What a manifest can have as an address is of the letters of RFC 3986; any other one is carried by a reference. */
function isPlainAddress(url: string): boolean {
  return /^https?:\/\/(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})+$/.test(url);
}

function byKey(left: { readonly key: string }, right: { readonly key: string }): number {
  return left.key < right.key ? -1 : 1;
}
