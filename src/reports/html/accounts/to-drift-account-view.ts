import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatName } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { type Impact, selectWorseImpact } from '../../../model/plan/change.ts';
import type { DriftItem } from '../../../model/plan/plan.ts';
import type { CommandContext, DriftAccount } from '../../../model/report/report.ts';
import { classifyDriftAccount, toDriftRank } from '../../classify/account-rank.ts';
import { type ObjectState, objectStates, selectWorseState } from '../../classify/object-states.ts';
import { orderItems } from '../../classify/order-items.ts';
import { formatDirection } from '../../phrases/format-direction.ts';
import { formatDrift } from '../../phrases/format-drift.ts';
import { isActionRequired } from '../../text/format-notices.ts';
import { type AccountView, makePartView, type PartView } from '../account-view.ts';
import { makeFieldBlock, toWhere } from '../blocks/field-block.ts';
import { makeNoteBlocks, toObjectPath } from '../blocks/note-blocks.ts';
import type { PageBlock } from '../page-data.ts';
import { toFailedAccountView } from './to-failed-account-view.ts';

type Read = Extract<DriftAccount, { readonly kind: 'read' }>;

/** Effects of a revert to the value of Git; none for a harmless one. */
const revertImpacts: Readonly<Record<Impact, readonly string[]>> = {
  none: [],
  'in-place': [],
  interrupts: ['revert interrupts'],
  'needs-human': ['revert is manual'],
  replaces: ['revert replaces'],
  destroys: ['revert destroys'],
};

/** One account of a drift report as the page shows it. */
export function toDriftAccountView(account: DriftAccount, context: CommandContext): AccountView {
  const [state, rank] = [classifyDriftAccount(account), toDriftRank(account)];
  if (account.kind === 'read') return { ...toReadView(account, context), state, rank };
  return { ...toFailedAccountView(account, 'unread', 'The account'), state, rank };
}

function toReadView(account: Read, context: CommandContext): Omit<AccountView, 'state' | 'rank'> {
  const { items } = account;
  const since = items.map((item) => item.since).filter((at) => at !== null);
  return {
    name: formatName(account.account),
    says: formatSummary(account),
    count: items.length,
    impact: items.reduce<Impact>((worst, item) => selectWorseImpact(worst, item.impact), 'none'),
    since: since.toSorted()[0] ?? null,
    objects: listObjects(account),
    parts: [
      ...listParts(orderItems(items)),
      ...makeNoteBlocks([...account.notices, ...account.ignored], context),
    ],
    counted: items.map((item) => ({ state: item.kind, since: item.since })),
  };
}

function listObjects({ objects, items, notices }: Read): ReadonlyMap<string, ObjectState> {
  const states = new Map<string, ObjectState>();
  for (const { address, isThere } of objects) {
    states.set(toObjectPath(address), isThere ? 'clean' : 'absent');
  }
  const worsen = (path: string, state: ObjectState) =>
    states.set(path, selectWorseState(states.get(path) ?? state, state));
  for (const notice of notices) {
    if (notice.kind !== 'foreign' && isActionRequired(notice)) {
      worsen(toObjectPath(notice.address), 'waiting');
    }
  }
  for (const { address, kind } of items) worsen(toObjectPath(address), kind);
  return states;
}

function listParts(items: readonly DriftItem[]): readonly PartView[] {
  const byPath = Map.groupBy(items, ({ address }) => toObjectPath(address));
  return [...byPath].map(([path, own]) =>
    makePartView({
      path,
      title: path === '' ? 'The account' : path,
      blocks: own.map(makeItemBlock),
    }),
  );
}

function makeItemBlock(item: DriftItem): PageBlock {
  const { kind, path, wanted, before, now, at, since, impact, lost } = item;
  const tags = [formatDirection(item, 'tag'), ...revertImpacts[impact]];
  if (lost !== undefined && path !== null) {
    const sides = [
      { label: 'Before', value: before },
      { label: 'Git wants', value: wanted },
    ] as const;
    return makeFieldBlock({ path, sides, tags: [formatDrift(item), ...tags], since, at });
  }
  if (kind !== 'field' || path === null) {
    return {
      is: 'field',
      path: formatDrift(item),
      tags: tags.slice(1),
      sides: [],
      ...(typeof since === 'string' ? { since } : {}),
      ...toWhere(at),
    };
  }
  const isWanted = isSameJson(wanted, before);
  const was = { label: isWanted ? 'Before, and in Git' : 'Before', value: before };
  const sides = [was, { label: 'Now', value: now }] as const;
  const all = isWanted ? sides : ([...sides, { label: 'Git wants', value: wanted }] as const);
  return makeFieldBlock({ path, sides: all, tags, since, at });
}

function formatSummary({ items, notices, manifestMoved, isApplied }: Read): string {
  const others = orderItems(items).filter(({ kind }) => kind !== 'field');
  const fields = items.length - others.length;
  const waits = notices.filter(isActionRequired).length;
  const words = [
    ...others.slice(0, 2).map(({ address, kind }) => formatOther(toObjectPath(address), kind)),
    ...(others.length > 2 ? [`${others.length - 2} more lost`] : []),
    ...(fields > 0 ? [`${count(fields, 'field')} changed by others`] : []),
    ...(waits > 0 ? [`${count(waits, 'manual action')}`] : []),
    ...(manifestMoved > 0 ? [`${count(manifestMoved, 'field')} to apply`] : []),
  ];
  return words.length === 0 && !isApplied ? 'never applied' : words.join(', ');
}

function formatOther(path: string, kind: DriftItem['kind']): string {
  return `${path === '' ? 'the account' : path} ${objectStates[kind].label}`;
}
