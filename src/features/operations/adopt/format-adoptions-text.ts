import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatHanging,
  formatParagraph,
  formatSpread,
} from '../../../kit/text/text-layout.ts';
import type { PlanSummary, PlanTarget } from '../../../model/plan/plan.ts';
import type { RunCost } from '../../../model/report/report.ts';
import { formatDiagnosticBlock } from '../../../reports/text/parts/format-diagnostic-block.ts';
import { formatTitle } from '../../../reports/text/parts/format-target.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { formatObjectPath, formatPath } from '../../../reports/words/format-path.ts';
import type { Adoption, AdoptionOutcome } from './adoption.ts';

/** What stands around the accounts of an adopt. */
export type AdoptionFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  readonly summary: PlanSummary;
};

const place = { column: 35, hang: 10, most: 2 };

/** What can be bound, for people, account by account; one of which nothing is to be said is not printed. */
export async function* formatAdoptionsText(
  frame: AdoptionFrame,
  adoptions: AsyncIterable<Adoption>,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  const { target, cost, summary } = frame;
  yield `${formatTitle('Adopt in', { target, cost, accounts: summary.accounts }, paint)}\n`;
  for await (const adoption of adoptions) {
    const lines = formatAdoption(adoption, paint);
    if (lines.length > 0) yield `\n${lines.join('\n')}\n`;
  }
  yield `\n${formatSummary(summary, paint)}\n`;
}

function formatAdoption(adoption: Adoption, paint: Paint): string[] {
  const name = paint.bold(formatName(adoption.account));
  if (adoption.kind === 'refused') {
    return [
      formatSpread(name, paint.red(adoption.isUnread ? 'NOT READ' : 'LEFT ALONE')),
      ...adoption.diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint)),
    ];
  }
  const { adopts, missing } = adoption;
  if (adopts.length === 0) return [];
  const notThere = missing === 0 ? '' : `, ${missing} not there`;
  return [
    formatSpread(name, `${adopts.length} to adopt${notThere}`),
    ...adopts.map(({ address, name: live, remoteId }) =>
      formatAligned(
        `  ${paint.cyan('=')} ${formatObjectPath(address)}`,
        `is ${formatQuoted(live)} (${formatName(remoteId)})`,
        place,
      ),
    ),
  ];
}

function formatSummary(summary: PlanSummary, paint: Paint): string {
  const { adopts, creates, notPlanned, skipped } = summary;
  const lines: readonly (readonly [string, string])[] = [
    ['to adopt', adopts === 0 ? 'nothing' : `${count(adopts, 'object')}; nothing is sent for it`],
    ['not there', creates === 0 ? '' : `${count(creates, 'object')}; an apply makes what is not`],
    ['left alone', notPlanned === 0 ? '' : count(notPlanned, 'account')],
    ['left out', skipped === 0 ? '' : `${count(skipped, 'account')} by --select`],
  ];
  return [
    paint.bold('Summary'),
    ...lines
      .filter(([, text]) => text !== '')
      .map(([name, text]) => formatAligned(`  ${name}`, text, { column: 14, hang: 14, most: 3 })),
  ].join('\n');
}

/** What became of it: accounts of which nothing was bound, and why; then how much is. */
export function formatAdoptedText(outcomes: readonly AdoptionOutcome[], paint: Paint): string {
  const failed = outcomes.filter(({ diagnostics }) => diagnostics.length > 0);
  const bound = outcomes.flatMap((outcome) => outcome.bound);
  const accounts = outcomes.filter((outcome) => outcome.bound.length > 0).length;
  const [noun, verb] = [count(bound.length, 'object'), bound.length === 1 ? 'is' : 'are'];
  const end = `${noun} of ${count(accounts, 'account')} ${verb} bound now, and nothing was sent. cyclectl plan shows what differs.`;
  const blocks = failed.map(({ account, diagnostics }) =>
    [
      formatSpread(paint.bold(formatName(account)), paint.red('LEFT ALONE')),
      ...diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint)),
    ].join('\n'),
  );
  return [...blocks, formatParagraph(end, 0)].map((block) => `\n${block}\n`).join('');
}

/** What became of one entry that a person named. */
export function formatChosenText(chosen: {
  readonly bound: AdoptionOutcome['bound'];
  /** Whether it was so before. */
  readonly isOld: boolean;
}): string {
  const says = chosen.isOld ? 'is bound already to' : 'is bound to';
  return chosen.bound
    .map(({ address, name, remoteId }) =>
      formatHanging(
        `${formatPath(address)} ${says} ${formatQuoted(name)} (${formatName(remoteId)}).`,
        4,
      ),
    )
    .map((line) => `${line}\n`)
    .join('');
}
