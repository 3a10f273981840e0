import { formatName } from '../../../kit/text/format-name.ts';
import { count, formatParagraph, formatSpread } from '../../../kit/text/text-layout.ts';
import { type CommandPlace, formatCommand } from '../../../model/report/advice/commands.ts';
import {
  type AccountStatus,
  countStatus,
  isAccountAttentionNeeded,
  isAttentionNeeded,
  isSilent,
  type ReadStatus,
  type StatusFrame,
} from '../../../model/report/status.ts';
import { formatSentence } from '../../../reports/blocks/phrase.ts';
import { listOutsideGit } from '../../../reports/blocks/verdict/list-outside-git.ts';
import { formatCost } from '../../../reports/blocks/words/format-cost.ts';
import { formatDiagnostic } from '../../../reports/text/format-blocks.ts';
import { formatParagraphs } from '../../../reports/text/format-report-text.ts';
import { formatTitle } from '../../../reports/text/format-title.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import { formatBehind, formatCycleStatus, formatWait } from './format-cycle-status.ts';

/** Used for an account as for a cycle. */
const goneText = 'gone from the service';

/**
 * Formats a status: unread accounts, then accounts that need a person, then the rest. Counts
 * accounts without cycles, and does not print them.
 */
export function* formatStatusText(
  frame: StatusFrame,
  accounts: readonly AccountStatus[],
  paint: Paint,
): Generator<string, void, undefined> {
  const { directory, target } = frame;
  const place = { directory, environment: target.environment };
  yield `${formatTitle('Status of', frame, paint)}\n`;
  for (const rank of [0, 1, 2]) {
    for (const account of accounts) {
      if (toRank(account) === rank) yield `\n${formatAccount(account, place, paint).join('\n')}\n`;
    }
  }
  yield* formatParagraphs(listOutsideGit(frame.outsideGit).map((phrase) => formatSentence(phrase)));
  yield* formatParagraphs(listBehindUnread(accounts));
  yield `\n${formatSummary(frame)}\n`;
}

// The accounts share one catalog, so one reason is that of all.
function listBehindUnread(accounts: readonly AccountStatus[]): string[] {
  const reasons = accounts.flatMap((account) =>
    account.kind === 'read' && account.behindUnread !== undefined ? [account.behindUnread] : [],
  );
  const [why] = reasons;
  return why === undefined
    ? []
    : [
        `Connectors of ${count(reasons.length, 'account')} were not compared with the latest releases, because the catalog could not be read: ${formatName(why)}`,
      ];
}

/** Ranks an account; null when there is nothing to print. */
function toRank(account: AccountStatus): 0 | 1 | 2 | null {
  if (account.kind === 'unread') return 0;
  if (isAccountAttentionNeeded(account)) return 1;
  return isSilent(account) ? null : 2;
}

function formatAccount(account: AccountStatus, place: CommandPlace, paint: Paint): string[] {
  const name = paint.bold(formatName(account.account));
  if (account.kind === 'unread') {
    return [
      formatSpread(name, paint.red('NOT READ')),
      ...account.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
    ];
  }
  const text = formatHeading(account);
  const isBad = isAccountAttentionNeeded(account);
  const first = account.cycles.filter(isAttentionNeeded);
  const rest = account.cycles.filter((cycle) => !isAttentionNeeded(cycle));
  return [
    formatSpread(name, isBad ? paint.red(text) : text),
    ...account.waits.map((wait) => formatWait(wait, account.account)),
    ...account.behind.map((connector) => formatBehind(connector, account.account)),
    ...[...first, ...rest].map((cycle) =>
      formatCycleStatus(cycle, { account: account.account, place }),
    ),
  ];
}

function formatHeading(account: ReadStatus): string {
  const { cycles, active, gone, errors, warnings, waits, behind } = countStatus([account]);
  const words = [
    ...(account.isThere ? [] : [account.isGone === true ? goneText : 'not in the service yet']),
    ...(cycles > 0 ? [`${active} of ${count(cycles, 'cycle')} active`] : []),
    ...(gone > 0 && account.isThere ? [`${gone} gone`] : []),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(waits > 0 ? [`waits for ${count(waits, 'person', 'people')}`] : []),
    ...(behind > 0 ? [`${count(behind, 'connector')} behind`] : []),
  ];
  return words.join(', ');
}

function formatSummary(frame: StatusFrame): string {
  const { summary, unread, skipped, cost, directory, target } = frame;
  const { cycles, active, gone, errors, warnings, waits, needing, silent, missing } = summary;
  const { goneAccounts, behind } = summary;
  const found = [
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(waits > 0
      ? [`${count(waits, 'connector')} that ${waits === 1 ? 'waits' : 'wait'} for a person`]
      : []),
    ...(behind > 0 ? [`${count(behind, 'connector')} behind the latest release`] : []),
  ];
  const sentences = [
    `${count(cycles, 'cycle')}, ${active} active${found.length === 0 ? '' : `; ${found.join(', ')}`}.`,
    ...(needing === 0
      ? []
      : [`${count(needing, 'account')} ${needing === 1 ? 'needs' : 'need'} a person.`]),
    ...(silent === 0 ? [] : [`${count(silent, 'account')} without a cycle.`]),
    ...(goneAccounts === 0 ? [] : [`${count(goneAccounts, 'account')} ${goneText}.`]),
    ...(missing === 0 ? [] : [`${count(missing, 'account')} not in the service yet.`]),
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    `${formatCost(cost)}.`,
  ];
  const expected = 'Next run is estimated from the schedule (UTC); the API does not report it.';
  return [
    formatParagraph(sentences.join(' '), 0),
    ...(active === 0 ? [] : [formatParagraph(expected, 0)]),
    ...(waits === 0
      ? []
      : [
          '',
          'To list the connectors that wait, and how to sign in:',
          `  ${formatCommand('consent --list', { directory, environment: target.environment })}`,
        ]),
  ].join('\n');
}
