import { formatName } from '../../../../kit/text/format-name.ts';
import { formatSome } from '../../../../kit/text/format-some.ts';
import { toSeconds } from '../../../../kit/text/instant.ts';
import {
  count,
  formatAligned,
  formatDuration,
  formatHanging,
  formatParagraph,
} from '../../../../kit/text/text-layout.ts';
import { type Address, toFieldAddress } from '../../../../model/address.ts';
import { formatCommandAt } from '../../../../model/report/advice/commands.ts';
import { formatDrift } from '../../../../reports/blocks/objects/format-drift.ts';
import { formatPath } from '../../../../reports/blocks/words/format-path.ts';
import { formatShortCommit } from '../../../../reports/blocks/words/format-short-commit.ts';
import type { Paint } from '../../../../reports/text/paint.ts';
import { formatKind } from '../format-incidents.ts';
import {
  type Cause,
  type ErrorEvent,
  findTime,
  type ReleaseEvent,
  type RunEvent,
  type SignInEvent,
  type StoppedEvent,
  type WhyEvent,
} from './why-event.ts';

/** The frame of an answer. */
export type WhyFrame = {
  readonly address: Address;
  readonly environment: string;
  /** The project's folder as it was typed. */
  readonly directory: string;
  /** ISO UTC. */
  readonly after: string;
  /** ISO UTC of the last run without an error; null: none, or unknown. */
  readonly lastSuccess: string | null;
  /** False if something could not be read. */
  readonly isWhole: boolean;
};

/** Causes that are printed; all are in the data. */
const mostCauses = 5;

/** Formats possible causes, the likeliest first, with what each rests on; then the timeline. */
export function* formatWhyText(
  frame: WhyFrame,
  { causes, events }: { readonly causes: readonly Cause[]; readonly events: readonly WhyEvent[] },
  paint: Paint,
): Generator<string, void, undefined> {
  const { address, environment } = frame;
  const { columns } = paint;
  yield `${paint.bold(`Causes of errors of ${formatPath(address)} in ${formatName(environment)}`)}\n\n`;
  for (const [index, cause] of causes.slice(0, mostCauses).entries()) {
    yield `${formatCause(cause, index + 1, paint).join('\n')}\n`;
  }
  if (causes.length === 0) yield `${formatParagraph(formatNone(frame, events), 0, columns)}\n`;
  if (events.length === 0) return;
  yield `\n${paint.bold('Timeline')}\n`;
  for (const event of sortEvents(events)) yield `${formatEvent(event, columns)}\n`;
  const last = frame.lastSuccess;
  const end = [
    ...(last === null ? [] : [`The last run without an error was ${formatName(toSeconds(last))}.`]),
    'No cause is proven: the order of events suggests it.',
  ];
  yield `\n${formatParagraph(end.join(' '), 0, columns)}\n`;
  const place = { directory: frame.directory, environment };
  yield `\nTo list its runs:\n  ${formatCommandAt('transactions', address, place)}\n`;
}

function formatNone({ after, isWhole }: WhyFrame, events: readonly WhyEvent[]): string {
  const hasErrors = events.some(({ kind }) => kind === 'errors');
  if (!isWhole) return 'No cause is known, and not everything could be read.';
  return hasErrors
    ? 'Nothing that cyclectl knows of changed before the errors.'
    : `It has no errors since ${formatName(toSeconds(after))}.`;
}

function formatCause(cause: Cause, number: number, paint: Paint): string[] {
  const { columns } = paint;
  const [first, ...rest] = cause.restsOn;
  const errors = rest.flatMap((event) => (event.kind === 'errors' ? [event] : []));
  const basis = [
    ...(first?.kind === 'errors' ? [formatErrors(first)] : []),
    ...errors.map((error) => `${formatGap(first, error)}${formatErrors(error)}`),
    ...rest.flatMap((event) => (event.kind === 'drift' ? [formatDriftEvent(event.item)] : [])),
  ];
  const title = `${number}. ${first === undefined ? cause.kind : toSentence(cause, first)}`;
  return [
    formatHanging(paint.bold(title), 3, columns),
    ...basis.map((text) => formatHanging(`   - ${text}`, 5, columns)),
  ];
}

function toSentence({ kind }: Cause, first: WhyEvent): string {
  switch (kind) {
    case 'sign-in':
      return first.kind === 'sign-in' ? formatSignIn(first) : '';
    case 'credentials':
      return 'The third party refused the credentials of a connector';
    case 'run':
      return first.kind === 'run' ? `Our ${formatRun(first)}` : '';
    case 'drift':
      return first.kind === 'drift' ? `A change outside Git: ${formatDriftEvent(first.item)}` : '';
    case 'release':
      return first.kind === 'release' ? `An old release: ${formatRelease(first)}` : '';
    case 'rate':
      return 'The third party limits the rate of requests';
    case 'third-party':
      return 'The third party failed to answer';
    case 'data':
      return 'The third party refused the data of a record, or lacks what it names';
    case 'stopped':
      return first.kind === 'stopped' ? formatStopped(first) : '';
  }
}

/** `4 min later: `; nothing where a time is unknown. */
function formatGap(first: WhyEvent | undefined, error: ErrorEvent): string {
  if (first?.kind !== 'run' || error.firstAt === null) return '';
  const gapMs = Date.parse(error.firstAt) - Date.parse(first.at);
  return gapMs < 0 ? '' : `${formatDuration(gapMs)} later: `;
}

function formatErrors({ count: number, firstAt, lastAt, ...kind }: ErrorEvent): string {
  const times = firstAt === null ? '' : ` since ${formatName(toSeconds(firstAt))}`;
  const last =
    lastAt === null || lastAt === firstAt ? '' : `, the last at ${formatName(toSeconds(lastAt))}`;
  return `${count(number, 'error')}${times}${last}: ${formatKind(kind)}`;
}

const maxChanged = 4;

function formatRun({ command, run, author, commit, changed, outcome }: RunEvent): string {
  const at = commit === null ? '' : `, commit ${formatName(formatShortCommit(commit))}`;
  const end = outcome === 'partial' ? ', partly done' : outcome === null ? ', not ended' : '';
  const what = formatSome(changed.map(formatPath), maxChanged);
  return `${command} ${formatName(run)} by ${formatName(author)}${at}${end} changed ${what}`;
}

function formatDriftEvent(item: Extract<WhyEvent, { kind: 'drift' }>['item']): string {
  const { address, path } = item;
  const whole = path === null ? address : toFieldAddress(address, path);
  return `${formatPath(whole)} ${formatDrift(item)}`;
}

function formatRelease({ connector, name, installed, latest }: ReleaseEvent): string {
  const where = connector === null ? formatName(name) : formatPath(connector);
  const versions = [installed, latest].map(({ version, id }) => formatName(version ?? id));
  return `${where} is ${versions[0] ?? ''}, and the latest is ${versions[1] ?? ''}`;
}

function formatSignIn({ connector }: SignInEvent): string {
  return connector === null
    ? 'A connector of it is not signed in'
    : `${formatPath(connector)} is not signed in`;
}

const wishes: Readonly<Record<'active' | 'paused', string>> = {
  active: ', and Git wants it active',
  paused: ', as Git wants it',
};

function formatStopped({ state, wants, pausedByUsSince }: StoppedEvent): string {
  if (state === null) return 'The service does not have it';
  if (pausedByUsSince !== undefined)
    return 'An edit of cyclectl was interrupted while it was paused';
  return `It is ${formatName(state.toLowerCase())}${wants === null ? '' : wishes[wants]}`;
}

function sortEvents(events: readonly WhyEvent[]): readonly WhyEvent[] {
  const toMs = (event: WhyEvent) => {
    const time = findTime(event);
    return time === null ? Number.POSITIVE_INFINITY : Date.parse(time);
  };
  return events.toSorted((left, right) => {
    const [a, b] = [toMs(left), toMs(right)];
    return a === b ? 0 : a - b;
  });
}

function formatEvent(event: WhyEvent, width: number): string {
  const left = `  ${formatName(toSeconds(findTime(event) ?? 'now'))}`;
  return formatAligned(left, toLine(event), { column: 28, hang: 6, most: 6, width });
}

function toLine(event: WhyEvent): string {
  switch (event.kind) {
    case 'errors':
      return formatErrors(event);
    case 'run':
      return formatRun(event);
    case 'drift':
      return `noticed: ${formatDriftEvent(event.item)}`;
    case 'release':
      return formatRelease(event);
    case 'sign-in':
      return formatSignIn(event);
    case 'stopped':
      return formatStopped(event);
  }
}
