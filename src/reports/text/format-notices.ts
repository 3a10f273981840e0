import { formatName, formatQuoted } from '../../kit/text/format-name.ts';
import {
  formatAligned,
  formatParagraph,
  formatWrappedCommand,
} from '../../kit/text/text-layout.ts';
import { toReplacement } from '../../model/desired/scope/deposed.ts';
import type { NotUndoneReason } from '../../model/desired/scope/undo.ts';
import { formatShownValue } from '../../model/fields/format-shown-value.ts';
import { isFolded } from '../../model/plan/folded.ts';
import type { Notice, ObjectNotice, UnmanagedNotice } from '../../model/plan/notice.ts';
import { formatCommandAt } from '../../model/report/advice/format-command-at.ts';
import type { CommandContext } from '../../model/report/report.ts';
import { formatLack } from '../../model/secret/secret.ts';
import { formatSpan } from '../../model/source-span.ts';
import { formatLiveNotice } from '../words/format-live-notice.ts';
import { formatFieldPath, formatObjectPath, formatPath } from '../words/format-path.ts';
import { formatFieldValue } from './parts/format-difference.ts';
import type { Paint } from './parts/paint.ts';

const column = 35;
const hang = 10;
/** Names of what is not ours that are shown; the rest is counted. */
const mostUnmanaged = 8;

/** A notice as a mark, what it is about and what it says. `!` is for what a person must see to. */
type NoticeLine = {
  readonly mark: '!' | '·';
  readonly about: string;
  readonly says: string;
  /** A command that does something about it. */
  readonly command?: string;
};

/** How notices are written: in which colours, and for commands of which place. */
type NoticeTextOptions = CommandContext & { readonly paint: Paint };

/**
 * The notices of an account, a line or two each; what is not ours is gathered into one, and what is counted for the whole
 * run is left out.
 */
export function formatNotices(notices: readonly Notice[], manner: NoticeTextOptions): string[] {
  const { paint, ...place } = manner;
  const lines = notices.flatMap((notice) =>
    notice.kind === 'foreign' || notice.kind === 'unshown' || isFolded(notice)
      ? []
      : [formatNotice(notice, place)],
  );
  const foreign = notices.filter((notice) => notice.kind === 'foreign');
  return [
    ...lines.map(({ mark, about, says, command }) => {
      const painted = mark === '!' ? paint.yellow(mark) : paint.dim(mark);
      const line = formatAligned(`  ${painted} ${about}`, says, { column, hang, most: 2 });
      return command === undefined ? line : `${line}\n${formatWrappedCommand(command, hang)}`;
    }),
    ...formatUnmanaged(foreign, paint),
    ...notices.flatMap((notice) =>
      notice.kind === 'unshown' ? [formatGrouped(formatLiveNotice(notice), paint)] : [],
    ),
  ];
}

function formatUnmanaged(notices: readonly UnmanagedNotice[], paint: Paint): string[] {
  if (notices.length === 0) return [];
  const names = notices
    .slice(0, mostUnmanaged)
    .map((notice) => `${notice.object} ${formatQuoted(formatName(notice.name))}`);
  const left = notices.length - names.length;
  const all = [...names, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
  return [formatGrouped(`not ours, left alone: ${all}`, paint)];
}

// What is about many things has the whole line.
function formatGrouped(says: string, paint: Paint): string {
  const [first = '', ...others] = formatParagraph(says, 4).split('\n');
  return [`  ${paint.dim('·')} ${first.trimStart()}`, ...others].join('\n');
}

/** What is only told; all else is for a person to see to. */
const informational = new Set<ObjectNotice['kind']>([
  'renamed',
  'protection',
  'makes-way',
  'gone-already',
  'other-key',
  'not-compared',
  'never-verified',
  'not-readable',
  'names-unchecked',
  'observed',
  'ignored',
  'behind-template',
  'behind-unread',
  'unshown',
]);

/** Whether a person must see to it; what is only told can wait. */
export function isActionRequired(notice: Notice): boolean {
  return notice.kind !== 'foreign' && !informational.has(notice.kind);
}

/** One notice in words. */
export function formatNotice(notice: ObjectNotice, place: CommandContext): NoticeLine {
  const { address, kind } = notice;
  const about =
    'path' in notice && notice.path !== null
      ? formatFieldPath(address, notice.path)
      : formatObjectPath(notice.address);
  const command = formatCommand(notice, place);
  return {
    mark: informational.has(kind) ? '·' : '!',
    about,
    says: formatNoticeText(notice),
    ...(command === null ? {} : { command }),
  };
}

function formatCommand(notice: ObjectNotice, place: CommandContext): string | null {
  const { kind, address } = notice;
  if (kind === 'waits') return formatCommandAt('cyclectl consent', address, place);
  if (kind === 'not-undone' && notice.why === 'made') {
    return formatCommandAt('cyclectl destroy', address, place);
  }
  return kind === 'delete-by-hand'
    ? formatCommandAt('cyclectl state forget', address, place)
    : null;
}

function formatNoticeText(notice: ObjectNotice): string {
  switch (notice.kind) {
    case 'renamed':
      return formatRenamed(notice.was);
    case 'makes-way': {
      const now = notice.isRunning ? 'runs until then' : 'rests by now';
      return `makes way for ${formatObjectPath(notice.successor)}, and ${now}; it goes when that one can take its place`;
    }
    case 'protection':
      return notice.isProtected
        ? 'is protected from the next apply on: no command deletes it'
        : 'is protected no more after the next apply';
    case 'waits':
      return `waits for ${formatName(notice.user)} to sign it in`;
    case 'stays-paused':
      return `stays paused until ${formatAll(notice.connectors.map(formatObjectPath))} signed in`;
    case 'edit-waits': {
      const names = formatAll(notice.connectors.map(formatObjectPath));
      return `runs on as it is; ${count(notice.paths.length)} until ${names} signed in`;
    }
    case 'not-started':
      return notice.isLeft === true
        ? 'is paused and stays so: Git has not the say over its schedule; start it in the console'
        : 'is paused and stays so; write its schedule to start it';
    case 'run-unknown':
      return `stays paused: whether its single run at ${formatName(notice.moment)} was had is not known. Look at its runs in the console. If it was had, or shall not be, say so: cyclectl state settle ${formatPath(notice.address)} done. If it shall be: write another moment in its schedule`;
    case 'paused-by-us':
      return formatPausedByUs(notice);
    case 'other-key':
      return 'was written under another fingerprint key; whether it changed is not known, and --rewrite sends it again';
    case 'create-interrupted':
      return formatInterrupted(notice);
    case 'write-interrupted':
      return `cyclectl was interrupted ${formatName(notice.since)} while it did this: ${formatName(notice.does)}; what became of it is in this plan`;
    case 'not-compared':
      return `${formatName(notice.from)} ${formatLack(notice.lack)}; left as it is`;
    case 'never-verified':
      return 'was never verified; --rewrite sends it';
    case 'not-readable':
      return 'the service does not show it; left as it is';
    case 'by-hand':
      return formatManualAction(notice);
    case 'ignored':
      return formatIgnored(notice);
    case 'ignore-over':
      return `was ignored until ${formatName(notice.until)} (${formatName(notice.reason)}), and that is over: take the entry out of ${formatName(formatSpan(notice.at))}, or give it another day`;
    case 'observed':
      return `observed: it is ${formatFieldValue(notice.path, notice.is)}, and Git has ${formatFieldValue(notice.path, notice.wants)}`;
    case 'launch-visible':
      return `IsLaunchVisible is ${notice.wants} in its file and ${!notice.wants} in the cycle; nothing writes it there: set it in the console, or let the file say what the cycle has`;
    case 'gone-already':
      return 'is gone already; what is remembered of it goes too';
    case 'delete-by-hand':
      return 'its entry is gone; delete it by hand in the console, then';
    case 'account-first':
      return 'its connectors and cycles follow with the next apply: only an account that exists can read the catalogue';
    case 'not-undone':
      return stays[notice.why];
    case 'names-unchecked':
      return 'step names are checked when it has been made';
    case 'troubled':
    case 'behind-template':
    case 'behind-unread':
    case 'unclear':
    case 'unshown':
      return formatLiveNotice(notice);
    case 'slot-unfilled':
      return `no connector of the manifest is for ${formatQuoted(formatName(notice.slot))}: it uses what the service brings, which may have to be signed in there`;
  }
}

const stays: Readonly<Record<NotUndoneReason, string>> = {
  secret:
    'is a secret, and of the earlier one only a fingerprint is kept: put it back where it is read from, and apply',
  'not-known': 'stays: what was there could not be read',
  'no-clear': 'stays: it had no value, and the service offers no way to take one away',
  fixed: 'stays: nothing can change it on what exists',
  owned: 'stays: Git has not the say over it by now',
  'no-entry': 'stays as it is: no manifest names it now',
  gone: 'stays gone: it is not there any more',
  made: 'was made and stays; what takes it away for good is',
  deleted:
    'was deleted: what it did, its history and its sign-ins are lost; apply makes a new one where Git names it again',
  replaced:
    'took the place of an earlier one, whose history and webhook addresses are lost; where Git names the earlier origin again, apply replaces it anew',
};

function formatPausedByUs({
  since,
  isNamed,
}: Extract<ObjectNotice, { readonly kind: 'paused-by-us' }>): string {
  const ends = isNamed
    ? 'the next apply puts that right'
    : 'no manifest names it now: put its entry back and apply, or start it in the console and let it go with cyclectl state forget';
  return `was paused by cyclectl ${formatName(since)} and not started again; ${ends}`;
}

function formatManualAction({
  path,
  wants,
  isGone,
}: Extract<ObjectNotice, { readonly kind: 'by-hand' }>): string {
  const isRun = wants.kind === 'plain' && path === 'state';
  if (isRun && wants.value === 'paused') {
    return 'pause it by hand in the console';
  }
  if (isRun) return 'stays paused until the rest is done by hand; then start it there, or apply';
  if (isGone === true) {
    return `the variable is gone from the cycle; add it by hand in the console: ${formatShownValue(wants)}`;
  }
  return `set it by hand in the console: ${formatShownValue(wants)}`;
}

function formatIgnored({
  path,
  is,
  wants,
  until,
  reason,
}: Extract<ObjectNotice, { readonly kind: 'ignored' }>): string {
  const differs =
    path === null
      ? 'is gone'
      : `is ${formatFieldValue(path, is)}, and Git has ${formatFieldValue(path, wants)}`;
  return `${differs}; ignored until ${formatName(until)}: ${formatName(reason)}`;
}

function formatInterrupted({
  address,
  since,
}: Extract<ObjectNotice, { readonly kind: 'create-interrupted' }>): string {
  const when = `making it was interrupted ${formatName(since)}`;
  return toReplacement(address) === null
    ? `${when}; the next apply looks what became of it, or asks where it cannot`
    : `${when}, and Git names another origin by now; each plan looks for it, and what shows goes. Where the console has nothing of it, say so: cyclectl state settle ${formatPath(address)} absent`;
}

function count(edits: number): string {
  return edits === 1 ? 'its edit waits' : `its ${edits} edits wait`;
}

function formatRenamed(was: string): string {
  return `was ${formatQuoted(formatName(was))}; what is remembered of it moves with the next apply`;
}

function formatAll(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]} is` : `${names.join(', ')} are`;
}
