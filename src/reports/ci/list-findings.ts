import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import { listRefusedDiagnostics } from '../../model/plan/refused.ts';
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

/** All findings of a report: those of the whole run, then account by account. */
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

/** The reasons of a refused command, or the refusal itself. */
export function listRefusedFindings(report: RefusedReport): Finding[] {
  const reported = listRunFindings(report);
  return hasErrors(report.run.diagnostics) ? reported : [...reported, toRefusedFinding(report.run)];
}

function listRunFindings({ run }: Report): Finding[] {
  return run.diagnostics.map((item) => toFinding(item, wholeRunContext));
}

/** Findings in the manifest of an account. */
export function listValidatedFindings({ account, at, diagnostics }: ValidatedAccount): Finding[] {
  return diagnostics.map((item) => toFinding(item, { account, at }));
}

/** Drift of an account, or the reason why it could not be read. */
export function listDriftFindings(account: DriftAccount, context: CommandContext): Finding[] {
  if (account.kind === 'unread') return listValidatedFindings(account);
  const around = { account: account.account, at: account.at };
  return account.items.map((item) => toDriftFinding(item, around, context));
}

/** Reasons why an account or its objects were not planned, and warnings of its plan. */
export function listPlannedFindings(planned: PlannedAccount): Finding[] {
  const { account, diagnostics } =
    planned.kind === 'unplanned'
      ? planned
      : {
          account: planned.plan.account,
          diagnostics: [
            ...listRefusedDiagnostics(planned.plan.refused ?? []),
            ...listWarnings(planned.plan),
          ],
        };
  return diagnostics.map((item) => toFinding(item, { account, at: null }));
}

function listWarnings({ notices }: AccountPlan): Diagnostic[] {
  return notices.flatMap((notice) => (notice.kind === 'warning' ? [notice.diagnostic] : []));
}

function listOutcomeFindings({
  account,
  outcomes,
  diagnostics,
  refused = [],
}: AccountOutcome): Finding[] {
  const around = { account, at: null };
  return [
    ...outcomes.flatMap((outcome) => {
      const broken = toFailedFinding(outcome);
      const reported = outcome.diagnostics.map((item) => toFinding(item, around));
      return broken === null ? reported : [broken];
    }),
    ...[...diagnostics, ...listRefusedDiagnostics(refused)].map((item) => toFinding(item, around)),
  ];
}
