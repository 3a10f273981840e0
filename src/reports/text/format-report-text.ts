import { formatName } from '../../kit/text/format-name.ts';
import { count, formatParagraph } from '../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import type {
  ApplyReport,
  RefusedReport,
  Report,
  ValidateReport,
} from '../../model/report/report-document.ts';
import { formatExit } from '../phrases/format-exit.ts';
import { formatApplyText } from './format-apply-text.ts';
import { formatDriftText } from './format-drift-text.ts';
import { formatPlanText } from './format-plan-text.ts';
import { formatDiagnosticBlock } from './parts/format-diagnostic-block.ts';
import type { Paint } from './parts/paint.ts';

/** A report for a terminal or a log: 80 columns, diagnostics of the whole run last. */
export async function* formatReportText(
  report: Report,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  yield* formatOwnText(report, paint);
  yield* formatRunDiagnostics(report.run.diagnostics, paint);
}

/** The same without diagnostics of the whole run, because they were printed while it ran. */
export function formatOwnText(
  report: Report,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  switch (report.kind) {
    case 'plan':
      return formatPlanText(report.run, report.accounts, paint);
    case 'drift':
      return formatDriftText(report.run, report.accounts, paint);
    case 'apply':
      return formatApply(report, paint);
    case 'validate':
      return formatValidate(report, paint);
    case 'refused':
      return formatRefused(report);
  }
}

async function* formatApply(
  { run, accounts }: ApplyReport,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  // All outcomes are collected, because failures come first.
  const outcomes: AccountOutcome[] = [];
  for await (const outcome of accounts()) outcomes.push(outcome);
  yield* formatApplyText(run, outcomes, paint);
}

async function* formatValidate(
  { run, accounts }: ValidateReport,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  let isValid = !hasErrors(run.diagnostics);
  let isStarted = false;
  for await (const { account, diagnostics } of accounts()) {
    if (hasErrors(diagnostics)) isValid = false;
    if (diagnostics.length === 0) continue;
    if (!isStarted) yield `${paint.bold(`Validation of ${count(run.accounts, 'account')}`)}\n\n`;
    isStarted = true;
    const blocks = diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint));
    yield `${[paint.bold(formatName(account)), ...blocks].join('\n')}\n\n`;
  }
  yield `${isValid ? 'Valid' : 'Not valid'}. ${count(run.accounts, 'account')}.\n`;
}

async function* formatRefused({ run }: RefusedReport): AsyncGenerator<string, void, undefined> {
  yield `${formatParagraph(`${formatExit(run)}.`, 0)}\n`;
}

function* formatRunDiagnostics(
  diagnostics: readonly Diagnostic[],
  paint: Paint,
): Generator<string, void, undefined> {
  for (const diagnostic of diagnostics) yield `\n${formatDiagnosticBlock(diagnostic, paint)}\n`;
}
