import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import { type Impact, worseImpact } from '../../../model/plan/change.ts';
import type { DriftItem } from '../../../model/plan/plan.ts';
import type { CommandPlace, DriftAccount } from '../../../model/report/report.ts';
import { type ObjectState, objectStates, worseState } from '../../judge/object-states.ts';
import { judgeDrifted, rankDrifted } from '../../judge/rank-account.ts';
import { sortItems } from '../../judge/sort-items.ts';
import { isForPerson } from '../../text/write-notices.ts';
import { sayDrift } from '../../words/say-drift.ts';
import { sayWhoMoved } from '../../words/say-who-moved.ts';
import { makeFieldBlock, writeWhere } from '../blocks/field-block.ts';
import { makeNoteBlocks, pathWithin } from '../blocks/note-blocks.ts';
import type { PageBlock } from '../page-data.ts';
import { makeShownPart, type ShownAccount, type ShownPart } from '../shown-account.ts';
import { showTroubles } from './show-troubles.ts';

type Read = Extract<DriftAccount, { readonly kind: 'read' }>;

/** What bringing back the value of Git would disturb; of what disturbs nobody nothing is said. */
const bringsBack: Readonly<Record<Impact, readonly string[]>> = {
  none: [],
  'in-place': [],
  interrupts: ['bringing it back interrupts'],
  'needs-human': ['a person brings it back'],
  replaces: ['bringing it back replaces'],
  destroys: ['bringing it back destroys'],
};

/** One account of a drift report as the page shows it. */
export function showDriftAccount(account: DriftAccount, place: CommandPlace): ShownAccount {
  const [state, rank] = [judgeDrifted(account), rankDrifted(account)];
  if (account.kind === 'read') return { ...showRead(account, place), state, rank };
  return { ...showTroubles(account, 'unread', 'The account'), state, rank };
}

function showRead(account: Read, place: CommandPlace): Omit<ShownAccount, 'state' | 'rank'> {
  const { items } = account;
  const since = items.map((item) => item.since).filter((at) => at !== null);
  return {
    name: writeName(account.account),
    says: summarise(account),
    count: items.length,
    impact: items.reduce<Impact>((worst, item) => worseImpact(worst, item.impact), 'none'),
    since: since.toSorted()[0] ?? null,
    objects: listObjects(account),
    parts: [
      ...listParts(sortItems(items)),
      ...makeNoteBlocks([...account.notices, ...account.ignored], place),
    ],
    tallied: items.map((item) => ({ state: item.kind, since: item.since })),
  };
}

function listObjects({ objects, items, notices }: Read): ReadonlyMap<string, ObjectState> {
  const states = new Map<string, ObjectState>();
  for (const { address, isThere } of objects) {
    states.set(pathWithin(address), isThere ? 'clean' : 'absent');
  }
  const worsen = (path: string, state: ObjectState) =>
    states.set(path, worseState(states.get(path) ?? state, state));
  for (const notice of notices) {
    if (notice.kind !== 'foreign' && isForPerson(notice)) {
      worsen(pathWithin(notice.address), 'waiting');
    }
  }
  for (const { address, kind } of items) worsen(pathWithin(address), kind);
  return states;
}

function listParts(items: readonly DriftItem[]): readonly ShownPart[] {
  const byPath = Map.groupBy(items, ({ address }) => pathWithin(address));
  return [...byPath].map(([path, own]) =>
    makeShownPart({ path, title: path === '' ? 'The account' : path, blocks: own.map(showItem) }),
  );
}

function showItem(item: DriftItem): PageBlock {
  const { kind, path, wanted, before, now, at, since, impact, lost } = item;
  const tags = [sayWhoMoved(item, 'tag'), ...bringsBack[impact]];
  if (lost !== undefined && path !== null) {
    const sides = [
      { label: 'Before', value: before },
      { label: 'Git wants', value: wanted },
    ] as const;
    return makeFieldBlock({ path, sides, tags: [sayDrift(item), ...tags], since, at });
  }
  if (kind !== 'field' || path === null) {
    return {
      is: 'field',
      path: sayDrift(item),
      tags: tags.slice(1),
      sides: [],
      ...(typeof since === 'string' ? { since } : {}),
      ...writeWhere(at),
    };
  }
  const isWanted = isSameJson(wanted, before);
  const was = { label: isWanted ? 'Before, and in Git' : 'Before', value: before };
  const sides = [was, { label: 'Now', value: now }] as const;
  const all = isWanted ? sides : ([...sides, { label: 'Git wants', value: wanted }] as const);
  return makeFieldBlock({ path, sides: all, tags, since, at });
}

function summarise({ items, notices, manifestMoved, isApplied }: Read): string {
  const others = sortItems(items).filter(({ kind }) => kind !== 'field');
  const fields = items.length - others.length;
  const waits = notices.filter(isForPerson).length;
  const words = [
    ...others.slice(0, 2).map(({ address, kind }) => sayOther(pathWithin(address), kind)),
    ...(others.length > 2 ? [`${others.length - 2} more lost`] : []),
    ...(fields > 0 ? [`${count(fields, 'field')} changed by others`] : []),
    ...(waits > 0 ? [`${count(waits, 'thing')} for a person`] : []),
    ...(manifestMoved > 0 ? [`${count(manifestMoved, 'field')} to apply`] : []),
  ];
  return words.length === 0 && !isApplied ? 'never applied' : words.join(', ');
}

function sayOther(path: string, kind: DriftItem['kind']): string {
  return `${path === '' ? 'the account' : path} ${objectStates[kind].label}`;
}
