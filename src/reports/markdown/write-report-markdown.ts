import type { Made, Report } from '../../model/report/report-document.ts';
import { rankDrifted, rankOutcome, rankPlanned, rankValidated } from '../judge/rank-account.ts';
import { worstFirst } from '../judge/worst-first.ts';
import { layOut, type Standing } from './lay-out.ts';
import { Ledger } from './ledger.ts';
import { tellApply } from './tell-apply.ts';
import { tellDrift } from './tell-drift.ts';
import { tellPlan } from './tell-plan.ts';
import { tellRefused } from './tell-refused.ts';
import { tellValidate } from './tell-validate.ts';
import { type Telling, type ToldAccount, writeCode, writeDiagnosticLines } from './telling.ts';
import { toDetails, toNoticeLines } from './to-details.ts';
import { writeFooter } from './write-footer.ts';
import { writeMarker } from './write-marker.ts';
import { writeRow } from './write-table.ts';

/**
 * A comment on GitHub has at most 65,536 characters, and its database 262,144 bytes for them. UTF-16 units are counted
 * here: there are never fewer of them than characters, and none has more than three bytes. The rest is left to who
 * adds a line of their own, such as where the whole is to be found.
 */
const mostUnits = 64_000;

/**
 * A report for a comment on a pull request and for the summary of a job: first what a person must look at, then a
 * table, the rest folded away. Accounts come one at a time, and never more than the comment has room for is kept.
 */
export function writeReportMarkdown(
  report: Report,
  made: Made,
): AsyncGenerator<string, void, undefined> {
  switch (report.kind) {
    case 'plan':
      return writeMarkdown({ report, made, telling: tellPlan(report) }, report, rankPlanned);
    case 'drift':
      return writeMarkdown({ report, made, telling: tellDrift(report) }, report, rankDrifted);
    case 'apply':
      return writeMarkdown({ report, made, telling: tellApply(report) }, report, rankOutcome);
    case 'validate':
      return writeMarkdown({ report, made, telling: tellValidate(report) }, report, rankValidated);
    case 'refused':
      return writeMarkdown({ report, made, telling: tellRefused(report) }, report, () => 0);
  }
}

async function* writeMarkdown<Account>(
  {
    report,
    made,
    telling,
  }: { readonly report: Report; readonly made: Made; readonly telling: Telling<Account> },
  { accounts }: { readonly accounts: () => Iterable<Account> | AsyncIterable<Account> },
  rankOf: (account: Account) => number,
): AsyncGenerator<string, void, undefined> {
  const ledger = new Ledger(mostUnits);
  for (const diagnostic of report.run.diagnostics) {
    ledger.add('told', 0, () => writeDiagnosticLines([diagnostic]).join('\n'));
  }
  for await (const account of worstFirst(accounts, rankOf)) {
    const told = telling.tell(account);
    if (told !== null) noteAccount(ledger, told);
  }
  const standing: Standing = {
    marker: writeMarker(report, made),
    heading: `### ${telling.title}: ${telling.verdict()}`,
    columns: ['account', ...telling.columns],
    lead: telling.lead(),
    end: [...telling.end(), writeFooter(report, made)],
  };
  let text = layOut(standing, ledger);
  while (text.length > mostUnits && ledger.shrinkBy(text.length - mostUnits)) {
    text = layOut(standing, ledger);
  }
  yield text;
}

function noteAccount(ledger: Ledger, told: ToldAccount): void {
  const { account, urgency, concern, cells, details, notices } = told;
  if (concern !== null)
    ledger.add('concern', urgency, () => `- ${writeCode(account)}: ${concern()}`);
  if (cells !== null) ledger.add('row', urgency, () => writeRow([writeCode(account), ...cells]));
  if (details !== null) ledger.add('details', urgency, () => toDetails(told, details()));
  if (notices !== null) ledger.add('notices', 3, () => toNoticeLines(account, notices()));
}
