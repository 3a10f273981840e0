import { count } from '../../../kit/text/text-layout.ts';
import { type Impact, selectWorseImpact } from '../../../model/plan/change.ts';
import { isFolded } from '../../../model/plan/folded.ts';
import type { DriftItem } from '../../../model/plan/plan.ts';
import type { CommandContext, DriftAccount } from '../../../model/report/report.ts';
import { classifyDriftAccount, toDriftRank } from '../../classify/account-rank.ts';
import { orderItems } from '../../classify/object-states.ts';
import type { Block, FieldBlock } from '../block.ts';
import { isActionRequired } from '../notices/is-action-required.ts';
import { makeNoticeSections } from '../notices/make-notice-sections.ts';
import { makeItemBlock } from '../objects/make-item-block.ts';
import { makeSection } from '../section.ts';
import { listItemAnswers } from '../verdict/answer-collector.ts';
import { type AccountBlocks, listObjectStates } from './account-blocks.ts';
import { type Concern, makeActionConcern, makeConcern } from './concern.ts';
import { makeFailedBlocks } from './make-failed-blocks.ts';

type ReadAccount = Extract<DriftAccount, { readonly kind: 'read' }>;

/** Columns of the table of accounts of a drift report. */
export const driftColumns = [
  'differences',
  'gone',
  'signed out',
  'stopped',
  'unmanaged',
  'to apply',
] as const;

const countedKinds = ['gone', 'authentication-lost', 'stopped', 'unmanaged'] as const;

/** When a run of drift began, ISO UTC, and the group that an unmanaged change is accepted by. */
export type DriftRunFacts = {
  readonly at: string;
  readonly findGroup: (item: DriftItem) => string | null;
};

/** One account of a drift report. */
export function makeDriftBlocks(
  account: DriftAccount,
  run: DriftRunFacts,
  context: CommandContext,
): AccountBlocks {
  const [state, rank] = [classifyDriftAccount(account), toDriftRank(account)];
  if (account.kind === 'unread') {
    return { ...makeFailedBlocks(account, 'NOT READ', 'unread'), state, rank };
  }
  return { ...makeRead(account, run, context), state, rank };
}

function makeRead(
  account: ReadAccount,
  run: DriftRunFacts,
  context: CommandContext,
): Omit<AccountBlocks, 'state' | 'rank'> {
  const { items, notices, ignored, manifestMoved, objects } = account;
  const since = items.map((item) => item.since).filter((time) => time !== null);
  return {
    account: account.account,
    summary: formatDriftSummary(account),
    concerns: listConcerns(account),
    cells: items.length + manifestMoved === 0 ? null : listCells(account),
    isQuiet: isQuiet(account),
    sections: [
      ...makeSection(
        'objects',
        orderItems(items).map((item) => makeBlock(item, run, context)),
      ),
      ...makeSection('pending', listPending(manifestMoved)),
      ...makeNoticeSections([...notices, ...ignored], context),
    ],
    count: items.length,
    impact: items.reduce<Impact>((worst, item) => selectWorseImpact(worst, item.impact), 'none'),
    since: since.toSorted()[0] ?? null,
    objects: listObjectStates([
      ...objects.map(({ address, isThere }) => [address, isThere ? 'clean' : 'absent'] as const),
      ...notices.filter(isActionRequired).map(({ address }) => [address, 'waiting'] as const),
      ...items.map(({ address, kind }) => [address, kind] as const),
    ]),
    counted: items.map((item) => ({ state: item.kind, since: item.since })),
  };
}

function makeBlock(
  item: DriftItem,
  { at, findGroup }: DriftRunFacts,
  context: CommandContext,
): FieldBlock {
  const answers = listItemAnswers(item, context);
  const block = { ...makeItemBlock(item, at), ...(answers.length === 0 ? {} : { answers }) };
  const group = item.kind === 'unmanaged' ? findGroup(item) : null;
  return group === null ? block : { ...block, acceptedBy: group };
}

/** `3 differences`. */
export function formatDriftSummary(account: ReadAccount): string {
  const { items, isApplied, withoutBaseline = 0, uncompared = 0, leftOut = 0 } = account;
  const unmanaged = items.filter(({ kind }) => kind === 'unmanaged').length;
  const managed = items.length - unmanaged;
  if (items.length > 0) {
    return [
      ...(managed === 0 ? [] : [count(managed, 'difference')]),
      ...(unmanaged === 0 ? [] : [count(unmanaged, 'unmanaged change')]),
    ].join(', ');
  }
  if (!isApplied) return 'never applied';
  const isPartial = withoutBaseline + uncompared + leftOut > 0 || account.notOffered.length > 0;
  return isPartial ? 'no drift in what was compared' : 'no drift, no unmanaged changes';
}

function listPending(fields: number): Block[] {
  if (fields === 0) return [];
  const items = [`${count(fields, 'field')} to apply, not drift`];
  return [{ is: 'list', text: 'changed in Git', items }];
}

// Hidden fields and totals of the run do not count, because every run has the same.
function isQuiet({ items, notices, manifestMoved, ignored }: ReadAccount): boolean {
  return (
    items.length + manifestMoved + ignored.length === 0 &&
    notices.every((notice) => notice.kind === 'unshown' || isFolded(notice))
  );
}

function listCells({ items, manifestMoved }: ReadAccount): readonly number[] {
  const kinds = countedKinds.map((kind) => items.filter((item) => item.kind === kind).length);
  return [items.length, ...kinds, manifestMoved];
}

function listConcerns({ items, notices }: ReadAccount): readonly Concern[] {
  const list = (isMeant: (item: DriftItem) => boolean) =>
    items.filter(isMeant).map(({ address }) => address);
  return [
    ...makeConcern(
      'gone',
      1,
      list(({ kind }) => kind === 'gone'),
    ),
    ...makeConcern(
      'no longer signed in',
      1,
      list(({ kind }) => kind === 'authentication-lost'),
    ),
    ...makeConcern(
      'stopped',
      1,
      list(({ kind }) => kind === 'stopped'),
    ),
    ...makeConcern(
      'changed in both',
      2,
      list(({ kind, moved }) => kind === 'field' && moved === 'both'),
    ),
    ...makeActionConcern(notices),
  ];
}
