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
import { formatCost } from '../../../reports/blocks/words/format-cost.ts';
import { formatObjectPath, formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatDiagnostic } from '../../../reports/text/format-blocks.ts';
import { formatTitle } from '../../../reports/text/format-title.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import type { Adoption, AdoptionOutcome } from './adoption.ts';

/** Data of an adopt besides its accounts. */
export type AdoptionFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  readonly summary: PlanSummary;
};

const placement = { column: 35, hang: 10, most: 2 };

/** Formats objects that can be bound, account by account; skips accounts without any. */
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
  // Where something is bound, the end of that says it.
  const end = summary.adopts === 0 ? `\n${formatCost(cost)}.\n` : '';
  yield `\n${formatSummary(summary, paint)}\n${end}`;
}

function formatAdoption(adoption: Adoption, paint: Paint): string[] {
  const name = paint.bold(formatName(adoption.account));
  if (adoption.kind === 'refused') {
    return [
      formatSpread(name, paint.red(adoption.isUnread ? 'NOT READ' : 'SKIPPED'), paint.columns),
      ...adoption.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
    ];
  }
  const { adopts, missing, diagnostics } = adoption;
  if (adopts.length + diagnostics.length === 0) return [];
  const notThere = missing === 0 ? '' : `, ${missing} missing`;
  const skipped = diagnostics.length === 0 ? '' : `, ${paint.red('SKIPPED in part')}`;
  return [
    formatSpread(name, `${adopts.length} to adopt${notThere}${skipped}`, paint.columns),
    ...diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
    ...adopts.map(({ address, name: live, remoteId }) =>
      formatAligned(
        `  ${paint.cyan('=')} ${formatObjectPath(address)}`,
        `to ${formatQuoted(live)} (${formatName(remoteId)})`,
        { ...placement, width: paint.columns },
      ),
    ),
  ];
}

function formatSummary(summary: PlanSummary, paint: Paint): string {
  const { adopts, creates, notPlanned, refused = 0, skipped } = summary;
  const lines: readonly (readonly [string, string])[] = [
    ['to adopt', adopts === 0 ? 'nothing' : `${count(adopts, 'object')}; sends nothing`],
    ['missing', creates === 0 ? '' : `${count(creates, 'object')}; the next apply creates them`],
    ['skipped', formatSkipped(notPlanned, refused)],
    ['left out', skipped === 0 ? '' : `${count(skipped, 'account')} by --select`],
  ];
  const counted = { column: 14, hang: 14, most: 3, width: paint.columns };
  return [
    paint.bold('Summary'),
    ...lines
      .filter(([, text]) => text !== '')
      .map(([name, text]) => formatAligned(`  ${name}`, text, counted)),
  ].join('\n');
}

function formatSkipped(accounts: number, objects: number): string {
  return [
    ...(accounts === 0 ? [] : [count(accounts, 'account')]),
    ...(objects === 0 ? [] : [count(objects, 'object')]),
  ].join(', ');
}

/** Formats the result: accounts without a binding and the reason, then totals. */
export function formatAdoptedText(
  outcomes: readonly AdoptionOutcome[],
  cost: RunCost,
  paint: Paint,
): string {
  const failed = outcomes.filter(({ diagnostics }) => diagnostics.length > 0);
  const bound = outcomes.flatMap((outcome) => outcome.bound);
  const accounts = outcomes.filter((outcome) => outcome.bound.length > 0).length;
  const [noun, verb] = [count(bound.length, 'object'), bound.length === 1 ? 'is' : 'are'];
  const end = `${noun} of ${count(accounts, 'account')} ${verb} bound now; nothing was sent. To see differences, run cyclectl plan. ${formatCost(cost)}.`;
  const blocks = failed.map(({ account, diagnostics }) =>
    [
      formatSpread(paint.bold(formatName(account)), paint.red('SKIPPED'), paint.columns),
      ...diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
    ].join('\n'),
  );
  return [...blocks, formatParagraph(end, 0, paint.columns)]
    .map((block) => `\n${block}\n`)
    .join('');
}

/** Formats the result of one named entry. */
export function formatChosenText(chosen: {
  readonly bound: AdoptionOutcome['bound'];
  /** True for an earlier binding. */
  readonly isOld: boolean;
}): string {
  const text = chosen.isOld ? 'was bound already to' : 'is bound to';
  return chosen.bound
    .map(({ address, name, remoteId }) =>
      formatHanging(
        `${formatPath(address)} ${text} ${formatQuoted(name)} (${formatName(remoteId)}).`,
        4,
      ),
    )
    .map((line) => `${line}\n`)
    .join('');
}
