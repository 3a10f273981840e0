import { formatName, toLine } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import {
  type Change,
  type FieldChange,
  type Impact,
  selectWorseImpact,
} from '../../../model/plan/change.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { CommandContext, PlannedAccount } from '../../../model/report/report.ts';
import { classifyPlannedAccount, toPlanRank } from '../../classify/account-rank.ts';
import { type ObjectState, objectStates, selectWorseState } from '../../classify/object-states.ts';
import { orderChangesByVerb } from '../../classify/order-items.ts';
import { formatPlannedDirection } from '../../phrases/format-direction.ts';
import { formatObjectPath, formatPath } from '../../phrases/format-path.ts';
import { isActionRequired } from '../../text/format-notices.ts';
import { type AccountView, makePartView, type PartView } from '../account-view.ts';
import { makeFieldBlock, makeValueBlock } from '../blocks/field-block.ts';
import { makeNoteBlocks, toObjectPath } from '../blocks/note-blocks.ts';
import type { PageBlock } from '../page-data.ts';
import { toFailedAccountView } from './to-failed-account-view.ts';

/** One account of a plan on the page: its changes, and its operations in order. */
export function toPlannedAccountView(
  account: PlannedAccount,
  context: CommandContext,
): AccountView {
  const [state, rank] = [classifyPlannedAccount(account), toPlanRank(account)];
  if (account.kind === 'planned') return { ...toPlanView(account.plan, context), state, rank };
  const objectState = account.isUnread ? 'unread' : 'invalid';
  return { ...toFailedAccountView(account, objectState, 'The account'), state, rank };
}

function toPlanView(
  plan: AccountPlan,
  context: CommandContext,
): Omit<AccountView, 'state' | 'rank'> {
  const { account, changes, operations, notices } = plan;
  const impact = changes.reduce<Impact>(
    (worst, item) => selectWorseImpact(worst, item.impact),
    'none',
  );
  const byPath = Map.groupBy(orderChangesByVerb(changes), ({ address }) => toObjectPath(address));
  const steps = operations.map(
    ({ does, address }): PageBlock => ({
      is: 'step',
      says: `${formatObjectPath(address)}: ${toLine(does)}`,
    }),
  );
  return {
    name: formatName(account),
    says: formatSummary(plan),
    count: changes.length,
    impact,
    since: null,
    objects: listObjects(plan),
    parts: [
      ...[...byPath].map(([path, own]) => makeChangesPart(path, own)),
      ...makeNoteBlocks(notices, context),
      ...(steps.length === 0 ? [] : [makePartView(makeSteps(steps))]),
    ],
    counted: changes.map(({ verb }) => ({ state: verb })),
  };
}

function makeSteps(blocks: readonly PageBlock[]): PartView {
  return { path: null, title: 'Operations of apply, in order', blocks, ordered: true };
}

function listObjects({ changes, notices }: AccountPlan): ReadonlyMap<string, ObjectState> {
  const states = new Map<string, ObjectState>();
  const worsen = (path: string, state: ObjectState) =>
    states.set(path, selectWorseState(states.get(path) ?? state, state));
  for (const { address, verb } of changes) worsen(toObjectPath(address), verb);
  for (const notice of notices) {
    if (notice.kind !== 'foreign' && notice.kind !== 'account-first' && isActionRequired(notice)) {
      worsen(toObjectPath(notice.address), 'waiting');
    }
  }
  return states;
}

function makeChangesPart(path: string, changes: readonly Change[]): PartView {
  const texts = changes.flatMap(formatChange).map(toLine);
  const blocks = changes.flatMap((change) =>
    'fields' in change ? change.fields.map((field) => makeChangedFieldBlock(field, change)) : [],
  );
  const title = path === '' ? 'The account' : path;
  return makePartView({ path, title, says: texts, blocks });
}

function formatChange(change: Change): readonly string[] {
  const { verb, reasons, impact } = change;
  const effect = impact === 'none' || impact === 'in-place' ? [] : [`Impact: ${impact}`];
  switch (verb) {
    case 'create':
      return [
        change.kind === 'cycle' ? `Created from ${change.origin}` : change.origin,
        ...reasons,
      ];
    case 'replace': {
      const webhooks = change.webhooks.map(
        (step) => `The webhook address of ${step} stops working`,
      );
      return [`Replaced by one from ${change.origin}`, ...effect, ...reasons, ...webhooks];
    }
    case 'adopt':
      return ['Exists already; adopted, nothing is sent', ...reasons];
    case 'delete':
      return ['Deleted', ...reasons];
    case 'forget': {
      const what = change.path === null ? '' : `${formatPath(change.path)}: `;
      return [`${what}no longer in Git; left unchanged and no longer managed`];
    }
    case 'update':
      return [...effect, ...reasons];
  }
}

function makeChangedFieldBlock(field: FieldChange, { verb }: Change): PageBlock {
  const { path, before, after, moved, at } = field;
  if (verb === 'create' || moved === 'new') return makeValueBlock(path, after, at);
  const sides = [
    { label: 'Now', value: before },
    { label: 'After', value: after },
  ] as const;
  return makeFieldBlock({ path, sides, tags: [formatPlannedDirection(field, 'tag')], at });
}

function formatSummary({ changes, notices, isNew }: AccountPlan): string {
  const byVerb = Map.groupBy(changes, ({ verb }) => verb);
  const interrupted = changes.filter(({ impact }) => impact === 'interrupts').length;
  const waits = notices.filter(isActionRequired).length;
  const words = [
    ...(isNew ? ['new account'] : []),
    ...[...byVerb].map(([verb, own]) => `${own.length} ${objectStates[verb].label}`),
    ...(interrupted > 0 ? [`interrupts ${count(interrupted, 'cycle')}`] : []),
    ...(waits > 0 ? [`${count(waits, 'manual action')}`] : []),
  ];
  return words.join(', ');
}
