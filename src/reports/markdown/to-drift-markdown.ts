import { count } from '../../kit/text/text-layout.ts';
import { isFolded } from '../../model/plan/folded.ts';
import { type DriftAccount, type DriftFrame, toCommandContext } from '../../model/report/report.ts';
import type { DriftReport } from '../../model/report/report-document.ts';
import { listDriftConcerns } from '../classify/concern.ts';
import { makeAnswerCollector } from '../classify/drift-answers.ts';
import { isEventful } from '../classify/is-eventful.ts';
import { listOutsideGit } from '../phrases/list-outside-git.ts';
import {
  formatDriftEnd,
  formatDriftItems,
  formatDriftSummary,
  formatUnclear,
} from '../text/format-drift-text.ts';
import { plainPaint } from '../text/parts/paint.ts';
import { formatCommands } from './format-commands.ts';
import {
  formatCode,
  type MarkdownAccount,
  type MarkdownReport,
  toObservedAccount,
  toUnknownAccount,
} from './markdown-report.ts';

type ReadAccount = Extract<DriftAccount, { readonly kind: 'read' }>;

/** A drift report in Markdown. */
export function toDriftMarkdown({ run }: DriftReport): MarkdownReport<DriftAccount> {
  const answers = makeAnswerCollector(run);
  return {
    title: `cyclectl drift of ${formatCode(run.target.environment)}`,
    columns: ['differences', 'gone', 'signed out', 'stopped', 'to apply'],
    toAccount: (account) => {
      if (account.kind !== 'read') return toUnknownAccount('NOT READ', account);
      answers.add(account.items);
      return toMarkdownRead(account, run);
    },
    summary: () => formatRunSummary(run),
    lead: () => [formatDriftEnd(run), ...listOutsideGit(run.outsideGit, formatCode)],
    end: () => answers.list().map(({ does, commands }) => formatCommands(does, commands)),
  };
}

function toMarkdownRead(account: ReadAccount, run: DriftFrame): MarkdownAccount | null {
  if (!isEventful(account)) return null;
  const { items, manifestMoved } = account;
  const reported = account.notices.filter((notice) => !isFolded(notice));
  const notices = [...reported, ...account.ignored];
  const kinds = (['gone', 'authentication-lost', 'stopped'] as const).map(
    (kind) => items.filter((item) => item.kind === kind).length,
  );
  const read = {
    account: account.account,
    concerns: listDriftConcerns(account),
    cells: items.length + manifestMoved === 0 ? null : [items.length, ...kinds, manifestMoved],
    text: formatDriftSummary(account),
    notices,
    writeDifferences: () => formatDriftItems(account, { paint: plainPaint, at: run.at }),
  };
  return toObservedAccount(read, toCommandContext(run));
}

function formatRunSummary({
  items,
  withDrift,
  unread,
  unclear = 0,
  notOffered,
}: DriftFrame): string {
  const isPart = unread + unclear > 0 || notOffered.length > 0;
  const drift =
    items > 0
      ? `${count(items, 'difference')} in ${count(withDrift, 'account')}`
      : `no drift${isPart ? ' in what was compared' : ''}`;
  return [
    drift,
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read`]),
    ...(unclear === 0 ? [] : [formatUnclear(unclear)]),
  ].join(', ');
}
