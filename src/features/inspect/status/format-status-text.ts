import { formatName } from '../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatParagraph,
  formatSpread,
} from '../../../kit/text/text-layout.ts';
import {
  type CycleProblem,
  cycleProblems,
  type OutsideKind,
} from '../../../model/manifest/selection.ts';
import { type CommandPlace, formatCommand } from '../../../model/report/advice/commands.ts';
import {
  countStatus,
  type StatusFrame,
  type StatusSummary,
} from '../../../model/report/count-status.ts';
import { formatFleetProgress } from '../../../model/report/fleet-progress.ts';
import {
  isAccountAttentionNeeded,
  isAttentionNeeded,
  isSilent,
} from '../../../model/report/health.ts';
import type { AccountStatus, ReadStatus } from '../../../model/report/status.ts';
import { formatSentence } from '../../../reports/blocks/phrase.ts';
import { listSelectedOutsideGit } from '../../../reports/blocks/verdict/list-outside-git.ts';
import { formatCost } from '../../../reports/blocks/words/format-cost.ts';
import { formatDiagnostic } from '../../../reports/text/format-blocks.ts';
import { formatParagraphs } from '../../../reports/text/format-report-text.ts';
import { formatTitle } from '../../../reports/text/format-title.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import { formatBehind, formatCycleStatus, formatWait } from './format-cycle-status.ts';

/** Used for an account as for a cycle. */
const goneText = 'gone from the service';

/** How much of a status is printed. */
type Shown = {
  /** Every cycle; else those that need a person. */
  readonly isAll: boolean;
  /** Accounts outside Git that were asked for; the others are not listed then. */
  readonly outside?: readonly OutsideKind[];
  readonly paint: Paint;
};

/**
 * Formats a status: unread accounts, then accounts that need a person, then the rest if all is
 * shown, and the totals. Counts accounts without cycles, and does not print them.
 */
export function* formatStatusText(
  frame: StatusFrame,
  accounts: readonly AccountStatus[],
  shown: Shown,
): Generator<string, void, undefined> {
  const { directory, target } = frame;
  const place = { directory, environment: target.environment };
  yield `${formatTitle('Status of', frame, shown.paint)}\n`;
  for (const rank of shown.isAll ? [0, 1, 2] : [0, 1]) {
    for (const account of accounts) {
      if (toRank(account) === rank) yield `\n${formatAccount(account, place, shown).join('\n')}\n`;
    }
  }
  yield* formatStatusEnd(frame, accounts, shown);
}

/** Formats the end of a status: accounts outside Git, and the totals. */
export function* formatStatusEnd(
  frame: StatusFrame,
  accounts: readonly AccountStatus[],
  shown: Shown,
): Generator<string, void, undefined> {
  const outside = listSelectedOutsideGit(frame.outsideGit, shown.outside ?? []);
  const paragraphs = outside.map((phrase) => formatSentence(phrase));
  yield* formatParagraphs([...paragraphs, ...listBehindUnread(accounts)], shown.paint);
  yield `\n${formatTotals(frame, shown)}\n`;
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

function formatAccount(
  account: AccountStatus,
  place: CommandPlace,
  { isAll, paint }: Shown,
): string[] {
  const name = paint.bold(formatName(account.account));
  if (account.kind === 'unread') {
    return [
      formatSpread(name, paint.red('NOT READ'), paint.columns),
      ...account.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
    ];
  }
  const text = formatHeading(account);
  const width = paint.columns;
  const isBad = isAccountAttentionNeeded(account);
  const first = account.cycles.filter(isAttentionNeeded);
  const rest = isAll ? account.cycles.filter((cycle) => !isAttentionNeeded(cycle)) : [];
  return [
    formatSpread(name, isBad ? paint.red(text) : text, width),
    ...account.waits
      .filter(({ isInstalled }) => isAll || isInstalled)
      .map((wait) => formatWait(wait, { account: account.account, width })),
    ...(isAll ? account.behind : []).map((connector) =>
      formatBehind(connector, { account: account.account, width }),
    ),
    ...[...first, ...rest].map((cycle) =>
      formatCycleStatus(cycle, { account: account.account, place, width }),
    ),
  ];
}

function formatHeading(account: ReadStatus): string {
  const { cycles, active, gone, errors, warnings, waits, behind } = countStatus([account]);
  const words = [
    ...(account.isLeaving === true ? ['leaving'] : []),
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

const placement = { column: 14, hang: 14, most: 4 };

function formatTotals(frame: StatusFrame, { isAll, paint }: Shown): string {
  const { summary, skipped, cost, directory, target } = frame;
  const { active, waits, healthy } = summary;
  const sentences = [
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    `${formatCost(cost)}.`,
    ...(isAll || healthy === 0 ? [] : ['--all shows every cycle.']),
  ];
  const expected = 'Next run is estimated from the schedule (UTC); the API does not report it.';
  return [
    paint.bold('Totals'),
    ...listTotals(frame).map(([name, text]) =>
      formatAligned(`  ${name}`, text, { ...placement, width: paint.columns }),
    ),
    '',
    formatParagraph(sentences.join(' '), 0, paint.columns),
    ...(active === 0 || !isAll ? [] : [formatParagraph(expected, 0, paint.columns)]),
    ...(waits === 0
      ? []
      : [
          '',
          'To list the connectors that wait, and how to sign in:',
          `  ${formatCommand('consent --list', { directory, environment: target.environment })}`,
        ]),
  ].join('\n');
}

function listTotals({
  accounts,
  unread,
  fleets,
  summary,
}: StatusFrame): readonly (readonly [string, string])[] {
  const { needing, silent, missing, goneAccounts, leaving } = summary;
  const { states, healthy, unhealthy, errors, warnings, connectors, waits, behind } = summary;
  const { signedIn, notSignedIn } = connectors;
  const wait = waits === 1 ? 'waits' : 'wait';
  return [
    [
      'accounts',
      formatCounts(accounts, [
        [needing, needing === 1 ? 'needs a person' : 'need a person'],
        [unread, 'could not be read'],
        [silent, 'without a cycle'],
        [goneAccounts, goneText],
        [missing, 'not in the service yet'],
        [leaving, 'leaving'],
      ]),
    ],
    ...fleets.map(
      (each) => ['fleet', `${formatName(each.fleet)}: ${formatFleetProgress(each)}`] as const,
    ),
    ['cycles', formatCounts(sumUp(states), listStates(summary))],
    [
      'health',
      [
        `${healthy} healthy`,
        `${unhealthy} unhealthy${formatProblems(summary)}`,
        ...(errors === 0 ? [] : [count(errors, 'error')]),
        ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
      ].join('; '),
    ],
    [
      'connectors',
      [
        `${signedIn} of ${signedIn + notSignedIn} that cycles use signed in`,
        ...(waits === 0 ? [] : [`${waits} ${wait} for a person`]),
        ...(behind === 0 ? [] : [`${behind} behind the latest release`]),
      ].join('; '),
    ],
  ];
}

function formatCounts(all: number, parts: readonly (readonly [number, string])[]): string {
  const texts = parts.filter(([number]) => number > 0).map(([number, text]) => `${number} ${text}`);
  return texts.length === 0 ? String(all) : `${all}: ${texts.join(', ')}`;
}

function sumUp(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, number) => total + number, 0);
}

function listStates({ states }: StatusSummary): readonly (readonly [number, string])[] {
  return Object.entries(states)
    .map(
      ([state, number]) =>
        [number, state === 'absent' ? 'not in the service yet' : formatName(state)] as const,
    )
    .toSorted(([left], [right]) => right - left);
}

const problemTexts: Readonly<Record<CycleProblem, string>> = {
  gone: 'gone',
  errors: 'with errors',
  'signed-out': 'with a connector not signed in',
  stopped: 'stopped',
  'left-paused': 'left paused',
  'run-unknown': 'with an unknown single run',
};

function formatProblems({ problems }: StatusSummary): string {
  const texts = cycleProblems.flatMap((problem) => {
    const number = problems[problem];
    return number === undefined ? [] : [`${number} ${problemTexts[problem]}`];
  });
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}
