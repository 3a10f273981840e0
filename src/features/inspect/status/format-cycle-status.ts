import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import { count, formatAligned } from '../../../kit/text/text-layout.ts';
import type { Schedule } from '../../../model/desired/schedule.ts';
import type { PendingConsent } from '../../../model/live/consent.ts';
import {
  type CycleStatus,
  isAttentionNeeded,
  isStopped,
  type KnownSchedule,
} from '../../../model/report/status.ts';

const place = { column: 36, hang: 6, most: 4 };

/** A connector that waits, in a line of its account. */
export function formatWait(
  { address, user, isInstalled, since }: PendingConsent,
  account: string,
): string {
  const begun = since === null ? '' : ` since ${formatName(since)}`;
  const says = isInstalled
    ? `waits for ${formatName(user)}${begun}`
    : `will wait for ${formatName(user)}; the next apply installs it`;
  return formatAligned(
    `  ${isInstalled ? '!' : ' '} ${formatWithin(address, account)}`,
    says,
    place,
  );
}

/** A cycle in a line of its account: state, what is wrong with it, schedule, next and last run. */
export function formatCycleStatus(cycle: CycleStatus, account: string): string {
  const { address, name } = cycle;
  const shown =
    address === null ? `${formatQuoted(name)}, not in Git` : formatWithin(address, account);
  const says = [...formatState(cycle), ...formatTimes(cycle)].join('; ');
  return formatAligned(`  ${isAttentionNeeded(cycle) ? '!' : ' '} ${shown}`, says, place);
}

function formatWithin(address: string, account: string): string {
  return formatName(
    address.startsWith(`${account}/`) ? address.slice(account.length + 1) : address,
  );
}

function formatState(cycle: CycleStatus): string[] {
  const { state, errors, warnings, notSignedIn, pausedByUsSince, isRunUnknown } = cycle;
  if (state === null) return [formatMissing(cycle)];
  return [
    formatName(state) + (isOutOfSync(cycle) ? `, and Git wants it ${cycle.wants ?? ''}` : ''),
    ...formatOwner(cycle),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(notSignedIn > 0
      ? [
          `${count(notSignedIn, 'connector')} of it ${notSignedIn === 1 ? 'is' : 'are'} not signed in`,
        ]
      : []),
    ...(pausedByUsSince === undefined
      ? []
      : [
          `paused for an edit of ours since ${formatName(pausedByUsSince)}: resume or apply ends it`,
        ]),
    ...(isRunUnknown === true
      ? ['whether its single run was had nobody can tell: see cyclectl state settle']
      : []),
  ];
}

function isOutOfSync(cycle: CycleStatus): boolean {
  const { state, wants, stateOwner } = cycle;
  return isStopped(cycle) || (state === 'Active' && wants === 'paused' && stateOwner === undefined);
}

function formatMissing({ isGone, ignoredUntil }: CycleStatus): string {
  if (isGone !== true) return 'not on the service yet';
  const gone = 'gone from the service';
  return ignoredUntil === undefined ? gone : `${gone}, ignored until ${formatName(ignoredUntil)}`;
}

// Who has the say is of interest where it is not as Git has it.
function formatOwner({ state, wants, stateOwner, ignoredUntil }: CycleStatus): string[] {
  if (stateOwner === undefined || (state === 'Active') === (wants === 'active')) return [];
  const wanted = `Git has it ${wants ?? ''}`;
  if (ignoredUntil !== undefined) return [`${wanted}, ignored until ${formatName(ignoredUntil)}`];
  return [`${wanted}, and others have the say: its state is ${stateOwner}`];
}

function formatTimes(cycle: CycleStatus): string[] {
  const { state, next, schedule, lastSuccess } = cycle;
  if (state === null) return [];
  const last =
    lastSuccess === undefined
      ? 'last run not told by the service'
      : lastSuccess === null
        ? 'no run succeeded yet'
        : `last success ${formatName(lastSuccess)}`;
  if (next.kind === 'none') return [last];
  const nextly = {
    expected: () => [`next ${next.kind === 'expected' ? formatName(next.at) : ''} expected`],
    'on-call': () => [],
    past: () => ['its time is past'],
    unknown: () => ['next run not known'],
  }[next.kind]();
  return [formatKnown(schedule), ...nextly, last];
}

function formatKnown(known: KnownSchedule): string {
  if (known.from === 'nowhere')
    return 'schedule not known: not shown, and no start of ours tells it';
  if ('unlistedMinutes' in known)
    return `every ${count(known.unlistedMinutes, 'minute')}, as the service shows it`;
  const says = formatSchedule(known.schedule);
  return known.from === 'sent' ? says : `${says}, as the service shows it`;
}

function formatSchedule(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'every':
      return `every ${schedule.every}`;
    case 'once':
      return `once at ${formatName(schedule.at)}`;
    case 'webhook':
      return 'whenever it is called';
  }
}
