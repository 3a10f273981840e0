import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import {
  type CommandPlace,
  type DriftAccount,
  type PlannedAccount,
  toPlace,
} from '../../model/report/report.ts';
import type {
  RefusedReport,
  Report,
  ValidatedAccount,
} from '../../model/report/report-document.ts';
import {
  type Finding,
  ofTheRun,
  toBrokenFinding,
  toDriftFinding,
  toFinding,
  toRefusedFinding,
} from './finding.ts';

/** All that a report has found: what is of the run as a whole, then account by account. */
export async function* listFindings(report: Report): AsyncGenerator<Finding, void, undefined> {
  if (report.kind !== 'refused') yield* findInRun(report);
  switch (report.kind) {
    case 'validate':
      for await (const account of report.accounts()) yield* findInValidated(account);
      return;
    case 'drift':
      for await (const account of report.accounts())
        yield* findInDrift(account, toPlace(report.run));
      return;
    case 'plan':
      for await (const account of report.accounts()) yield* findInPlanned(account);
      return;
    case 'apply':
      for await (const account of report.accounts()) yield* findInOutcome(account);
      return;
    case 'refused':
      yield* findInRefused(report);
  }
}

/** Why a command was refused; that it was, where it has not said why. */
export function findInRefused(report: RefusedReport): Finding[] {
  const told = findInRun(report);
  return hasErrors(report.run.diagnostics) ? told : [...told, toRefusedFinding(report.run)];
}

function findInRun({ run }: Report): Finding[] {
  return run.diagnostics.map((item) => toFinding(item, ofTheRun));
}

/** What was found in the manifest of an account. */
export function findInValidated({ account, at, diagnostics }: ValidatedAccount): Finding[] {
  return diagnostics.map((item) => toFinding(item, { account, at }));
}

/** What drifted in an account, or why it could not be read. */
export function findInDrift(account: DriftAccount, place: CommandPlace): Finding[] {
  if (account.kind === 'unread') return findInValidated(account);
  const around = { account: account.account, at: account.at };
  return account.items.map((item) => toDriftFinding(item, around, place));
}

function findInPlanned(planned: PlannedAccount): Finding[] {
  if (planned.kind === 'planned') return [];
  const { account, diagnostics } = planned;
  return diagnostics.map((item) => toFinding(item, { account, at: null }));
}

function findInOutcome({ account, outcomes, diagnostics }: AccountOutcome): Finding[] {
  const around = { account, at: null };
  return [
    ...outcomes.flatMap((outcome) => {
      const broken = toBrokenFinding(outcome);
      const told = outcome.diagnostics.map((item) => toFinding(item, around));
      return broken === null ? told : [broken];
    }),
    ...diagnostics.map((item) => toFinding(item, around)),
  ];
}
