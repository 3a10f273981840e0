import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import {
  type CommandContext,
  type DriftAccount,
  type PlannedAccount,
  toCommandContext,
} from '../../model/report/report.ts';
import type {
  RefusedReport,
  Report,
  ValidatedAccount,
} from '../../model/report/report-document.ts';
import {
  type Finding,
  toDriftFinding,
  toFailedFinding,
  toFinding,
  toRefusedFinding,
  wholeRunContext,
} from './finding.ts';

/** All that a report has found: what is of the run as a whole, then account by account. */
export async function* listFindings(report: Report): AsyncGenerator<Finding, void, undefined> {
  if (report.kind !== 'refused') yield* listRunFindings(report);
  switch (report.kind) {
    case 'validate':
      for await (const account of report.accounts()) yield* listValidatedFindings(account);
      return;
    case 'drift':
      for await (const account of report.accounts())
        yield* listDriftFindings(account, toCommandContext(report.run));
      return;
    case 'plan':
      for await (const account of report.accounts()) yield* listPlannedFindings(account);
      return;
    case 'apply':
      for await (const account of report.accounts()) yield* listOutcomeFindings(account);
      return;
    case 'refused':
      yield* listRefusedFindings(report);
  }
}

/** Why a command was refused; that it was, where it has not said why. */
export function listRefusedFindings(report: RefusedReport): Finding[] {
  const reported = listRunFindings(report);
  return hasErrors(report.run.diagnostics) ? reported : [...reported, toRefusedFinding(report.run)];
}

function listRunFindings({ run }: Report): Finding[] {
  return run.diagnostics.map((item) => toFinding(item, wholeRunContext));
}

/** What was found in the manifest of an account. */
export function listValidatedFindings({ account, at, diagnostics }: ValidatedAccount): Finding[] {
  return diagnostics.map((item) => toFinding(item, { account, at }));
}

/** What drifted in an account, or why it could not be read. */
export function listDriftFindings(account: DriftAccount, place: CommandContext): Finding[] {
  if (account.kind === 'unread') return listValidatedFindings(account);
  const around = { account: account.account, at: account.at };
  return account.items.map((item) => toDriftFinding(item, around, place));
}

function listPlannedFindings(planned: PlannedAccount): Finding[] {
  if (planned.kind === 'planned') return [];
  const { account, diagnostics } = planned;
  return diagnostics.map((item) => toFinding(item, { account, at: null }));
}

function listOutcomeFindings({ account, outcomes, diagnostics }: AccountOutcome): Finding[] {
  const around = { account, at: null };
  return [
    ...outcomes.flatMap((outcome) => {
      const broken = toFailedFinding(outcome);
      const reported = outcome.diagnostics.map((item) => toFinding(item, around));
      return broken === null ? reported : [broken];
    }),
    ...diagnostics.map((item) => toFinding(item, around)),
  ];
}
