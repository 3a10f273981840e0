import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../../kit/tasks/duration.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { ReportFile, ReportFormat } from '../../model/report/report-document.ts';

/** As long as a cycle may take to drain, by default. */
export const defaultLockTimeoutMs = 600_000;

/** Of every command that writes: how long an account that another run has is waited for. */
export function makeLockTimeoutOption(): Option {
  return new Option(
    '--lock-timeout <duration>',
    'how long to wait for accounts that another run works on',
  )
    .argParser(toDurationMs)
    .default(defaultLockTimeoutMs, '10m');
}

/** How much of what is ours a plan may let go of, by name. */
export function makeAllowDeletesOption(): Option {
  return new Option(
    '--allow-deletes <number>',
    'how many objects the plan may delete or replace; must be exact',
  ).argParser(toCount);
}

/** Whether a plan may replace cycles. */
export function makeAllowReplaceOption(): Option {
  return new Option('--allow-replace', 'let new cycles take the place of earlier ones');
}

/** Whether a plan may end addresses that others call. */
export function makeAllowNewWebhookUrlsOption(): Option {
  return new Option(
    '--allow-new-webhook-urls',
    'let that end addresses which others call, and give new ones',
  );
}

/** Formats that a report of any command can be written in. */
export const commonFormats: readonly ReportFormat[] = [
  'text',
  'json',
  'markdown',
  'html',
  'github',
];

/** Formats that a report of what was found in each account can be written in. */
export const findingFormats: readonly ReportFormat[] = [...commonFormats, 'junit', 'sarif'];

/** Where else a command writes what it came to. */
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
  return new Option('--report <format=file>', `write it there too: ${names}; may repeat`)
    .argParser(toWishes)
    .default([], 'none');
}

function splitAt(text: string, at: number): [before: string, after: string] {
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** What a comment or an issue is found by. */
export function makeAsOption(): Option {
  const toName = (name: string): string => {
    if (name !== '' && name.length <= 200) return name;
    throw new InvalidArgumentError('Write a name of at most 200 letters.');
  };
  const what = 'what it is found by; the kind and environment of the report by default';
  return new Option('--as <name>', what).argParser(toName);
}

/** Milliseconds of a duration as it was typed. */
export function toDurationMs(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError('Write a duration, such as 30s, 10m or 0s.');
  return ms;
}

/** All values of an option that may repeat. */
export function addValue(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** A whole number of at least one as it was typed. */
export function toPositiveCount(text: string): number {
  const count = toCount(text);
  if (count === 0) throw new InvalidArgumentError('Write a whole number from 1 on.');
  return count;
}

/** A whole number as it was typed. */
export function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** Who approved what a command is about to write, for the history; who runs it stays the user of the machine. */
export function makeApprovedByOption(): Option {
  return new Option(
    '--approved-by <name>',
    'who approved it; history shows it with the commit and the run of the pipeline',
  ).argParser(toPersonName);
}

const maxNameLength = 200;

/** A name of a person as it was typed. */
export function toPersonName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > maxNameLength || toVisible(name) !== name) {
    throw new InvalidArgumentError(
      `Write a name of 1 to ${maxNameLength} characters, all of which can be seen.`,
    );
  }
  return name;
}
