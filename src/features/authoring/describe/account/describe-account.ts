import { toAccountAddress, toFieldPath } from '../../../../model/address.ts';
import { toIdentityTag } from '../../../../model/diff/identity.ts';
import type { LiveAccount, LiveConnector } from '../../../../model/live/live.ts';
import type { WholeAccount, WholeCycle } from '../../../../model/live/reading.ts';
import type {
  WrittenAccount,
  WrittenWebhook,
} from '../../../../model/manifest/manifest.generated.ts';
import { hasPossibleToken } from '../../../../model/secret/redact-address.ts';
import type { AccountState } from '../../../../model/state/account-state.ts';
import type { DescribedAccount, ManagedEntries } from '../described-account.ts';
import {
  isNameable,
  type KeyContext,
  makeConnectorKeys,
  makeCycleKeys,
} from '../make-cycle-keys.ts';
import { redactExposed } from '../secrets/redact-exposed.ts';
import { describeConnector } from './describe-connector.ts';
import type { DescribeContext } from './describe-context.ts';
import { type DescribedConnectors, describeCycle, listUsedSlots } from './describe-cycle.ts';
import { describeRetention } from './describe-retention.ts';
import { formatName, ManifestNotes } from './manifest-notes.ts';

/** Options of a description. */
export type DescribeOptions = Omit<DescribeContext, 'notes'> & {
  /** Environment of the id; null when it applies to every environment. */
  readonly environment: string | null;
  /** Makes keys that accounts have in common. */
  readonly hasSharedKeys?: boolean;
  /** State of the account; usually empty. */
  readonly state: AccountState;
  /** Existing entries of a manifest, which are not described again. */
  readonly managed?: {
    readonly connectors: ManagedEntries;
    readonly cycles: ManagedEntries;
  };
};

/** No existing entries. */
export const nothingManaged: ManagedEntries = {
  byId: new Map(),
  keys: new Set(),
  removed: new Set(),
};

/**
 * Describes a live account as a manifest in schema order: names for ids, defaults omitted, secrets
 * as references. Reports everything that cannot be expressed, in a remark and a diagnostic.
 */
export function describeAccount(whole: WholeAccount, options: DescribeOptions): DescribedAccount {
  const { state, key, environment, hasSharedKeys = false } = options;
  const at: DescribeContext = { ...options, notes: new ManifestNotes(key, options.hidden) };
  const { account } = whole;
  const managed = options.managed ?? { connectors: nothingManaged, cycles: nothingManaged };
  const connectors = describeConnectors(
    whole.connectors,
    { state, managed: managed.connectors, hasSharedKeys },
    at,
  );
  const cycles = describeCycles(
    whole.cycles,
    { state, managed: managed.cycles, hasSharedKeys, connectors: connectors.keys },
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
    ...(account.auditInfo ? { auditInfo: account.auditInfo } : {}),
    ...(account.taskAuditInfo ? { taskAuditInfo: account.taskAuditInfo } : {}),
    ...(retention === null ? {} : { retention }),
    ...(errorWebhook === null ? {} : { errorWebhook }),
  };
}

function describeConnectors(
  connectors: readonly LiveConnector[],
  known: Omit<KeyContext, 'hidden'>,
  at: DescribeContext,
) {
  const { managed } = known;
  const { keyed, twins } = makeConnectorKeys(connectors, { ...known, hidden: at.hidden });
  omitUnnameable(connectors, { managed, section: 'connectors' }, at);
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
  {
    connectors,
    ...known
  }: Omit<KeyContext, 'hidden'> & { readonly connectors: DescribedConnectors },
  at: DescribeContext,
) {
  const { managed } = known;
  const { keyed, twins, copies } = makeCycleKeys(cycles, { ...known, hidden: at.hidden });
  omitUnnameable(
    cycles.map(({ live }) => live),
    { managed, section: 'cycles' },
    at,
  );
  omitDuplicates(twins, 'cycles', at);
  for (const { name, known } of copies) {
    at.notes.omit(['spec', 'cycles', ''], {
      summary: `the cycle ${formatName(name)} shares the tag ${formatName(toIdentityTag(known))} with another one`,
      remedy: 'Remove that tag from the copy in the console, and export again.',
    });
  }
  return keyed.toSorted(compareKeys).flatMap(({ cycle, key }) => {
    const written = describeCycle(cycle, { key, connectors }, at);
    return written === null ? [] : [[key, written] as const];
  });
}

function omitUnnameable(
  objects: readonly Pick<LiveConnector, 'id' | 'name'>[],
  {
    managed,
    section,
  }: { readonly managed: ManagedEntries; readonly section: 'connectors' | 'cycles' },
  { notes, hidden }: DescribeContext,
): void {
  const thing = section === 'connectors' ? 'connector' : 'cycle';
  for (const _ of objects.filter((each) => !isNameable(each, { managed, hidden }))) {
    notes.omit(['spec', section, ''], {
      summary: `a ${thing} has a name that may be a secret`,
      remedy: 'Rename it in the console, and export again.',
    });
  }
}

function omitDuplicates(
  names: readonly string[],
  section: 'connectors' | 'cycles',
  { notes }: DescribeContext,
): void {
  for (const name of names) {
    notes.omit(['spec', section, ''], {
      summary: `several ${section} have the name ${formatName(name)}`,
      remedy: 'Give each a unique name in the console, and export again.',
    });
  }
}

function describeWebhook(
  { id, webhookEnabled, webhookUrl, webhookIncludesWarnings }: LiveAccount,
  at: DescribeContext,
): WrittenWebhook | null {
  if (!webhookEnabled || webhookUrl === null || webhookUrl === '') return null;
  const path = {
    object: toAccountAddress(at.key),
    live: { kind: 'account', id },
    path: toFieldPath('errorWebhook', 'url'),
  } as const;
  const isHidden =
    !isPlainAddress(webhookUrl) ||
    hasPossibleToken(webhookUrl) ||
    at.hidden.hasAt(path, { name: 'url', text: webhookUrl });
  return {
    url: isHidden ? at.names.suggest('error webhook url') : webhookUrl,
    ...(webhookIncludesWarnings ? { includeWarnings: true } : {}),
  };
}

/** Accepts a URL as text only with characters of RFC 3986; any other becomes a reference. */
function isPlainAddress(url: string): boolean {
  return /^https?:\/\/(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})+$/.test(url);
}

function compareKeys(left: { readonly key: string }, right: { readonly key: string }): number {
  return left.key < right.key ? -1 : 1;
}
