import { count } from '../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { ValidatedAccount, ValidateReport } from '../../model/report/report-document.ts';
import {
  formatDiagnosticLines,
  formatFirstDiagnostic,
  type MarkdownReport,
} from './markdown-report.ts';

/** The report of validate in Markdown. */
export function toValidateMarkdown({ run }: ValidateReport): MarkdownReport<ValidatedAccount> {
  let [errors, warnings] = countSeverities(run.diagnostics);
  let withErrors = 0;
  return {
    title: 'cyclectl validate',
    columns: ['errors', 'warnings'],
    toAccount: ({ account, diagnostics }) => {
      if (diagnostics.length === 0) return null;
      const [ownErrors, ownWarnings] = countSeverities(diagnostics);
      errors += ownErrors;
      warnings += ownWarnings;
      if (ownErrors > 0) withErrors += 1;
      const text = formatCounts(ownErrors, ownWarnings);
      const worstFirst = diagnostics.toSorted((left, right) => rank(left) - rank(right));
      return {
        account,
        urgency: ownErrors > 0 ? 0 : 2,
        concern: () => formatFirstDiagnostic(ownErrors > 0 ? 'error' : 'warning', worstFirst),
        cells: [ownErrors, ownWarnings],
        text: text,
        details: () => formatDiagnosticLines(worstFirst),
        notices: null,
      };
    },
    summary: () =>
      errors > 0
        ? `not valid: ${formatCounts(errors, warnings)}`
        : warnings > 0
          ? `valid, ${count(warnings, 'warning')}`
          : 'valid',
    lead: () => [
      withErrors === 0
        ? `${count(run.accounts, 'account')}.`
        : `${withErrors} of ${count(run.accounts, 'account')} ${withErrors === 1 ? 'has' : 'have'} errors.`,
    ],
    end: () => [],
  };
}

function countSeverities(diagnostics: readonly Diagnostic[]): [errors: number, warnings: number] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return [errors, diagnostics.length - errors];
}

function formatCounts(errors: number, warnings: number): string {
  return [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
}

function rank({ severity }: Diagnostic): number {
  return severity === 'error' ? 0 : 1;
}
