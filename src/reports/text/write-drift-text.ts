import {
  align,
  count,
  type Place,
  spread,
  wrapIndented,
  writeDuration,
} from '../../kit/text/text-layout.ts';
import { writeName } from '../../kit/text/write-name.ts';
import type { DriftItem } from '../../model/plan/plan.ts';
import {
  type CommandPlace,
  type DriftAccount,
  type DriftFrame,
  toPlace,
} from '../../model/report/report.ts';
import { type DriftAnswer, gatherAnswers } from '../judge/drift-answers.ts';
import { isEventful } from '../judge/is-eventful.ts';
import { rankDrifted } from '../judge/rank-account.ts';
import { sortItems } from '../judge/sort-items.ts';
import { worstFirst } from '../judge/worst-first.ts';
import { listFolded } from '../words/list-folded.ts';
import { writeOutsideGit } from '../words/list-outside-git.ts';
import { sayDrift, sayHowToFind, sayWanted } from '../words/say-drift.ts';
import { sayWhoMoved } from '../words/say-who-moved.ts';
import { fieldWithin, withinAccount } from '../words/write-path.ts';
import type { Paint } from './parts/paint.ts';
import { writeDiagnosticBlock } from './parts/write-diagnostic-block.ts';
import { writeDifference } from './parts/write-difference.ts';
import { writeNotOffered } from './parts/write-not-offered.ts';
import { writeOrigin } from './parts/write-origin.ts';
import { writeSeen } from './parts/write-seen.ts';
import { writeTitle } from './parts/write-target.ts';
import { writeNotices } from './write-notices.ts';

type ReadAccount = Extract<DriftAccount, { readonly kind: 'read' }>;

/** In which colours it is written, and when the run began. */
export type DriftManner = { readonly paint: Paint; readonly at: string };

const beside: Place = { column: 35, hang: 10, most: 2 };

/**
 * What others changed, for people, worst first: account, object, field, what we last wrote → what is there now, who
 * moved, and what Git wants where that is another thing. An account with nothing to say is not printed.
 */
export async function* writeDriftText(
  frame: DriftFrame,
  accounts: () => Iterable<DriftAccount> | AsyncIterable<DriftAccount>,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  const answers = gatherAnswers(frame);
  yield `${writeTitle('Drift of', frame, paint)}\n`;
  const rankOf = (account: DriftAccount) => (isEventful(account) ? rankDrifted(account) : null);
  for await (const account of worstFirst(accounts, rankOf)) {
    const manner = { paint, at: frame.at, ...toPlace(frame) };
    if (account.kind === 'read') answers.note(account.items);
    const lines =
      account.kind === 'read' ? writeRead(account, manner) : writeUnread(account, paint);
    yield `\n${lines.join('\n')}\n`;
  }
  yield* writeOutsideGit(frame.outsideGit);
  yield `\n${wrapIndented(writeDriftEnd(frame), 0)}\n`;
  const list = answers.list();
  if (list.length > 0) yield `\n${list.map(writeAnswer).join('\n')}\n`;
}

// Nobody can paste a command that is broken, so that it may be wider than the rest.
function writeAnswer({ does, commands }: DriftAnswer): string {
  return [`${does}:`, ...commands.map((command) => `  ${command}`)].join('\n');
}

function writeUnread(
  account: Extract<DriftAccount, { readonly kind: 'unread' }>,
  paint: Paint,
): string[] {
  return [
    spread(paint.bold(writeName(account.account)), paint.red('NOT READ')),
    ...account.diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
  ];
}

function writeRead(account: ReadAccount, manner: CommandPlace & DriftManner): string[] {
  const { paint, at, ...place } = manner;
  const { notices, ignored } = account;
  return [
    spread(paint.bold(writeName(account.account)), summariseDrift(account)),
    ...writeDriftItems(account, { paint, at }),
    ...writeNotices(notices, { paint, ...place }),
    ...(ignored.length === 0 ? [] : [`  ${count(ignored.length, 'difference')} ignored:`]),
    ...writeNotices(ignored, { paint, ...place }),
  ];
}

/** What an account comes to: `3 differences`. */
export function summariseDrift({ items, isApplied }: ReadAccount): string {
  const quiet = isApplied ? 'no drift' : 'never applied';
  return items.length === 0 ? quiet : count(items.length, 'difference');
}

/** The differences of an account, each as lines beneath its name, and how much Git moved. */
export function writeDriftItems(
  { items, manifestMoved }: ReadAccount,
  manner: DriftManner,
): string[] {
  const { paint } = manner;
  const moved = `Git moved: ${count(manifestMoved, 'field')} to apply, which is no drift`;
  return [
    ...sortItems(items).map((item) => writeItem(item, manner)),
    ...(manifestMoved === 0 ? [] : [`  ${paint.dim('·')} ${moved}`]),
  ];
}

function writeItem(item: DriftItem, { paint, at }: DriftManner): string {
  const wanted = sayWanted(item);
  const since = writeSeen(item.since, at);
  const moved = since === null ? sayWhoMoved(item) : `${sayWhoMoved(item)}; ${since}`;
  const says = [moved, ...sayImpact(item)].join('\n');
  const origin =
    wanted === null
      ? [writeOrigin(says, item.at)]
      : [writeOrigin(says, null), writeOrigin(wanted, item.at)];
  return [writeWhat(item, paint), ...origin].join('\n');
}

// A sign-in that is lost says so itself.
function sayImpact(item: DriftItem): string[] {
  const { kind, impact } = item;
  const says = sayHowToFind(item) ?? impacts[impact];
  return says === undefined || kind === 'authentication-lost' ? [] : [says];
}

const impacts: Partial<Record<DriftItem['impact'], string>> = {
  interrupts: 'putting it back interrupts the cycle',
  'needs-human': 'only a person can put it back',
  replaces: 'putting it back replaces the cycle',
};

function writeWhat(item: DriftItem, paint: Paint): string {
  const { address, path, before, now } = item;
  const isField = item.kind === 'field' && path !== null;
  const about = isField ? fieldWithin(address, path) : withinAccount(address);
  const left = `  ${isField ? paint.yellow('~') : paint.red('!')} ${about}`;
  if (!isField || item.lost !== undefined || (before.kind === 'unknown' && now.kind !== 'secret')) {
    return align(left, sayDrift(item), beside);
  }
  return writeDifference({ left, path, before, after: now }, beside, paint);
}

/** How many entries were not compared, since nobody knows which object each means. */
export function sayUnclear(unclear: number): string {
  return `${count(unclear, 'object')} could not be compared`;
}

/** What the whole comes to, in sentences. */
export function writeDriftEnd(frame: DriftFrame): string {
  const { items, accounts, withDrift, unread, unclear = 0, skipped, cost, notOffered } = frame;
  const sentences = [
    items > 0
      ? `Drift: ${count(items, 'difference')} in ${withDrift} of ${count(accounts, 'account')}.`
      : unread + unclear > 0 || notOffered.length > 0
        ? `No drift in what was compared. ${count(accounts, 'account')}.`
        : ['No drift.', ...sayKept(accounts - frame.unapplied)].join(' '),
    ...(frame.ignored === 0 ? [] : [`${count(frame.ignored, 'difference')} ignored for a time.`]),
    ...sayNeverApplied(frame),
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read.`]),
    ...(unclear === 0 ? [] : [`${sayUnclear(unclear)}.`]),
    ...listFolded(frame).map((says) => `${says}.`),
    ...(notOffered.length === 0 ? [] : [`The service ${writeNotOffered(frame)}.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    `${count(cost.requests, 'request')}, ${writeDuration(cost.durationMs)}.`,
  ];
  return sentences.join(' ');
}

function sayKept(accounts: number): string[] {
  return accounts === 0
    ? []
    : [`${count(accounts, 'account')} as we left ${accounts === 1 ? 'it' : 'them'}.`];
}

// Where there is nothing to compare with, "no drift" alone would say too much.
function sayNeverApplied({ unapplied }: DriftFrame): string[] {
  if (unapplied === 0) return [];
  const were = unapplied === 1 ? 'was' : 'were';
  return [`${count(unapplied, 'account')} ${were} never applied, as far as is remembered here.`];
}
