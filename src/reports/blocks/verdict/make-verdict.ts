import { count } from '../../../kit/text/text-layout.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import type {
  RefusedFrame,
  Report,
  ValidateReport,
} from '../../../model/report/report-document.ts';
import { countSeverities, formatSeverities } from '../accounts/make-validated-blocks.ts';
import type { Phrase } from '../phrase.ts';
import { makeApplyVerdict } from './make-apply-verdict.ts';
import { makeDriftVerdict } from './make-drift-verdict.ts';
import { makePlanVerdict } from './make-plan-verdict.ts';
import { plainVerdict, type Verdict } from './verdict.ts';

/** The verdict of a report. Walks its accounts where its frame does not say enough. */
export async function makeVerdict(report: Report): Promise<Verdict> {
  switch (report.kind) {
    case 'plan':
      return makePlanVerdict(report.run);
    case 'drift':
      return makeDriftVerdict(report);
    case 'apply':
      return makeApplyVerdict(report);
    case 'validate':
      return makeValidationVerdict(report);
    case 'refused': {
      const result = [describeExit(report.run)];
      return { ...plainVerdict, title: 'Refused for', tone: 'bad', result };
    }
  }
}

/** The end of a refused command. */
export function describeExit({ command, exit }: RefusedFrame): Phrase {
  const name = ['cyclectl', ...(command === null ? [] : [command])].join(' ');
  return [{ name }, ` ended with ${exit.code}: `, { name: exit.means }];
}

async function makeValidationVerdict({ run, accounts }: ValidateReport): Promise<Verdict> {
  let { errors, warnings, audited } = countSeverities(run.diagnostics);
  let withErrors = 0;
  for await (const { diagnostics } of accounts()) {
    const own = countSeverities(diagnostics);
    errors += own.errors;
    warnings += own.warnings;
    audited += own.audited;
    if (hasErrors(diagnostics)) withErrors += 1;
  }
  const counts = formatSeverities({ errors, warnings, audited });
  const all = count(run.accounts, 'account');
  const have = withErrors === 1 ? 'has' : 'have';
  return {
    ...plainVerdict,
    title: 'Validation of',
    tone: errors > 0 ? 'bad' : 'good',
    result: [errors > 0 ? `not valid: ${counts}` : ['valid', counts].filter(Boolean).join(', ')],
    sentences: [withErrors === 0 ? all : `${withErrors} of ${all} ${have} errors`],
  };
}
