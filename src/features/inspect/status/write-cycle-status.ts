import { align, count } from '../../../kit/text/text-layout.ts';
import { quote, writeName } from '../../../kit/text/write-name.ts';
import type { Schedule } from '../../../model/desired/schedule.ts';
import type { Wait } from '../../../model/live/consent.ts';
import {
  type CycleStatus,
  isStopped,
  type KnownSchedule,
  needsPerson,
} from '../../../model/report/status.ts';

const place = { column: 36, hang: 6, most: 4 };

/** A connector that waits, in a line of its account. */
export function writeWait({ address, user, isInstalled, since }: Wait, account: string): string {
  const begun = since === null ? '' : ` since ${writeName(since)}`;
  const says = isInstalled
    ? `waits for ${writeName(user)}${begun}`
    : `will wait for ${writeName(user)}; the next apply installs it`;
  return align(`  ${isInstalled ? '!' : ' '} ${writeWithin(address, account)}`, says, place);
}

/** A cycle in a line of its account: state, what is wrong with it, schedule, next and last run. */
export function writeCycleStatus(cycle: CycleStatus, account: string): string {
  const { address, name } = cycle;
  const shown = address === null ? `${quote(name)}, not in Git` : writeWithin(address, account);
  const says = [...writeState(cycle), ...writeTimes(cycle)].join('; ');
  return align(`  ${needsPerson(cycle) ? '!' : ' '} ${shown}`, says, place);
}

function writeWithin(address: string, account: string): string {
  return writeName(address.startsWith(`${account}/`) ? address.slice(account.length + 1) : address);
}

function writeState(cycle: CycleStatus): string[] {
  const { state, errors, warnings, notSignedIn, pausedByUsSince, isRunUnknown } = cycle;
  if (state === null) return [writeMissing(cycle)];
  return [
    writeName(state) + (isOtherwise(cycle) ? `, and Git wants it ${cycle.wants ?? ''}` : ''),
    ...writeOwner(cycle),
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
          `paused for an edit of ours since ${writeName(pausedByUsSince)}: resume or apply ends it`,
        ]),
    ...(isRunUnknown === true
      ? ['whether its single run was had nobody can tell: see cyclectl state settle']
      : []),
  ];
}

function isOtherwise(cycle: CycleStatus): boolean {
  const { state, wants, stateOwner } = cycle;
  return isStopped(cycle) || (state === 'Active' && wants === 'paused' && stateOwner === undefined);
}

function writeMissing({ isGone, ignoredUntil }: CycleStatus): string {
  if (isGone !== true) return 'not on the service yet';
  const gone = 'gone from the service';
  return ignoredUntil === undefined ? gone : `${gone}, ignored until ${writeName(ignoredUntil)}`;
}

// Who has the say is of interest where it is not as Git has it.
function writeOwner({ state, wants, stateOwner, ignoredUntil }: CycleStatus): string[] {
  if (stateOwner === undefined || (state === 'Active') === (wants === 'active')) return [];
  const wish = `Git has it ${wants ?? ''}`;
  if (ignoredUntil !== undefined) return [`${wish}, ignored until ${writeName(ignoredUntil)}`];
  return [`${wish}, and others have the say: its state is ${stateOwner}`];
}

function writeTimes(cycle: CycleStatus): string[] {
  const { state, next, schedule, lastSuccess } = cycle;
  if (state === null) return [];
  const last =
    lastSuccess === undefined
      ? 'last run not told by the service'
      : lastSuccess === null
        ? 'no run succeeded yet'
        : `last success ${writeName(lastSuccess)}`;
  if (next.kind === 'none') return [last];
  const nextly = {
    expected: () => [`next ${next.kind === 'expected' ? writeName(next.at) : ''} expected`],
    'on-call': () => [],
    past: () => ['its time is past'],
    unknown: () => ['next run not known'],
  }[next.kind]();
  return [writeKnown(schedule), ...nextly, last];
}

function writeKnown(known: KnownSchedule): string {
  if (known.from === 'nowhere')
    return 'schedule not known: not shown, and no start of ours tells it';
  if ('unlistedMinutes' in known)
    return `every ${count(known.unlistedMinutes, 'minute')}, as the service shows it`;
  const says = writeSchedule(known.schedule);
  return known.from === 'sent' ? says : `${says}, as the service shows it`;
}

function writeSchedule(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'every':
      return `every ${schedule.every}`;
    case 'once':
      return `once at ${writeName(schedule.at)}`;
    case 'webhook':
      return 'whenever it is called';
  }
}
