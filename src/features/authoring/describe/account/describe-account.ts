import { accountAddress, toFieldPath } from '../../../../model/address.ts';
import { identityTag } from '../../../../model/diff/identity.ts';
import type { LiveAccount, LiveConnector } from '../../../../model/live/live.ts';
import type { WholeAccount, WholeCycle } from '../../../../model/live/whole-account.ts';
import type {
  WrittenAccount,
  WrittenWebhook,
} from '../../../../model/manifest/manifest.generated.ts';
import type { AccountMemory } from '../../../../model/memory/memory.ts';
import { mayHoldToken } from '../../../../model/secret/may-hold-token.ts';
import type { DescribedAccount, ManagedEntries } from '../described-account.ts';
import { isNamable, type Known, keyConnectors, keyCycles } from '../key-cycles.ts';
import { leaveOutExposed } from '../secrets/leave-out-exposed.ts';
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
  const at: Describing = { ...options, notes: new Notes(key, options.hidden) };
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
  const described = { written, remarks, leftOut, connectorKeys, slots };
  return leaveOutExposed(described, at.hidden);
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

function describeConnectors(
  connectors: readonly LiveConnector[],
  { memory, managed }: Known,
  at: Describing,
) {
  const { keyed, twins } = keyConnectors(connectors, { memory, managed, hidden: at.hidden });
  leaveOutUnnamable(connectors, { managed, room: 'connectors' }, at);
  leaveOutTwins(twins, 'connectors', at);
  const written = keyed.toSorted(byKey).flatMap(({ live, key }) => {
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
  const { keyed, twins, copies } = keyCycles(cycles, { memory, managed, hidden: at.hidden });
  leaveOutUnnamable(
    cycles.map(({ live }) => live),
    { managed, room: 'cycles' },
    at,
  );
  leaveOutTwins(twins, 'cycles', at);
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

function leaveOutUnnamable(
  objects: readonly Pick<LiveConnector, 'id' | 'name'>[],
  { managed, room }: { readonly managed: ManagedEntries; readonly room: 'connectors' | 'cycles' },
  { notes, hidden }: Describing,
): void {
  const thing = room === 'connectors' ? 'connector' : 'cycle';
  for (const _ of objects.filter((each) => !isNamable(each, { managed, hidden }))) {
    notes.leaveOut(['spec', room, ''], {
      summary: `a ${thing} has a name that may be a secret`,
      remedy: 'Give it another name in the console, and export again.',
    });
  }
}

function leaveOutTwins(
  names: readonly string[],
  room: 'connectors' | 'cycles',
  { notes }: Describing,
): void {
  for (const name of names) {
    notes.leaveOut(['spec', room, ''], {
      summary: `several ${room} are called ${quoteName(name)}`,
      remedy: 'Give each a name of its own in the console, and export again.',
    });
  }
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
