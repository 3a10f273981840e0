import { count, wrapIndented } from '../../kit/text/text-layout.ts';
import { writeName } from '../../kit/text/write-name.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import type {
  ApplyReport,
  RefusedReport,
  Report,
  ValidateReport,
} from '../../model/report/report-document.ts';
import { sayEnded } from '../words/say-ended.ts';
import type { Paint } from './parts/paint.ts';
import { writeDiagnosticBlock } from './parts/write-diagnostic-block.ts';
import { writeApplyText } from './write-apply-text.ts';
import { writeDriftText } from './write-drift-text.ts';
import { writePlanText } from './write-plan-text.ts';

/** A report for people who read a terminal or a log: 80 columns, and what was told of the run as a whole at its end. */
export async function* writeReportText(
  report: Report,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  yield* writeOwnText(report, paint);
  yield* writeTold(report.run.diagnostics, paint);
}

/** The same without what was told of the run as a whole, for those who have read that while it ran. */
export function writeOwnText(
  report: Report,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  switch (report.kind) {
    case 'plan':
      return writePlanText(report.run, report.accounts, paint);
    case 'drift':
      return writeDriftText(report.run, report.accounts, paint);
    case 'apply':
      return writeApply(report, paint);
    case 'validate':
      return writeValidate(report, paint);
    case 'refused':
      return writeRefused(report);
  }
}

async function* writeApply(
  { run, accounts }: ApplyReport,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  // What failed comes first, so that all of them have to be there.
  const outcomes: AccountOutcome[] = [];
  for await (const outcome of accounts()) outcomes.push(outcome);
  yield* writeApplyText(run, outcomes, paint);
}

async function* writeValidate(
  { run, accounts }: ValidateReport,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  let isValid = !hasErrors(run.diagnostics);
  let isBegun = false;
  for await (const { account, diagnostics } of accounts()) {
    if (hasErrors(diagnostics)) isValid = false;
    if (diagnostics.length === 0) continue;
    if (!isBegun) yield `${paint.bold(`Validation of ${count(run.accounts, 'account')}`)}\n\n`;
    isBegun = true;
    const blocks = diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint));
    yield `${[paint.bold(writeName(account)), ...blocks].join('\n')}\n\n`;
  }
  yield `${isValid ? 'Valid' : 'Not valid'}. ${count(run.accounts, 'account')}.\n`;
}

async function* writeRefused({ run }: RefusedReport): AsyncGenerator<string, void, undefined> {
  yield `${wrapIndented(`${sayEnded(run)}.`, 0)}\n`;
}

function* writeTold(
  diagnostics: readonly Diagnostic[],
  paint: Paint,
): Generator<string, void, undefined> {
  for (const diagnostic of diagnostics) yield `\n${writeDiagnosticBlock(diagnostic, paint)}\n`;
}
