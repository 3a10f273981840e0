import { count } from '../../../kit/text/text-layout.ts';
import type { PlanKind, PlanSummary } from '../../../model/plan/plan.ts';
import type { PlanFrame } from '../../../model/report/report.ts';
import type { Phrase } from '../phrase.ts';
import type { VerdictRow } from '../verdict/verdict.ts';

/** A plan of one kind in words. */
type PlanWords = {
  readonly title: string;
  /** The words of the command that makes it. */
  readonly command: string;
  /** True if all of its accounts are compared, not a part that the command selects. */
  readonly comparesAll?: true;
  /** First rows of its verdict. */
  readonly rows?: (frame: PlanFrame) => readonly VerdictRow[];
  /** Its operations in numbers; by default creates, updates and deletes. */
  readonly counts?: (frame: PlanFrame) => string;
  /** The result of a plan in which nothing is left to do. */
  readonly nothing: (frame: PlanFrame) => readonly Phrase[];
};

/** Words of plans by their kind. */
export const planWords: Readonly<Record<PlanKind, PlanWords>> = {
  plan: {
    title: 'Plan for',
    command: 'plan',
    comparesAll: true,
    nothing: ({ summary }) => [
      summary.notRead === undefined ? 'no changes' : 'no changes in what was read',
      `${count(countRead(summary), 'account')} up to date${formatWaits(summary)}`,
    ],
  },
  revert: {
    title: 'Revert of drift in',
    command: 'drift --revert',
    comparesAll: true,
    nothing: ({ summary }) => [
      'nothing to revert',
      `no drift in ${count(summary.accounts, 'account')} that a plan can revert${formatWaits(summary)}`,
    ],
  },
  undo: {
    title: 'Undo in',
    command: 'undo',
    rows: ({ undoes = '' }) => [{ name: 'undoes', text: [{ name: undoes }] }],
    nothing: ({ summary, undoes = '' }) => [
      [
        'nothing of the run ',
        { name: undoes },
        ` to undo in ${count(summary.accounts, 'account')}`,
      ],
    ],
  },
  destroy: { title: 'Destroy in', command: 'destroy', nothing: () => ['nothing to destroy'] },
  run: {
    title: 'Single runs in',
    command: 'run',
    counts: ({ summary }) => count(summary.operations, 'single run'),
    nothing: () => ['no single run to request or to cancel'],
  },
};

// An account of which anything was not read is not known to be up to date.
function countRead({ accounts, notRead }: PlanSummary): number {
  return accounts - (notRead?.accounts ?? 0) - (notRead?.accountsInPart ?? 0);
}

function formatWaits({ waits, byHand }: PlanSummary): string {
  const wait = waits === 1 ? 'waits' : 'wait';
  const words = [
    ...(waits === 0 ? [] : [`${count(waits, 'connector')} ${wait} for a person`]),
    ...(byHand === 0 ? [] : [`${count(byHand, 'manual action')} left`]),
  ];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
