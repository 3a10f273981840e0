import { count } from '../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { ValidatedAccount, ValidateReport } from '../../model/report/report-document.ts';
import { type Telling, writeDiagnosticLines, writeTrouble } from './telling.ts';

/** What validate found in Markdown. */
export function tellValidate({ run }: ValidateReport): Telling<ValidatedAccount> {
  let [errors, warnings] = countSeverities(run.diagnostics);
  let withErrors = 0;
  return {
    title: 'cyclectl validate',
    columns: ['errors', 'warnings'],
    tell: ({ account, diagnostics }) => {
      if (diagnostics.length === 0) return null;
      const [ownErrors, ownWarnings] = countSeverities(diagnostics);
      errors += ownErrors;
      warnings += ownWarnings;
      if (ownErrors > 0) withErrors += 1;
      const says = sayCounts(ownErrors, ownWarnings);
      const worstFirst = diagnostics.toSorted((left, right) => rank(left) - rank(right));
      return {
        account,
        urgency: ownErrors > 0 ? 0 : 2,
        concern: () => writeTrouble(ownErrors > 0 ? 'error' : 'warning', worstFirst),
        cells: [ownErrors, ownWarnings],
        says,
        details: () => writeDiagnosticLines(worstFirst),
        notices: null,
      };
    },
    verdict: () =>
      errors > 0
        ? `not valid: ${sayCounts(errors, warnings)}`
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

function sayCounts(errors: number, warnings: number): string {
  return [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
}

function rank({ severity }: Diagnostic): number {
  return severity === 'error' ? 0 : 1;
}
