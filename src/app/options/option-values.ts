import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../../kit/tasks/duration.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { ReportFile, ReportFormat } from '../../model/report/report-document.ts';

/** Covers the time that a cycle may take to drain. */
export const defaultLockTimeoutMs = 600_000;

/** Bounds the wait of a writing command for accounts that another run has locked. */
export function makeLockTimeoutOption(): Option {
  return new Option(
    '--lock-timeout <duration>',
    'Wait at most this long for accounts that another run has locked',
  )
    .argParser(toDurationMs)
    .default(defaultLockTimeoutMs, '10m');
}

/** Limits deletions and replacements of managed objects in a plan. */
export function makeAllowDeletesOption(): Option {
  return new Option(
    '--allow-deletes <number>',
    'Allow exactly this number of deletions and replacements',
  ).argParser(toCount);
}

/** Allows a plan to replace cycles. */
export function makeAllowReplaceOption(): Option {
  return new Option('--allow-replace', 'Allow new cycles to replace existing ones');
}

/** Allows a plan to end webhook URLs that others call. */
export function makeAllowNewWebhookUrlsOption(): Option {
  return new Option(
    '--allow-new-webhook-urls',
    'Allow a replacement to change webhook URLs that others call',
  );
}

/** Lists the formats of a report of any command. */
export const commonFormats: readonly ReportFormat[] = [
  'text',
  'json',
  'markdown',
  'html',
  'github',
];

/** Lists the formats of a report of findings per account. */
export const findingFormats: readonly ReportFormat[] = [...commonFormats, 'junit', 'sarif'];

/** Writes the report of a command to files too. */
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
  return new Option('--report <format=file>', `Also write a report to a file: ${names}; repeatable`)
    .argParser(toWishes)
    .default([], 'none');
}

function splitAt(text: string, at: number): [before: string, after: string] {
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Names the comment or issue to find. */
export function makeAsOption(): Option {
  const toName = (name: string): string => {
    if (name !== '' && name.length <= 200) return name;
    throw new InvalidArgumentError('Write a name of at most 200 characters.');
  };
  const what = 'Find the post by this name (default: kind and environment of the report)';
  return new Option('--as <name>', what).argParser(toName);
}

/** Parses a duration as typed, in milliseconds. */
export function toDurationMs(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError('Write a duration, such as 30s, 10m or 0s.');
  return ms;
}

/** Collects the values of an option that may repeat. */
export function addValue(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Parses a whole number of at least one. */
export function toPositiveCount(text: string): number {
  const count = toCount(text);
  if (count === 0) throw new InvalidArgumentError('Write a whole number of at least 1.');
  return count;
}

/** Parses a whole number. */
export function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** Records the approver in the history; the actor stays the user of the machine. */
export function makeApprovedByOption(): Option {
  return new Option(
    '--approved-by <name>',
    'Record who approved it; history shows it with the commit and the pipeline run',
  ).argParser(toPersonName);
}

const maxNameLength = 200;

/** Parses the name of a person. */
export function toPersonName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > maxNameLength || toVisible(name) !== name) {
    throw new InvalidArgumentError(
      `Write a name of 1 to ${maxNameLength} characters, all of them visible.`,
    );
  }
  return name;
}
