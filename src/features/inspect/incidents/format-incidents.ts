import { formatName, formatQuoted, toLine, toOneLine } from '../../../kit/text/format-name.ts';
import { toSeconds } from '../../../kit/text/instant.ts';
import {
  count,
  formatAligned,
  formatParagraph,
  formatSpread,
} from '../../../kit/text/text-layout.ts';
import type { IncidentLevel } from '../../../model/live/transaction.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { formatCommandAt } from '../../../model/report/advice/commands.ts';
import type {
  IncidentGroup,
  IncidentKind,
  IncidentPlace,
  IncidentTotals,
} from '../../../model/report/incidents.ts';
import type { RunCost } from '../../../model/report/report.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatTarget } from '../../../reports/blocks/words/format-target.ts';
import type { Paint } from '../../../reports/text/paint.ts';

/** Groups of a text, and cycles of each; all are in the data. */
export const mostGroups = 20;
export const mostPlaces = 5;

/** The frame of a list of incidents. */
export type IncidentsFrame = {
  readonly target: PlanTarget;
  /** The project's folder as it was typed. */
  readonly directory: string;
  /** ISO UTC. */
  readonly after: string;
  readonly levels: readonly IncidentLevel[];
  readonly cost: RunCost;
  readonly accounts: number;
  readonly unread: number;
  /** Accounts that the service does not have. */
  readonly missing: number;
  readonly skipped: number;
  /** Location of what identifies a record. */
  readonly record?: string;
};

/** Formats groups of incidents: the kind, how many, since when, and the cycles that have the most. */
export function* formatIncidentsText(
  frame: IncidentsFrame,
  groups: readonly IncidentGroup[],
  paint: Paint,
): Generator<string, void, undefined> {
  const { columns } = paint;
  const size = `${count(frame.accounts, 'account')}, ${count(frame.cost.requests, 'request')}`;
  yield `${formatSpread(paint.bold(`Incidents of ${formatTarget(frame.target)}`), size, columns)}\n`;
  for (const group of groups.slice(0, mostGroups)) {
    yield `\n${formatGroup(group, frame, paint).join('\n')}\n`;
  }
  yield `\n${listEnd(frame, groups)
    .map((text) => formatParagraph(text, 0, columns))
    .join('\n')}\n`;
  const address = groups[0]?.places[0]?.address ?? null;
  if (address !== null) {
    const place = { directory: frame.directory, environment: frame.target.environment };
    yield `\nTo see what changed before the first:\n  ${formatCommandAt('why', address, place)}\n`;
  }
}

function formatGroup(group: IncidentGroup, { record }: IncidentsFrame, paint: Paint): string[] {
  const { places, accounts, level } = group;
  const size = `${count(group.count, level)} in ${count(accounts, 'account')}`;
  const more = places.length - mostPlaces;
  const painted = level === 'error' ? paint.red(size) : size;
  const { columns } = paint;
  return [
    formatSpread(paint.bold(formatKind(group)), painted, columns),
    ...places
      .slice(0, mostPlaces)
      .flatMap((place) => formatPlace(place, group, { columns, record })),
    ...(more > 0 ? [`    and ${count(more, 'more cycle')}: --format json`] : []),
  ];
}

/** `Add subscriber: Failed to call the method, HTTP 422`. */
export function formatKind({ step, message, status }: IncidentKind): string {
  const text = message === null ? 'an error without a message' : toLine(toOneLine(message));
  const code = status === null ? '' : `, HTTP ${status}`;
  return `${step === null ? '' : `${formatName(step)}: `}${text}${code}`;
}

const placement = { column: 36, hang: 6, most: 4 };

function formatPlace(
  place: IncidentPlace,
  group: IncidentGroup,
  { columns, record }: { readonly columns: number; readonly record: string | undefined },
): string[] {
  const { address, account, cycle, transaction, url } = place;
  const shown =
    address === null
      ? `${formatName(account)}, ${formatQuoted(cycle)}, not in state`
      : formatPath(address);
  const facts = [
    ...(group.places.length > 1 ? [String(place.count)] : []),
    ...formatTimes(place),
    ...(transaction === null ? [] : [`transaction ${formatName(transaction)}`]),
    ...(record === undefined ? [] : [`${formatName(record)} ${formatRecord(place)}`]),
  ];
  return [
    formatAligned(`  ${shown}`, facts.join(', '), { ...placement, width: columns }),
    ...(url === null ? [] : [`      ${url}`]),
  ];
}

function formatRecord({ record = null }: IncidentPlace): string {
  return record === null ? 'not found' : formatQuoted(record);
}

/** `2026-11-30T07:01:00Z`, or the first and last time; nothing where the service shows none. */
export function formatTimes({ firstAt, lastAt }: IncidentTotals): readonly string[] {
  if (firstAt === null || lastAt === null) return [];
  return [
    firstAt === lastAt
      ? formatName(toSeconds(firstAt))
      : `${formatName(toSeconds(firstAt))} to ${formatName(toSeconds(lastAt))}`,
  ];
}

function listEnd(frame: IncidentsFrame, groups: readonly IncidentGroup[]): string[] {
  const { after, levels, accounts, unread, missing, skipped } = frame;
  const kinds = levels.map((level) => {
    const number = groups.reduce((sum, each) => sum + (each.level === level ? each.count : 0), 0);
    return number === 0 ? `no ${level}s` : count(number, level);
  });
  const read = accounts - unread - missing;
  const more = groups.length - mostGroups;
  return [
    `${formatStart(kinds.join(', '))} since ${formatName(toSeconds(after))} in ${count(read, 'account')}.`,
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read.`]),
    ...(missing === 0 ? [] : [`${count(missing, 'account')} not in the service.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    ...(more > 0 ? [`${count(more, 'more kind')}: --format json.`] : []),
  ];
}

function formatStart(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** A row per kind and cycle. */
export function* listIncidentRows(
  groups: readonly IncidentGroup[],
): Generator<readonly string[], void, undefined> {
  for (const { level, step, message, status, places } of groups) {
    for (const place of places) {
      yield [
        level,
        place.address ?? `${place.account} ${place.cycle}`,
        step ?? '',
        message ?? '',
        String(status ?? ''),
        String(place.count),
        place.firstAt ?? '',
        place.lastAt ?? '',
        place.transaction ?? '',
        place.record ?? '',
        place.url ?? '',
      ];
    }
  }
}
