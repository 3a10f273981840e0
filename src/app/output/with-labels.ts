import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import type { DriftAccount, PlannedAccount } from '../../model/report/report.ts';
import type {
  Labels,
  Report,
  ValidatedAccount,
  WithLabels,
} from '../../model/report/report-document.ts';

/** Lists the labels of the accounts that have any. */
export function listLabels(entries: readonly AccountEntry[]): ReadonlyMap<string, Labels> {
  return new Map(
    entries.flatMap(({ key, labels }) =>
      Object.keys(labels).length === 0 ? [] : [[key, labels] as const],
    ),
  );
}

/** The same report, whose accounts have their labels. */
export function withLabels(report: Report, labels: ReadonlyMap<string, Labels>): Report {
  switch (report.kind) {
    case 'plan':
      return { ...report, accounts: () => addLabels(report.accounts(), labels) };
    case 'apply':
      return { ...report, accounts: () => addLabels(report.accounts(), labels) };
    case 'drift':
      return { ...report, accounts: () => addLabels(report.accounts(), labels) };
    case 'validate':
      return { ...report, accounts: () => addLabels(report.accounts(), labels) };
    case 'refused':
      return report;
  }
}

type AnyAccount = PlannedAccount | AccountOutcome | DriftAccount | ValidatedAccount;

async function* addLabels<Account extends AnyAccount>(
  accounts: Iterable<Account> | AsyncIterable<Account>,
  labels: ReadonlyMap<string, Labels>,
): AsyncGenerator<Account & WithLabels, void, undefined> {
  for await (const account of accounts) {
    const found = labels.get('plan' in account ? account.plan.account : account.account);
    yield found === undefined ? account : { ...account, labels: found };
  }
}
