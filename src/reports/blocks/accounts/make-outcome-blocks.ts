import { formatName, toLine } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Address } from '../../../model/address.ts';
import type { CheckedConnector } from '../../../model/manifest/check.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import {
  type AccountOutcome,
  countOutcomes,
  hasWritten,
  isDone,
  isNotStarted,
  isStopped,
  isSuccess,
  type MadeWebhook,
  type OperationOutcome,
} from '../../../model/plan/outcome.ts';
import {
  classifyOutcome,
  listOutcomeDiagnostics,
  toOutcomeRank,
} from '../../classify/account-rank.ts';
import type { Block, DiagnosticBlock, NoteBlock } from '../block.ts';
import { makeDiagnosticBlock } from '../make-diagnostic-block.ts';
import { makeSection } from '../section.ts';
import { formatObjectPath } from '../words/format-path.ts';
import { unshownWebhook } from '../words/format-webhook.ts';
import { type AccountBlocks, listObjectStates } from './account-blocks.ts';
import { type Concern, makeConcern, makeDiagnosticConcern } from './concern.ts';
import { listCheckBlocks } from './list-check-blocks.ts';
import { listSkippedBlocks } from './list-skipped-blocks.ts';

/** Columns of the table of accounts of an apply. */
export const outcomeColumns = ['result'] as const;

/** One account after an apply. */
export function makeOutcomeBlocks(outcome: AccountOutcome): AccountBlocks {
  const { account, outcomes, checks = [], webhooks = [], refused = [] } = outcome;
  const state = classifyOutcome(outcome);
  const diagnostics = listOutcomeDiagnostics(outcome).map(makeDiagnosticBlock);
  const waiting = [
    ...outcomes.filter(({ result }) => result === 'waiting').map(({ operation }) => operation),
    ...checks.filter(({ kind }) => kind === 'waits'),
  ].map(({ address }) => address);
  const summary = formatOutcomeSummary(outcome);
  // Accounts that were not started are listed by the verdict.
  const isGrouped = isNotStarted(outcome);
  return {
    account,
    state,
    rank: toOutcomeRank(outcome),
    summary,
    concerns: isGrouped ? [] : listConcerns(outcome, summary, { diagnostics, waiting }),
    cells: isGrouped || (state === 'done' && outcomes.length === 0) ? null : [summary],
    isQuiet: isGrouped || state === 'done',
    sections: [
      ...makeSection('errors', [
        ...diagnostics,
        ...outcomes.flatMap(listUnexplained),
        ...listSkippedBlocks(outcome),
      ]),
      ...makeSection('actions', [
        ...outcomes.flatMap(listWaiting),
        ...checks.flatMap((checked) => (checked.kind === 'waits' ? listCheckBlocks(checked) : [])),
      ]),
      ...makeSection('results', [...webhooks.map(makeWebhookBlock), ...listBackup(outcome)]),
      ...makeSection('checked', listPassed(checks)),
      ...makeSection(
        'completed',
        outcomes.map(({ operation, result }) => ({
          is: 'step',
          text: `${formatObjectPath(operation.address)}: ${toLine(operation.does)}`,
          result,
        })),
      ),
    ],
    count: diagnostics.length,
    impact: 'none',
    since: null,
    objects: listObjectStates([
      ...refused.map(({ address }) => [address, 'refused'] as const),
      ...outcomes.map(({ operation, result }) => [operation.address, result] as const),
      ...waiting.map((address) => [address, 'waiting'] as const),
    ]),
    counted: outcomes.map(({ result }) => ({ state: result })),
  };
}

/** `FAILED after 3 writes, 2 skipped, 1 object REFUSED`. */
export function formatOutcomeSummary(outcome: AccountOutcome): string {
  const { operations, writes = operations.done } = countOutcomes([outcome]);
  const { waiting, unknown, undone, skipped } = operations;
  return [
    ...listProgress(outcome, writes),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(undone > 0 ? [`${undone} rolled back`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for a person`] : []),
    ...(outcome.refused === undefined
      ? []
      : [`${count(outcome.refused.length, 'object')} REFUSED`]),
  ].join(', ');
}

function listProgress(outcome: AccountOutcome, done: number): readonly string[] {
  const { outcomes, diagnostics, refused } = outcome;
  if (outcomes.length + diagnostics.length === 0 && refused !== undefined) return [];
  if (isDone(outcome)) return done > 0 ? ['done', count(done, 'write')] : ['done'];
  const word = isStopped(outcome) ? 'STOPPED' : 'FAILED';
  if (done > 0) return [`${word} after ${count(done, 'write')}`];
  return hasWritten(outcome) ? [word] : [word, 'nothing was written'];
}

function listConcerns(
  outcome: AccountOutcome,
  summary: string,
  {
    diagnostics,
    waiting,
  }: { readonly diagnostics: readonly DiagnosticBlock[]; readonly waiting: readonly Address[] },
): readonly Concern[] {
  const state = classifyOutcome(outcome);
  if (state === 'left-paused') return [makeDiagnosticConcern('LEFT PAUSED', 0, diagnostics)];
  if (!isSuccess(outcome)) return [makeDiagnosticConcern(summary, 1, diagnostics)];
  if (diagnostics.length > 0) return [makeDiagnosticConcern('warning', 2, diagnostics)];
  const webhooks = (outcome.webhooks ?? []).map(({ address }) => address);
  return [
    ...makeConcern('waits for a person', 2, waiting),
    ...makeConcern('has new webhook addresses', 2, webhooks),
  ];
}

// Results that no diagnostic speaks of.
function listUnexplained({ operation, result, diagnostics }: OperationOutcome): NoteBlock[] {
  if ((result !== 'failed' && result !== 'unknown') || diagnostics.length > 0) return [];
  const text = formatWriteResult(operation, result);
  return [{ is: 'note', mark: 'x', about: formatObjectPath(operation.address), text }];
}

function listWaiting({ operation, result }: OperationOutcome): NoteBlock[] {
  if (result !== 'waiting') return [];
  const text =
    operation.action.kind === 'activate-cycle'
      ? 'stays paused: a person must sign in its connector'
      : `${toLine(operation.does)}: waits until a person signs a connector in`;
  return [{ is: 'note', mark: '!', about: formatObjectPath(operation.address), text }];
}

function makeWebhookBlock({ address, step, url }: MadeWebhook): NoteBlock {
  const about = `${formatObjectPath(address)}/steps/${formatName(step)}`;
  return url === null
    ? { is: 'note', mark: '·', about, text: `is a webhook; ${unshownWebhook}` }
    : { is: 'note', mark: '·', about, text: 'is a webhook:', command: toVisible(url) };
}

function listBackup({ keptAt }: AccountOutcome): NoteBlock[] {
  if (keptAt === undefined) return [];
  const text = 'backup of the earlier content:';
  return [{ is: 'note', mark: '·', about: 'account', text, command: toVisible(keptAt) }];
}

function listPassed(checks: readonly CheckedConnector[]): Block[] {
  return checks
    .filter(({ kind }) => kind === 'checked')
    .flatMap(listCheckBlocks)
    .filter(({ is }) => is === 'note');
}

/** The result of a write that failed or has an unknown outcome. */
export function formatWriteResult({ does }: Operation, result: 'failed' | 'unknown'): string {
  const became =
    result === 'failed' ? 'failed' : 'has an unknown outcome; the next apply checks it';
  return `${toLine(does)}: ${became}`;
}
