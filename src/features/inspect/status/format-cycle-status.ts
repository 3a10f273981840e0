import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import { count, formatAligned } from '../../../kit/text/text-layout.ts';
import type { LiveSchedule } from '../../../model/desired/schedule.ts';
import type { PendingConsent } from '../../../model/live/consent.ts';
import { type CommandPlace, formatCommandAt } from '../../../model/report/advice/commands.ts';
import { isAttentionNeeded, isStopped } from '../../../model/report/health.ts';
import type { BehindConnector, CycleStatus, KnownSchedule } from '../../../model/report/status.ts';
import { formatBehindRelease } from '../../../reports/blocks/notices/format-notice.ts';

const placement = { column: 36, hang: 6, most: 4 };

/** The account of a line, and the columns of the text. */
type Within = { readonly account: string; readonly width: number };

/** Formats a connector that waits. */
export function formatWait(
  { address, user, isInstalled, since }: PendingConsent,
  { account, width }: Within,
): string {
  const suffix = since === null ? '' : ` since ${formatName(since)}`;
  const text = isInstalled
    ? `waits for ${formatName(user)}${suffix}`
    : `will wait for ${formatName(user)}; the next apply installs it`;
  return formatAligned(`  ${isInstalled ? '!' : ' '} ${formatWithin(address, account)}`, text, {
    ...placement,
    width,
  });
}

/** Formats a connector that is behind the latest release. */
export function formatBehind(
  { address, id, ...behind }: BehindConnector,
  { account, width }: Within,
): string {
  const shown =
    address === null ? `connector ${formatName(id)}, not in state` : formatWithin(address, account);
  return formatAligned(`    ${shown}`, formatBehindRelease(behind), { ...placement, width });
}

/** Formats a cycle: state, problems, schedule, next and last run. */
export function formatCycleStatus(
  cycle: CycleStatus,
  { account, place, width }: Within & { readonly place: CommandPlace },
): string {
  const { address, name } = cycle;
  const shown =
    address === null ? `${formatQuoted(name)}, not in Git` : formatWithin(address, account);
  const text = [...formatState(cycle, place), ...formatTimes(cycle)].join('; ');
  const mark = isAttentionNeeded(cycle) ? '!' : ' ';
  return formatAligned(`  ${mark} ${shown}`, text, { ...placement, width });
}

function formatWithin(address: string, account: string): string {
  return formatName(
    address.startsWith(`${account}/`) ? address.slice(account.length + 1) : address,
  );
}

function formatState(cycle: CycleStatus, place: CommandPlace): string[] {
  const { address, state, errors, warnings, notSignedIn, pausedByUsSince, isRunUnknown } = cycle;
  if (state === null) return [formatMissing(cycle)];
  return [
    formatName(state) + (isOutOfSync(cycle) ? `, Git wants it ${cycle.wants ?? ''}` : ''),
    ...formatOwner(cycle),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(notSignedIn > 0 ? [`${count(notSignedIn, 'connector')} not signed in`] : []),
    ...(pausedByUsSince === undefined
      ? []
      : [
          `paused by cyclectl for an edit since ${formatName(pausedByUsSince)}: run resume or apply to finish it`,
        ]),
    ...(isRunUnknown === true && address !== null
      ? [
          `its single run may have happened or not: look in the console, then run ${formatCommandAt('state settle', address, place)} done`,
        ]
      : []),
  ];
}

function isOutOfSync(cycle: CycleStatus): boolean {
  const { state, wants, stateOwner, schedule } = cycle;
  const isSingle =
    schedule.from === 'sent' && 'schedule' in schedule && schedule.schedule.kind === 'once';
  const isStarted = state === 'Active' && wants === 'paused' && !isSingle;
  return isStopped(cycle) || (isStarted && stateOwner === undefined);
}

function formatMissing({ isGone, ignoredUntil }: CycleStatus): string {
  if (isGone !== true) return 'not in the service yet';
  const gone = 'gone from the service';
  return ignoredUntil === undefined ? gone : `${gone}, ignored until ${formatName(ignoredUntil)}`;
}

// Shows the owner only when the live state differs from Git.
function formatOwner({ state, wants, stateOwner, ignoredUntil }: CycleStatus): string[] {
  if (stateOwner === undefined || (state === 'Active') === (wants === 'active')) return [];
  const request = `Git wants it ${wants ?? ''}`;
  if (ignoredUntil !== undefined) return [`${request}, ignored until ${formatName(ignoredUntil)}`];
  return [`${request}, but its state is ${stateOwner}`];
}

function formatTimes(cycle: CycleStatus): string[] {
  const { state, next, schedule, lastSuccess } = cycle;
  if (state === null) return [];
  const last =
    lastSuccess === undefined
      ? 'last run not reported by the service'
      : lastSuccess === null
        ? 'no run succeeded yet'
        : `last success ${formatName(lastSuccess)}`;
  if (next.kind === 'none') return [last];
  const nextly = {
    expected: () => [`next ${next.kind === 'expected' ? formatName(next.at) : ''} estimated`],
    'on-call': () => [],
    past: () => ['its time has passed'],
    unknown: () => ['next run unknown'],
  }[next.kind]();
  return [formatKnown(schedule), ...nextly, last];
}

function formatKnown(known: KnownSchedule): string {
  if (known.from === 'nowhere')
    return 'schedule unknown: not shown by the service, nor started by cyclectl';
  if ('unlistedMinutes' in known)
    return `every ${count(known.unlistedMinutes, 'minute')}, as shown by the service`;
  const text = formatSchedule(known.schedule);
  return known.from === 'sent' ? text : `${text}, as shown by the service`;
}

function formatSchedule(schedule: LiveSchedule): string {
  switch (schedule.kind) {
    case 'every':
      return `every ${schedule.every}`;
    case 'once':
      return `once at ${formatName(schedule.at)}`;
    case 'webhook':
      return 'whenever it is called';
  }
}
