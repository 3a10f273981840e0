import { count } from '../../../kit/text/text-layout.ts';
import { toLine, writeName } from '../../../kit/text/write-name.ts';
import {
  type Change,
  type FieldChange,
  type Impact,
  worseImpact,
} from '../../../model/plan/change.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { CommandPlace, PlannedAccount } from '../../../model/report/report.ts';
import { type ObjectState, objectStates, worseState } from '../../judge/object-states.ts';
import { judgePlanned, rankPlanned } from '../../judge/rank-account.ts';
import { sortChanges } from '../../judge/sort-items.ts';
import { isForPerson } from '../../text/write-notices.ts';
import { sayWhoMovesBack } from '../../words/say-who-moved.ts';
import { withinAccount, writePath } from '../../words/write-path.ts';
import { makeFieldBlock, makeValueBlock } from '../blocks/field-block.ts';
import { makeNoteBlocks, pathWithin } from '../blocks/note-blocks.ts';
import type { PageBlock } from '../page-data.ts';
import { makeShownPart, type ShownAccount, type ShownPart } from '../shown-account.ts';
import { showTroubles } from './show-troubles.ts';

/** One account of a plan as the page shows it: what changes, and the operations in their order. */
export function showPlannedAccount(account: PlannedAccount, place: CommandPlace): ShownAccount {
  const [state, rank] = [judgePlanned(account), rankPlanned(account)];
  if (account.kind === 'planned') return { ...showPlan(account.plan, place), state, rank };
  const objectState = account.isUnread ? 'unread' : 'invalid';
  return { ...showTroubles(account, objectState, 'The account'), state, rank };
}

function showPlan(plan: AccountPlan, place: CommandPlace): Omit<ShownAccount, 'state' | 'rank'> {
  const { account, changes, operations, notices } = plan;
  const impact = changes.reduce<Impact>((worst, item) => worseImpact(worst, item.impact), 'none');
  const byPath = Map.groupBy(sortChanges(changes), ({ address }) => pathWithin(address));
  const steps = operations.map(
    ({ does, address }): PageBlock => ({
      is: 'step',
      says: `${withinAccount(address)}: ${toLine(does)}`,
    }),
  );
  return {
    name: writeName(account),
    says: summarise(plan),
    count: changes.length,
    impact,
    since: null,
    objects: listObjects(plan),
    parts: [
      ...[...byPath].map(([path, own]) => showChanges(path, own)),
      ...makeNoteBlocks(notices, place),
      ...(steps.length === 0 ? [] : [makeShownPart(makeSteps(steps))]),
    ],
    tallied: changes.map(({ verb }) => ({ state: verb })),
  };
}

function makeSteps(blocks: readonly PageBlock[]): ShownPart {
  return { path: null, title: 'What apply will do, in this order', blocks, ordered: true };
}

function listObjects({ changes, notices }: AccountPlan): ReadonlyMap<string, ObjectState> {
  const states = new Map<string, ObjectState>();
  const worsen = (path: string, state: ObjectState) =>
    states.set(path, worseState(states.get(path) ?? state, state));
  for (const { address, verb } of changes) worsen(pathWithin(address), verb);
  for (const notice of notices) {
    if (notice.kind !== 'foreign' && notice.kind !== 'account-first' && isForPerson(notice)) {
      worsen(pathWithin(notice.address), 'waiting');
    }
  }
  return states;
}

function showChanges(path: string, changes: readonly Change[]): ShownPart {
  const says = changes.flatMap(sayChange).map(toLine);
  const blocks = changes.flatMap((change) =>
    'fields' in change ? change.fields.map((field) => showField(field, change)) : [],
  );
  const title = path === '' ? 'The account' : path;
  return makeShownPart({ path, title, says, blocks });
}

function sayChange(change: Change): readonly string[] {
  const { verb, reasons, impact } = change;
  const effect = impact === 'none' || impact === 'in-place' ? [] : [`Impact: ${impact}`];
  switch (verb) {
    case 'create':
      return [change.kind === 'cycle' ? `Made from ${change.origin}` : change.origin, ...reasons];
    case 'replace': {
      const webhooks = change.webhooks.map((step) => `The webhook address of ${step} ends`);
      return [`Replaced by one from ${change.origin}`, ...effect, ...reasons, ...webhooks];
    }
    case 'adopt':
      return ['Is there already; adopted, nothing is sent', ...reasons];
    case 'delete':
      return ['Deleted', ...reasons];
    case 'forget': {
      const what = change.path === null ? '' : `${writePath(change.path)}: `;
      return [`${what}no longer in Git; stays as it is, and is no longer looked after`];
    }
    case 'update':
      return [...effect, ...reasons];
  }
}

function showField(field: FieldChange, { verb }: Change): PageBlock {
  const { path, before, after, moved, at } = field;
  if (verb === 'create' || moved === 'new') return makeValueBlock(path, after, at);
  const sides = [
    { label: 'Now', value: before },
    { label: 'After', value: after },
  ] as const;
  return makeFieldBlock({ path, sides, tags: [sayWhoMovesBack(field, 'tag')], at });
}

function summarise({ changes, notices, isNew }: AccountPlan): string {
  const byVerb = Map.groupBy(changes, ({ verb }) => verb);
  const interrupted = changes.filter(({ impact }) => impact === 'interrupts').length;
  const waits = notices.filter(isForPerson).length;
  const words = [
    ...(isNew ? ['new account'] : []),
    ...[...byVerb].map(([verb, own]) => `${own.length} ${objectStates[verb].label}`),
    ...(interrupted > 0 ? [`interrupts ${count(interrupted, 'cycle')}`] : []),
    ...(waits > 0 ? [`${count(waits, 'thing')} for a person`] : []),
  ];
  return words.join(', ');
}
