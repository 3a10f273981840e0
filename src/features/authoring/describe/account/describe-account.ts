import { toAccountAddress, toFieldPath } from '../../../../model/address.ts';
import { toIdentityTag } from '../../../../model/diff/identity.ts';
import type { LiveAccount, LiveConnector } from '../../../../model/live/live.ts';
import type { WholeAccount, WholeCycle } from '../../../../model/live/whole-account.ts';
import type {
  WrittenAccount,
  WrittenWebhook,
} from '../../../../model/manifest/manifest.generated.ts';
import type { AccountState } from '../../../../model/memory/account-state.ts';
import { hasPossibleToken } from '../../../../model/secret/has-possible-token.ts';
import type { DescribedAccount, ManagedEntries } from '../described-account.ts';
import {
  isNameable,
  type KnownKeys,
  makeConnectorKeys,
  makeCycleKeys,
} from '../make-cycle-keys.ts';
import { redactExposed } from '../secrets/redact-exposed.ts';
import { describeConnector } from './describe-connector.ts';
import type { DescribeContext } from './describe-context.ts';
import { type DescribedConnectors, describeCycle } from './describe-cycle.ts';
import { describeRetention } from './describe-retention.ts';
import { listUsedSlots } from './list-used-slots.ts';
import { formatName, ManifestNotes } from './manifest-notes.ts';

/** What a description is made with beside the account itself. */
export type DescribeOptions = Omit<DescribeContext, 'notes'> & {
  /** The environment that the id is of; null where it is that of every environment. */
  readonly environment: string | null;
  /** What is remembered of the account; nothing as a rule. */
  readonly memory: AccountState;
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
  const at: DescribeContext = { ...options, notes: new ManifestNotes(key, options.hidden) };
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
  return redactExposed(described, at.hidden);
}

function listSlots(cycles: readonly WholeCycle[], { byId }: ManagedEntries) {
  return new Map(
    cycles.flatMap((cycle) => {
      const key = byId.get(cycle.live.id);
      return key === undefined ? [] : [[key, listUsedSlots(cycle, null)] as const];
    }),
  );
}

function describeOwn(account: LiveAccount, at: DescribeContext): Partial<WrittenAccount['spec']> {
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
  { memory, managed }: KnownKeys,
  at: DescribeContext,
) {
  const { keyed, twins } = makeConnectorKeys(connectors, { memory, managed, hidden: at.hidden });
  omitUnnameable(connectors, { managed, room: 'connectors' }, at);
  omitDuplicates(twins, 'connectors', at);
  const written = keyed.toSorted(compareKeys).flatMap(({ live, key }) => {
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
  { memory, managed, connectors }: KnownKeys & { readonly connectors: DescribedConnectors },
  at: DescribeContext,
) {
  const { keyed, twins, copies } = makeCycleKeys(cycles, { memory, managed, hidden: at.hidden });
  omitUnnameable(
    cycles.map(({ live }) => live),
    { managed, room: 'cycles' },
    at,
  );
  omitDuplicates(twins, 'cycles', at);
  for (const { name, known } of copies) {
    at.notes.omit(['spec', 'cycles', ''], {
      summary: `the cycle ${formatName(name)} has the tag ${formatName(toIdentityTag(known))}, and so has another one`,
      remedy: 'Remove that tag in the console from the one that is a copy, and export again.',
    });
  }
  return keyed.toSorted(compareKeys).flatMap(({ cycle, key }) => {
    const written = describeCycle(cycle, { key, connectors }, at);
    return written === null ? [] : [[key, written] as const];
  });
}

function omitUnnameable(
  objects: readonly Pick<LiveConnector, 'id' | 'name'>[],
  { managed, room }: { readonly managed: ManagedEntries; readonly room: 'connectors' | 'cycles' },
  { notes, hidden }: DescribeContext,
): void {
  const thing = room === 'connectors' ? 'connector' : 'cycle';
  for (const _ of objects.filter((each) => !isNameable(each, { managed, hidden }))) {
    notes.omit(['spec', room, ''], {
      summary: `a ${thing} has a name that may be a secret`,
      remedy: 'Give it another name in the console, and export again.',
    });
  }
}

function omitDuplicates(
  names: readonly string[],
  room: 'connectors' | 'cycles',
  { notes }: DescribeContext,
): void {
  for (const name of names) {
    notes.omit(['spec', room, ''], {
      summary: `several ${room} are called ${formatName(name)}`,
      remedy: 'Give each a name of its own in the console, and export again.',
    });
  }
}

function describeWebhook(
  { id, webhookEnabled, webhookUrl, webhookIncludesWarnings }: LiveAccount,
  at: DescribeContext,
): WrittenWebhook | null {
  if (!webhookEnabled || webhookUrl === null || webhookUrl === '') return null;
  const place = {
    object: toAccountAddress(at.key),
    live: { kind: 'account', id },
    path: toFieldPath('errorWebhook', 'url'),
  } as const;
  const isHidden =
    !isPlainAddress(webhookUrl) ||
    hasPossibleToken(webhookUrl) ||
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

function compareKeys(left: { readonly key: string }, right: { readonly key: string }): number {
  return left.key < right.key ? -1 : 1;
}
