import { toPlace } from '../../../model/report/report.ts';
import type { Report, ValidatedAccount } from '../../../model/report/report-document.ts';
import { judgeValidated, rankValidated } from '../../judge/rank-account.ts';
import type { ShownAccount } from '../shown-account.ts';
import { showDriftAccount } from './show-drift-account.ts';
import { showOutcome } from './show-outcome.ts';
import { showPlannedAccount } from './show-planned-account.ts';
import { showTroubles } from './show-troubles.ts';

/** The accounts of a report of any kind as the page shows them, one at a time. */
export async function* showAccounts(report: Report): AsyncGenerator<ShownAccount, void, undefined> {
  switch (report.kind) {
    case 'drift':
      for await (const account of report.accounts()) {
        yield showDriftAccount(account, toPlace(report.run));
      }
      return;
    case 'plan':
      for await (const account of report.accounts()) {
        yield showPlannedAccount(account, toPlace(report.run));
      }
      return;
    case 'apply':
      for await (const outcome of report.accounts()) yield showOutcome(outcome);
      return;
    case 'validate':
      for await (const account of report.accounts()) yield showValidated(account);
      return;
    case 'refused':
      return;
  }
}

function showValidated(account: ValidatedAccount): ShownAccount {
  const state = judgeValidated(account);
  const objectState = state === 'clean' ? 'done' : state === 'invalid' ? 'invalid' : 'warned';
  return {
    ...showTroubles(account, objectState, 'The manifest'),
    state,
    rank: rankValidated(account),
    tallied: account.diagnostics.map(({ severity }) => ({
      state: severity === 'error' ? 'invalid' : 'warned',
    })),
  };
}
