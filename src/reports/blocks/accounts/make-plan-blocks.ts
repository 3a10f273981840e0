import { toLine } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { isAudit } from '../../../model/diagnostic/diagnostic.ts';
import { type Change, type Impact, selectWorseImpact } from '../../../model/plan/change.ts';
import { isFolded } from '../../../model/plan/folded.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { listRefusedDiagnostics } from '../../../model/plan/refused.ts';
import type { CommandContext, PlannedAccount } from '../../../model/report/report.ts';
import { classifyPlannedAccount, toPlanRank } from '../../classify/account-rank.ts';
import { orderChangesByVerb } from '../../classify/object-states.ts';
import { makeDiagnosticBlock } from '../make-diagnostic-block.ts';
import { isActionRequired } from '../notices/is-action-required.ts';
import { makeNoticeSections } from '../notices/make-notice-sections.ts';
import { makeChangeBlock } from '../objects/make-change-block.ts';
import { makeSection } from '../section.ts';
import { formatObjectPath } from '../words/format-path.ts';
import { type AccountBlocks, listObjectStates } from './account-blocks.ts';
import { type Concern, makeActionConcern, makeConcern } from './concern.ts';
import { makeFailedBlocks } from './make-failed-blocks.ts';

/** Columns of the table of accounts of a plan. */
export const planColumns = [
  'create',
  'change',
  'replace',
  'delete',
  'adopt',
  'interrupts',
] as const;

const countedVerbs = ['create', 'update', 'replace', 'delete', 'adopt'] as const;

/** One account of a plan. */
export function makePlanBlocks(account: PlannedAccount, context: CommandContext): AccountBlocks {
  const [state, rank] = [classifyPlannedAccount(account), toPlanRank(account)];
  if (account.kind === 'planned') return { ...makePlanned(account.plan, context), state, rank };
  const objectState = account.isUnread ? 'unread' : 'invalid';
  return { ...makeFailedBlocks(account, 'NOT PLANNED', objectState), state, rank };
}

function makePlanned(
  plan: AccountPlan,
  context: CommandContext,
): Omit<AccountBlocks, 'state' | 'rank'> {
  const { account, changes, operations, notices, refused = [] } = plan;
  const unchecked = new Set(
    notices.flatMap((notice) => (notice.kind === 'names-unchecked' ? [notice.address] : [])),
  );
  return {
    account,
    summary: formatPlanSummary(plan),
    concerns: listConcerns(plan),
    cells: changes.length + refused.length === 0 ? null : listCells(changes),
    isQuiet: changes.length + refused.length === 0 && notices.every(isFolded),
    sections: [
      ...makeSection('errors', listRefusedDiagnostics(refused).map(makeDiagnosticBlock)),
      ...makeSection(
        'objects',
        orderChangesByVerb(changes).map((change) =>
          makeChangeBlock(change, !unchecked.has(change.address)),
        ),
      ),
      ...makeNoticeSections(notices, context),
      ...makeSection(
        'planned',
        operations.map(({ does, address }) => ({
          is: 'step',
          text: `${formatObjectPath(address)}: ${toLine(does)}`,
        })),
      ),
    ],
    count: changes.length + refused.length,
    impact: changes.reduce<Impact>((worst, item) => selectWorseImpact(worst, item.impact), 'none'),
    since: null,
    objects: listObjectStates([
      ...refused.map(({ address }) => [address, 'refused'] as const),
      ...changes.map(({ address, verb }) => [address, verb] as const),
      ...notices
        .filter(isActionRequired)
        .filter(({ kind }) => kind !== 'account-first')
        .map(({ address }) => [address, 'waiting'] as const),
    ]),
    counted: [
      ...refused.map(() => ({ state: 'refused' as const })),
      ...changes.map(({ verb }) => ({ state: verb })),
    ],
  };
}

/** `1 object REFUSED, 2 creates, 1 change, interrupts 1 cycle`. */
function formatPlanSummary({ isNew, changes, refused = [] }: AccountPlan): string {
  const [creates = 0, updates = 0, replaces = 0, deletes = 0, adopts = 0, interrupts = 0] =
    listCells(changes);
  const runs = changes.filter(({ verb }) => verb === 'run').length;
  const words = [
    ...(refused.length > 0 ? [`${count(refused.length, 'object')} REFUSED`] : []),
    ...(isNew ? ['new account'] : []),
    ...(creates > 0 ? [count(creates, 'create')] : []),
    ...(updates > 0 ? [count(updates, 'change')] : []),
    ...(replaces > 0 ? [count(replaces, 'replace')] : []),
    ...(deletes > 0 ? [count(deletes, 'delete')] : []),
    ...(adopts > 0 ? [count(adopts, 'adopt')] : []),
    ...(runs > 0 ? [count(runs, 'single run')] : []),
    ...(interrupts > 0 ? [`interrupts ${count(interrupts, 'cycle')}`] : []),
  ];
  return words.length === 0 ? 'nothing to do' : words.join(', ');
}

function listCells(changes: readonly Change[]): readonly number[] {
  return [
    ...countedVerbs.map((verb) => changes.filter((change) => change.verb === verb).length),
    changes.filter(({ impact }) => impact === 'interrupts').length,
  ];
}

function listConcerns({ changes, notices, refused = [] }: AccountPlan): readonly Concern[] {
  const list = (isMeant: (change: Change) => boolean) =>
    changes.filter(isMeant).map(({ address }) => address);
  return [
    ...makeConcern(
      'refuses',
      0,
      refused.map(({ address }) => address),
    ),
    ...makeConcern(
      'deletes',
      1,
      list(({ verb }) => verb === 'delete'),
    ),
    ...makeConcern(
      'replaces',
      1,
      list(({ verb }) => verb === 'replace'),
    ),
    ...makeConcern(
      'ends webhook addresses of',
      1,
      list((change) => change.verb === 'replace' && change.webhooks.length > 0),
    ),
    ...makeConcern(
      'interrupts',
      2,
      list(({ impact }) => impact === 'interrupts'),
    ),
    ...makeConcern(
      'warns about',
      2,
      notices.flatMap((notice) =>
        notice.kind === 'warning' && !isAudit(notice.diagnostic) ? [notice.address] : [],
      ),
    ),
    ...makeActionConcern(notices),
  ];
}
