import { count } from '../../../kit/text/text-layout.ts';
import { type Diagnostic, isAudit } from '../../../model/diagnostic/diagnostic.ts';
import type { ValidatedAccount } from '../../../model/report/report-document.ts';
import { classifyValidatedAccount, toValidationRank } from '../../classify/account-rank.ts';
import { makeDiagnosticBlock } from '../make-diagnostic-block.ts';
import { makeSection } from '../section.ts';
import type { AccountBlocks } from './account-blocks.ts';
import { makeDiagnosticConcern } from './concern.ts';

/** Columns of the table of accounts of a validation. */
export const validationColumns = ['errors', 'warnings'] as const;

/** One validated account. */
export function makeValidatedBlocks(validated: ValidatedAccount): AccountBlocks {
  const { account } = validated;
  const diagnostics = validated.diagnostics.filter((each) => !isAudit(each));
  const state = classifyValidatedAccount(validated);
  const { errors, warnings } = countSeverities(diagnostics);
  const blocks = diagnostics.toSorted((left, right) => rank(left) - rank(right));
  const made = blocks.map(makeDiagnosticBlock);
  const isQuiet = made.length === 0;
  return {
    account,
    state,
    rank: toValidationRank(validated),
    summary: isQuiet ? 'valid' : formatSeverities({ errors, warnings }),
    concerns: isQuiet
      ? []
      : [makeDiagnosticConcern(errors > 0 ? 'error' : 'warning', errors > 0 ? 0 : 2, made)],
    cells: isQuiet ? null : [errors, warnings],
    isQuiet,
    sections: makeSection('errors', made),
    count: made.length,
    impact: 'none',
    since: null,
    objects: new Map([
      ['', state === 'clean' ? 'done' : state === 'invalid' ? 'invalid' : 'warned'],
    ]),
    counted: diagnostics.map(({ severity }) => ({
      state: severity === 'error' ? 'invalid' : 'warned',
    })),
  };
}

/** Errors and warnings of a validation, and violations of policies that only record them. */
export type SeverityCounts = {
  readonly errors: number;
  readonly warnings: number;
  readonly audited?: number;
};

/** Counts diagnostics by severity. */
export function countSeverities(diagnostics: readonly Diagnostic[]): Required<SeverityCounts> {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const audited = diagnostics.filter(isAudit).length;
  return { errors, warnings: diagnostics.length - errors - audited, audited };
}

/** `2 errors, 1 warning`; empty without any. */
export function formatSeverities({ errors, warnings, audited = 0 }: SeverityCounts): string {
  return [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(audited > 0 ? [`${count(audited, 'violation')} of policies recorded`] : []),
  ].join(', ');
}

function rank({ severity }: Diagnostic): number {
  return severity === 'error' ? 0 : 1;
}
