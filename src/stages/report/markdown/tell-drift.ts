import { count } from '../../../kit/text-layout.ts';
import { noChoices } from '../../../model/plan.ts';
import {
  type CommandPlace,
  type DriftAccount,
  type DriftFrame,
  toPlace,
} from '../../../model/report.ts';
import type { DriftReport } from '../../../model/report-document.ts';
import { listDriftConcerns } from '../concern.ts';
import { plainPaint } from '../paint.ts';
import { writeApplyCommand } from '../write-apply-command.ts';
import { summariseDrift, writeDriftEnd, writeDriftItems } from '../write-drift-text.ts';
import { isForPerson, writeNotices } from '../write-notices.ts';
import { writePlanCommand } from '../write-plan-command.ts';
import {
  type Telling,
  type ToldAccount,
  writeCode,
  writeConcerns,
  writeDiagnosticLines,
  writeTrouble,
} from './telling.ts';
import { writeCommands } from './write-commands.ts';

type ReadAccount = Extract<DriftAccount, { readonly kind: 'read' }>;

/** A drift report in Markdown. */
export function tellDrift({ run }: DriftReport): Telling<DriftAccount> {
  return {
    title: `cyclectl drift of ${writeCode(run.target.environment)}`,
    columns: ['differences', 'gone', 'signed out', 'stopped', 'to apply'],
    tell: (account) =>
      account.kind === 'read' ? tellRead(account, toPlace(run)) : tellUnread(account),
    verdict: () => sayVerdict(run),
    lead: () => [writeDriftEnd(run)],
    end: () => (run.items === 0 ? [] : [writeNext(run)]),
  };
}

function tellRead(account: ReadAccount, place: CommandPlace): ToldAccount | null {
  const { items, notices, manifestMoved } = account;
  if (items.length + notices.length + manifestMoved === 0) return null;
  const concerns = listDriftConcerns(account);
  const manner = { paint: plainPaint, ...place };
  const forPerson = notices.filter(isForPerson);
  const toldOnly = notices.filter((notice) => !isForPerson(notice));
  const kinds = (['gone', 'authentication-lost', 'stopped'] as const).map(
    (kind) => items.filter((item) => item.kind === kind).length,
  );
  return {
    account: account.account,
    urgency: concerns.length === 0 ? 3 : concerns.some(({ isLoss }) => isLoss) ? 1 : 2,
    concern: concerns.length === 0 ? null : () => writeConcerns(concerns),
    cells: items.length + manifestMoved === 0 ? null : [items.length, ...kinds, manifestMoved],
    says: summariseDrift(account),
    details:
      items.length + manifestMoved + forPerson.length === 0
        ? null
        : () => [...writeDriftItems(account, plainPaint), ...writeNotices(forPerson, manner)],
    notices: toldOnly.length === 0 ? null : () => writeNotices(toldOnly, manner),
  };
}

function tellUnread({
  account,
  diagnostics,
}: Extract<DriftAccount, { readonly kind: 'unread' }>): ToldAccount {
  return {
    account,
    urgency: 0,
    concern: () => writeTrouble('NOT READ', diagnostics),
    cells: ['not read'],
    says: 'NOT READ',
    details: () => writeDiagnosticLines(diagnostics),
    notices: null,
  };
}

function sayVerdict({ items, withDrift, unread, notOffered }: DriftFrame): string {
  const isPart = unread > 0 || notOffered.length > 0;
  const drift =
    items > 0
      ? `${count(items, 'difference')} in ${count(withDrift, 'account')}`
      : `no drift${isPart ? ' in what was read' : ''}`;
  return unread === 0 ? drift : `${drift}, ${count(unread, 'account')} could not be read`;
}

function writeNext({ target, directory = '.' }: DriftFrame): string {
  return writeCommands('To bring back what Git says', [
    writePlanCommand(target.environment, { directory, select: [], ...noChoices }),
    writeApplyCommand(directory, 'plan.json'),
  ]);
}
