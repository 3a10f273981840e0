import { formatName, formatQuoted, toOneLine } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { BehindRelease } from '../../../model/live/live.ts';
import type { LiveNotice, NotUndoneReason, ObjectNotice } from '../../../model/plan/notice.ts';
import { formatCommandAt } from '../../../model/report/advice/commands.ts';
import type { CommandContext } from '../../../model/report/report.ts';
import { formatLack } from '../../../model/secret/describe-lack.ts';
import { formatSpan } from '../../../model/source-span.ts';
import { formatMovedNames, formatUpgrade } from '../objects/list-parts.ts';
import { formatFieldValue } from '../words/format-field-value.ts';
import { formatObjectPath, formatPath } from '../words/format-path.ts';
import { formatAwaitedRun } from '../words/format-single-run.ts';

/** Sentences without a value. */
const sentences = {
  'gone-already': 'no longer exists; its state entry is removed too',
  'not-created': 'is leaving and does not exist in the service; it is not created',
  'delete-by-hand': 'its entry is gone; delete it manually in the console, then run',
  'account-first':
    'its connectors and cycles follow with the next apply: only an existing account can read the catalog',
  'names-unchecked': 'step names are checked after it is created',
  'logs-requests':
    'the service then keeps the request bodies of its steps for the retention time; they may hold personal data',
} as const;

function formatOpenUnmanaged({
  paths,
  isReplaced,
}: Extract<ObjectNotice, { readonly kind: 'unmanaged-open' }>): string {
  const names = paths.map(formatPath).join(', ');
  const fate = isReplaced === true ? 'the new cycle does not have it' : 'this plan leaves it';
  return `others changed ${names} without a line in Git; ${fate}. cyclectl drift shows it`;
}

/** The sentence of a notice about an object or a field. */
export function formatNotice(notice: ObjectNotice): string {
  switch (notice.kind) {
    case 'renamed':
      return formatRenamed(notice.was);
    case 'makes-way':
      return formatDeposed(notice);
    case 'protection':
      return notice.isProtected
        ? 'is protected after the next apply: no command deletes it'
        : 'is no longer protected after the next apply';
    case 'leaving':
      return notice.isLeaving
        ? 'is leaving: its grace period begins when an apply has stopped its cycles'
        : 'is no longer leaving';
    case 'waits':
      return `waits for ${formatName(notice.user)} to sign it in`;
    case 'stays-paused':
      return `stays paused until ${formatAll(notice.connectors.map(formatObjectPath))} signed in`;
    case 'edit-waits': {
      const names = formatAll(notice.connectors.map(formatObjectPath));
      return `keeps running unchanged; ${formatEdits(notice.paths.length)} until ${names} signed in`;
    }
    case 'not-started':
      return notice.isLeft === true
        ? 'stays paused: Git does not own its schedule; start it in the console'
        : 'stays paused; write its schedule to start it';
    case 'run-unknown':
      return `it is unknown if its single run at ${formatName(notice.moment)} happened. Check its runs in the console. If it ran, or must not run: cyclectl state settle ${formatPath(notice.address)} done. If it must run: record the same, then cyclectl run ${formatPath(notice.address)}`;
    case 'single-run':
      return formatAwaitedRun(notice);
    case 'paused-by-us':
      return formatPausedByUs(notice);
    case 'other-key':
      return 'was written under another fingerprint key, so it cannot be compared; --rewrite sends it again';
    case 'create-interrupted':
      return formatInterrupted(notice);
    case 'write-interrupted':
      if (notice.isAtWork) return `${atWork}: ${formatName(notice.does)}`;
      return `cyclectl was interrupted ${formatName(notice.since)} during this operation: ${formatName(notice.does)}; what is shown was read after it`;
    case 'not-compared':
      return `${formatName(notice.from)} ${formatLack(notice.lack, notice.reason)}; left unchanged`;
    case 'never-verified':
      return 'was never verified; --rewrite sends it';
    case 'not-readable':
      return 'the service does not show it; left unchanged';
    case 'by-hand':
      return formatManualAction(notice);
    case 'ignored':
      return formatIgnored(notice);
    case 'ignore-over':
      return `was ignored until ${formatName(notice.until)} (${formatName(toOneLine(notice.reason))}), and that date has passed: remove the entry from ${formatName(formatSpan(notice.at))}, or give it a later date`;
    case 'observed':
      return `observed: it is ${formatFieldValue(notice.path, notice.is)}, and Git has ${formatFieldValue(notice.path, notice.wants)}`;
    case 'not-undone':
      return stays[notice.why];
    case 'gone-already':
    case 'not-created':
    case 'delete-by-hand':
    case 'account-first':
    case 'names-unchecked':
    case 'logs-requests':
      return sentences[notice.kind];
    case 'unmanaged-open':
      return formatOpenUnmanaged(notice);
    case 'slot-unfilled':
      return `no connector of the manifest fills ${formatQuoted(formatName(notice.slot))}: it uses the connector of the service, which may need a sign-in there`;
    default:
      return formatLiveNotice(notice);
  }
}

/** The command that ends the words of a notice; null without one. */
export function formatNoticeCommand(notice: ObjectNotice, context: CommandContext): string | null {
  const { kind, address } = notice;
  if (kind === 'waits') return formatCommandAt('consent', address, context);
  if (kind === 'delete-by-hand') return formatCommandAt('state forget', address, context);
  const isMade = kind === 'not-undone' && notice.why === 'made';
  return isMade ? formatCommandAt('destroy', address, context) : null;
}

const stays: Readonly<Record<NotUndoneReason, string>> = {
  secret:
    'is a secret, and state keeps only a fingerprint of the earlier one: restore it at its source, and apply',
  'not-known': 'stays: the earlier value could not be read',
  'single-run': 'stays: it was for a single run, which cyclectl run requests',
  'no-clear': 'stays: it had no value, and the service offers no way to clear one',
  fixed: 'stays: it cannot be changed on an existing object',
  owned: 'stays: Git no longer owns it',
  'no-entry': 'stays: no manifest names it now',
  gone: 'stays deleted: it no longer exists',
  'made-later': 'stays: a later run created it, and this run changed an earlier one',
  made: 'was created and stays; to delete it, run',
  deleted:
    'was deleted: its history and its sign-ins are lost; apply creates a new one if Git names it again',
  replaced:
    'replaced an earlier one, whose history and webhook addresses are lost; if Git names the earlier origin again, apply replaces it again',
};

const atWork = 'another run is at work on its account';

const pauseEnds = {
  starts: 'not started again; the next apply starts it',
  paused: 'not started again; it stays paused, because Git has state: paused',
  waiting: 'not started again; it starts when it no longer waits',
  running: 'started again outside Git; it keeps running',
  unnamed:
    'not started again; no manifest names it now: restore its entry and apply, or start it in the console and remove it from state with cyclectl state forget',
} as const;

function formatDeposed({
  successor,
  isRunning,
}: Extract<ObjectNotice, { readonly kind: 'makes-way' }>): string {
  const now = isRunning ? 'runs until then' : 'is already paused';
  return `is replaced by ${formatObjectPath(successor)}, and ${now}; it is deleted at the cutover`;
}

function formatPausedByUs({
  since,
  isNamed,
  remains,
  isAtWork,
}: Extract<ObjectNotice, { readonly kind: 'paused-by-us' }>): string {
  if (isAtWork)
    return `${atWork}: it was paused ${formatName(since)}, and is not started again yet`;
  const ends = pauseEnds[isNamed ? (remains ?? 'starts') : 'unnamed'];
  return `was paused by cyclectl ${formatName(since)} and ${ends}`;
}

function formatManualAction({
  path,
  wants,
  isGone,
}: Extract<ObjectNotice, { readonly kind: 'by-hand' }>): string {
  const isRun = wants.kind === 'plain' && path === 'state';
  if (isRun && wants.value === 'paused') {
    return 'pause it manually in the console';
  }
  if (isRun)
    return 'stays paused until the other manual actions are done; then start it in the console, or apply';
  if (isGone === true) {
    return `the cycle no longer has the variable; add it manually in the console: ${formatShownValue(wants)}`;
  }
  return `set it manually in the console: ${formatShownValue(wants)}`;
}

type IgnoredObject = Extract<ObjectNotice, { readonly kind: 'ignored' }>;

function formatIgnored(notice: IgnoredObject): string {
  const { until, reason } = notice;
  return `${formatIgnoredDifference(notice)}; ignored until ${formatName(until)}: ${formatName(toOneLine(reason))}`;
}

function formatIgnoredDifference({ path, is, wants, parts = [], isUpgrade }: IgnoredObject) {
  if (path === null) return 'is gone';
  if (isUpgrade === true) return formatUpgrade(is, parts);
  const more = parts.length === 0 ? '' : `, with ${count(parts.length, 'more change')}`;
  const moved = formatMovedNames({ path, before: wants, now: is });
  return `${moved ?? `is ${formatFieldValue(path, is)}, expected ${formatFieldValue(path, wants)}`}${more}`;
}

function formatInterrupted({
  address,
  since,
  isOrphaned,
  isAtWork,
}: Extract<ObjectNotice, { readonly kind: 'create-interrupted' }>): string {
  if (isAtWork) return `${atWork}: its creation has not ended`;
  const when = `its creation was interrupted ${formatName(since)}`;
  if (isOrphaned === true) {
    const settle = `cyclectl state settle ${formatPath(address)}`;
    return `${when}, and Git no longer names it. If the console has it: ${settle} exists ID. If it does not: ${settle} absent`;
  }
  return toReplacement(address) === null
    ? `${when}; the next apply finds its outcome, or asks a person`
    : `${when}, and Git now names another origin; each plan looks for the object, and deletes it if it appears. If the console does not have it: cyclectl state settle ${formatPath(address)} absent`;
}

// Notices of drift about running cycles and unreadable parts.
function formatLiveNotice(notice: LiveNotice): string {
  switch (notice.kind) {
    case 'troubled': {
      const { errors, warnings } = notice;
      const counts = [
        ...(errors === 0 ? [] : [count(errors, 'error')]),
        ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
      ];
      return `has ${counts.join(' and ')} in its runs; check them in the console`;
    }
    case 'behind-template':
      return 'is behind its template; upgrade it in the console. The next drift shows what the upgrade changed';
    case 'behind-release':
      return formatBehindRelease(notice);
    case 'behind-unread':
      return `the template versions of its cycles could not be read: ${formatName(notice.why)}`;
    case 'part-unread':
      if (notice.part === 'rest')
        return `the parts that no manifest manages were not read, so that this plan names no changes of others: ${formatName(notice.why)}`;
      return `its ${notice.part} ${notice.part === 'structure' ? 'was' : 'were'} not compared: ${formatName(notice.why)}`;
    case 'unclear':
      return `was not compared: ${formatName(notice.why)}`;
    case 'unshown':
      return 'not shown by the service, assumed to be as last written';
    case 'uncompared':
      return 'could not be compared with the baseline; check them in the console, or write them into the manifest';
  }
}

/** Formats a connector that is behind the latest release, and where to read how to move. */
export function formatBehindRelease({ name, installed, latest }: BehindRelease): string {
  const has = [name, ...(installed.version === null ? [] : [installed.version])]
    .map(formatName)
    .join(' ');
  const where =
    installed.version === latest.version
      ? `release ${formatName(installed.id)} of ${has}, whose latest release is ${formatName(latest.id)}`
      : `${has}, and the latest is ${formatName(latest.version ?? '')}`;
  return `is ${where}. To move to it: docs/guides/move-connectors.md of the package`;
}

function formatEdits(edits: number): string {
  return edits === 1 ? 'its edit waits' : `its ${edits} edits wait`;
}

function formatRenamed(was: string): string {
  return `was ${formatQuoted(formatName(was))}; its state entry is renamed by the next apply`;
}

function formatAll(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]} is` : `${names.join(', ')} are`;
}
