import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../../kit/tasks/duration.ts';
import { parseInstant } from '../../kit/text/instant.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { ReportFile, ReportFormat } from '../../model/report/report-document.ts';
import type { ListenAddress } from '../output/open-http-server.ts';

/** As long as a cycle may take to drain, by default. */
export const defaultLockTimeoutMs = 600_000;

/** For every command that writes: the time to wait for a locked account. */
export function makeLockTimeoutOption(): Option {
  return new Option(
    '--lock-timeout <duration>',
    'Wait at most this long for accounts that another run has locked',
  )
    .argParser(toDurationMs)
    .default(defaultLockTimeoutMs, '10m');
}

/** The exact number of deletes that a plan may have. */
export function makeAllowDeletesOption(): Option {
  return new Option(
    '--allow-deletes <number>',
    'Allow exactly this many deletes and replacements',
  ).argParser(toCount);
}

/** Sends values that the service does not show. */
export function makeRewriteOption(): Option {
  return new Option('--rewrite', 'Send values again that cannot be verified (secrets, schedules)');
}

/** The most protected accounts that may be orphaned. */
export function makeAllowOrphansOption(): Option {
  return new Option(
    '--allow-orphans <number>',
    'Allow at most this many protected accounts that no manifest has any more',
  ).argParser(toCount);
}

/** The address of a server. */
export function makeListenOption(description: string): Option {
  return new Option('--listen <address>', description)
    .argParser(toListenAddress)
    .default({ host: '127.0.0.1', port: 8080 }, '127.0.0.1:8080');
}

/** Where a browser is sent after a sign-in. */
export function makeReturnToOption(): Option {
  return new Option(
    '--return-to <url>',
    'Send customers to this address after the sign-in, instead of a page',
  ).argParser(toWebUrl);
}

/** An address to listen on, such as `127.0.0.1:8080`. */
export function toListenAddress(value: string): ListenAddress {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(value) ?? [];
  if (host === '' || Number(port) > 65_535)
    throw new InvalidArgumentError('Write HOST:PORT, such as 127.0.0.1:8080.');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

// https, or http to loopback.
function toWebUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return url.href;
  throw new InvalidArgumentError('Write an https URL, such as https://app.example/settings.');
}

/** Permission to replace cycles. */
export function makeAllowReplaceOption(): Option {
  return new Option('--allow-replace', 'Allow the plan to replace cycles');
}

/** Permission to end webhook addresses that others call. */
export function makeAllowNewWebhookUrlsOption(): Option {
  return new Option(
    '--allow-new-webhook-urls',
    'Allow replacements to change webhook addresses that others call',
  );
}

/** Formats that a report of any command can be written in. */
const commonFormats: readonly ReportFormat[] = ['text', 'json', 'markdown', 'html', 'github'];

/** Formats for findings of each account. */
export const findingFormats: readonly ReportFormat[] = [...commonFormats, 'junit', 'sarif'];

/** Further files for the report. */
export function makeReportOption(formats: readonly ReportFormat[] = commonFormats): Option {
  const names = formats.join(', ');
  const toWishes = (value: string, before: readonly ReportFile[]): ReportFile[] => {
    const [name, file] = splitAt(value, value.indexOf('='));
    const format = formats.find((item) => item === name);
    if (format === undefined || file === '') {
      throw new InvalidArgumentError(`Write FORMAT=FILE; formats are ${names}.`);
    }
    return [...before, { format, file }];
  };
  return new Option(
    '--report <format=file>',
    `Also write the report to a file: ${names}; repeatable`,
  )
    .argParser(toWishes)
    .default([], 'none');
}

function splitAt(text: string, at: number): [before: string, after: string] {
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The name that identifies a comment or an issue. */
export function makeAsOption(): Option {
  const toName = (name: string): string => {
    if (name !== '' && name.length <= 200) return name;
    throw new InvalidArgumentError('Write a name of at most 200 characters.');
  };
  const what = 'Set the name that identifies it; by default the kind and environment of the report';
  return new Option('--as <name>', what).argParser(toName);
}

/** Milliseconds of a duration as it was typed. */
export function toDurationMs(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError('Write a duration, such as 30s, 10m or 0s.');
  return ms;
}

/** The same for times between requests, which may not be zero. */
export function toIntervalMs(text: string): number {
  const ms = toDurationMs(text);
  if (ms >= 1000 && ms <= dayMs) return ms;
  throw new InvalidArgumentError('Write a duration from 1s to 1d.');
}

const dayMs = 86_400_000;

/** The same for a time to look back. */
export function toPastMs(text: string): number {
  const ms = toDurationMs(text);
  if (ms <= 366 * dayMs) return ms;
  throw new InvalidArgumentError('Write a duration of at most 366d.');
}

/** ISO UTC of a time as it was typed, with its time zone. */
export function toInstant(text: string): string {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  throw new InvalidArgumentError(
    'Write a time with its time zone, such as 2026-12-31T02:00:00Z or 2026-12-31T03:00+01:00.',
  );
}

/** All values of an option that may repeat. */
export function addValue(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** The value of an option that an answer takes once, so that none of two is lost. */
export function toOneValue(value: string, before?: string): string {
  if (before !== undefined) throw new InvalidArgumentError('Pass one at a time.');
  return value;
}

/** A whole number of at least one as it was typed. */
export function toPositiveCount(text: string): number {
  const count = toCount(text);
  if (count === 0) throw new InvalidArgumentError('Write a whole number of at least 1.');
  return count;
}

/** A whole number as it was typed. */
export function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** One of several parts of the accounts, counted from 1. */
export type Shard = { readonly part: number; readonly of: number };

/** A part as it was typed, such as `2/8`. */
export function toShard(text: string): Shard {
  const [, part = '0', of = '0'] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (shard.part >= 1 && shard.part <= shard.of) return shard;
  throw new InvalidArgumentError('Write a part and the number of parts, such as 1/8 to 8/8.');
}

/** `--group NUMBER`, as text. */
export function makeGroupOption(): Option {
  const says = 'Print each account of a group of equal changes, by its number in the report';
  return new Option('--group <number>', says).argParser(toPositiveCount);
}

/** `--into PLACE`: where a change of all accounts of a blueprint goes. */
export function makeIntoOption(prefix: string): Option {
  const says = `${prefix} a change that all accounts of a blueprint or segment have into their rows, or into its line that they share`;
  return new Option('--into <place>', says).choices(['rows', 'shared']);
}

/** The approver, for the history; the author stays the user of the machine. */
export function makeApprovedByOption(): Option {
  return new Option(
    '--approved-by <name>',
    'Record who approved it; history shows the name with the commit and the pipeline run',
  ).argParser(toPersonName);
}

const maxNameLength = 200;

/** A name of a person as it was typed. */
function toPersonName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > maxNameLength || toVisible(name) !== name) {
    throw new InvalidArgumentError(`Write a name of 1 to ${maxNameLength} visible characters.`);
  }
  return name;
}
