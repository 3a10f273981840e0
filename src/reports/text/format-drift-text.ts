import { formatName } from '../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatDuration,
  formatParagraph,
  formatSpread,
  type TextPlacement,
} from '../../kit/text/text-layout.ts';
import type { DriftItem } from '../../model/plan/plan.ts';
import {
  type CommandContext,
  type DriftAccount,
  type DriftFrame,
  toCommandContext,
} from '../../model/report/report.ts';
import { toDriftRank } from '../classify/account-rank.ts';
import { type DriftAnswer, makeAnswerCollector } from '../classify/drift-answers.ts';
import { isEventful } from '../classify/is-eventful.ts';
import { orderByRank } from '../classify/order-by-rank.ts';
import { orderItems } from '../classify/order-items.ts';
import { formatDirection } from '../phrases/format-direction.ts';
import { formatDrift, formatNameRemedy, formatWanted } from '../phrases/format-drift.ts';
import { formatFieldPath, formatObjectPath } from '../phrases/format-path.ts';
import { listFolded } from '../phrases/list-folded.ts';
import { formatOutsideGit } from '../phrases/list-outside-git.ts';
import { formatNotices } from './format-notices.ts';
import { formatDiagnosticBlock } from './parts/format-diagnostic-block.ts';
import { formatDifference } from './parts/format-difference.ts';
import { formatNotOffered } from './parts/format-not-offered.ts';
import { formatOrigin } from './parts/format-origin.ts';
import { formatSeenSince } from './parts/format-seen-since.ts';
import { formatTitle } from './parts/format-target.ts';
import type { Paint } from './parts/paint.ts';

type ReadAccount = Extract<DriftAccount, { readonly kind: 'read' }>;

/** In which colours it is written, and when the run began. */
export type DriftTextOptions = { readonly paint: Paint; readonly at: string };

const beside: TextPlacement = { column: 35, hang: 10, most: 2 };

/**
 * Drift as text, worst first: object, field, last applied → live value, who changed it, and the
 * value of Git if it differs. Accounts without drift are omitted.
 */
export async function* formatDriftText(
  frame: DriftFrame,
  accounts: () => Iterable<DriftAccount> | AsyncIterable<DriftAccount>,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  const answers = makeAnswerCollector(frame);
  yield `${formatTitle('Drift of', frame, paint)}\n`;
  const rankOf = (account: DriftAccount) => (isEventful(account) ? toDriftRank(account) : null);
  for await (const account of orderByRank(accounts, rankOf)) {
    const manner = { paint, at: frame.at, ...toCommandContext(frame) };
    if (account.kind === 'read') answers.add(account.items);
    const lines =
      account.kind === 'read' ? formatRead(account, manner) : formatUnread(account, paint);
    yield `\n${lines.join('\n')}\n`;
  }
  yield* formatOutsideGit(frame.outsideGit);
  yield `\n${formatParagraph(formatDriftEnd(frame), 0)}\n`;
  const list = answers.list();
  if (list.length > 0) yield `\n${list.map(formatAnswer).join('\n')}\n`;
}

// Not wrapped, because a command must stay on one line to be pasted.
function formatAnswer({ does, commands }: DriftAnswer): string {
  return [`${does}:`, ...commands.map((command) => `  ${command}`)].join('\n');
}

function formatUnread(
  account: Extract<DriftAccount, { readonly kind: 'unread' }>,
  paint: Paint,
): string[] {
  return [
    formatSpread(paint.bold(formatName(account.account)), paint.red('NOT READ')),
    ...account.diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint)),
  ];
}

function formatRead(account: ReadAccount, manner: CommandContext & DriftTextOptions): string[] {
  const { paint, at, ...context } = manner;
  const { notices, ignored } = account;
  return [
    formatSpread(paint.bold(formatName(account.account)), formatDriftSummary(account)),
    ...formatDriftItems(account, { paint, at }),
    ...formatNotices(notices, { paint, ...context }),
    ...(ignored.length === 0 ? [] : [`  ${count(ignored.length, 'difference')} ignored:`]),
    ...formatNotices(ignored, { paint, ...context }),
  ];
}

/** The summary of an account: `3 differences`. */
export function formatDriftSummary({ items, isApplied }: ReadAccount): string {
  const quiet = isApplied ? 'no drift' : 'never applied';
  return items.length === 0 ? quiet : count(items.length, 'difference');
}

/**
 * The differences of an account as lines under its name, and the number of fields changed in Git.
 */
export function formatDriftItems(
  { items, manifestMoved }: ReadAccount,
  manner: DriftTextOptions,
): string[] {
  const { paint } = manner;
  const moved = `changed in Git: ${count(manifestMoved, 'field')} to apply, not drift`;
  return [
    ...orderItems(items).map((item) => formatItem(item, manner)),
    ...(manifestMoved === 0 ? [] : [`  ${paint.dim('·')} ${moved}`]),
  ];
}

function formatItem(item: DriftItem, { paint, at }: DriftTextOptions): string {
  const wanted = formatWanted(item);
  const since = formatSeenSince(item.since, at);
  const moved = since === null ? formatDirection(item) : `${formatDirection(item)}; ${since}`;
  const text = [moved, ...formatImpact(item)].join('\n');
  const origin =
    wanted === null
      ? [formatOrigin(text, item.at)]
      : [formatOrigin(text, null), formatOrigin(wanted, item.at)];
  return [formatWhat(item, paint), ...origin].join('\n');
}

// A lost sign-in needs no further text.
function formatImpact(item: DriftItem): string[] {
  const { kind, impact } = item;
  const text = formatNameRemedy(item) ?? impacts[impact];
  return text === undefined || kind === 'authentication-lost' ? [] : [text];
}

const impacts: Partial<Record<DriftItem['impact'], string>> = {
  interrupts: 'reverting it interrupts the cycle',
  'needs-human': 'only a person can revert it',
  replaces: 'reverting it replaces the cycle',
};

function formatWhat(item: DriftItem, paint: Paint): string {
  const { address, path, before, now } = item;
  const isField = item.kind === 'field' && path !== null;
  const about = isField ? formatFieldPath(address, path) : formatObjectPath(address);
  const left = `  ${isField ? paint.yellow('~') : paint.red('!')} ${about}`;
  if (!isField || item.lost !== undefined || (before.kind === 'unknown' && now.kind !== 'secret')) {
    return formatAligned(left, formatDrift(item), beside);
  }
  return formatDifference({ left, path, before, after: now }, beside, paint);
}

/** Number of entries that were not compared, because their object is ambiguous. */
export function formatUnclear(unclear: number): string {
  return `${count(unclear, 'object')} could not be compared`;
}

/** The summary of the run, in sentences. */
export function formatDriftEnd(frame: DriftFrame): string {
  const { items, accounts, withDrift, unread, unclear = 0, skipped, cost, notOffered } = frame;
  const sentences = [
    items > 0
      ? `Drift: ${count(items, 'difference')} in ${withDrift} of ${count(accounts, 'account')}.`
      : unread + unclear > 0 || notOffered.length > 0
        ? `No drift in what was compared. ${count(accounts, 'account')}.`
        : ['No drift.', ...formatKept(accounts - frame.unapplied)].join(' '),
    ...(frame.ignored === 0 ? [] : [`${count(frame.ignored, 'difference')} ignored.`]),
    ...formatNeverApplied(frame),
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read.`]),
    ...(unclear === 0 ? [] : [`${formatUnclear(unclear)}.`]),
    ...listFolded(frame).map((text) => `${text}.`),
    ...(notOffered.length === 0 ? [] : [`The service ${formatNotOffered(frame)}.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} excluded by --select.`]),
    `${count(cost.requests, 'request')}, ${formatDuration(cost.durationMs)}.`,
  ];
  return sentences.join(' ');
}

function formatKept(accounts: number): string[] {
  return accounts === 0 ? [] : [`${count(accounts, 'account')} in sync.`];
}

// Accounts without an apply are named, because "no drift" would promise too much.
function formatNeverApplied({ unapplied }: DriftFrame): string[] {
  if (unapplied === 0) return [];
  const were = unapplied === 1 ? 'was' : 'were';
  return [`${count(unapplied, 'account')} ${were} never applied according to the state.`];
}
