import { toCommandContext } from '../../../model/report/report.ts';
import type { Report, ValidatedAccount } from '../../../model/report/report-document.ts';
import { classifyValidatedAccount, toValidationRank } from '../../classify/account-rank.ts';
import type { AccountView } from '../account-view.ts';
import { toDriftAccountView } from './to-drift-account-view.ts';
import { toFailedAccountView } from './to-failed-account-view.ts';
import { toOutcomeView } from './to-outcome-view.ts';
import { toPlannedAccountView } from './to-planned-account-view.ts';

/** The accounts of a report of any kind as the page shows them, one at a time. */
export async function* listAccountViews(
  report: Report,
): AsyncGenerator<AccountView, void, undefined> {
  switch (report.kind) {
    case 'drift':
      for await (const account of report.accounts()) {
        yield toDriftAccountView(account, toCommandContext(report.run));
      }
      return;
    case 'plan':
      for await (const account of report.accounts()) {
        yield toPlannedAccountView(account, toCommandContext(report.run));
      }
      return;
    case 'apply':
      for await (const outcome of report.accounts()) yield toOutcomeView(outcome);
      return;
    case 'validate':
      for await (const account of report.accounts()) yield toValidatedView(account);
      return;
    case 'refused':
      return;
  }
}

function toValidatedView(account: ValidatedAccount): AccountView {
  const state = classifyValidatedAccount(account);
  const objectState = state === 'clean' ? 'done' : state === 'invalid' ? 'invalid' : 'warned';
  return {
    ...toFailedAccountView(account, objectState, 'The manifest'),
    state,
    rank: toValidationRank(account),
    counted: account.diagnostics.map(({ severity }) => ({
      state: severity === 'error' ? 'invalid' : 'warned',
    })),
  };
}
