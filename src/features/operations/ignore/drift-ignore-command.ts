import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { reportUnknownAccounts } from '../../../engine/diff/check-drift-addresses.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import { readMachine } from '../../../kit/machine.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatName, formatQuoted, toOneLine } from '../../../kit/text/format-name.ts';
import { isDay } from '../../../kit/text/instant.ts';
import { count, formatParagraph } from '../../../kit/text/text-layout.ts';
import { type Address, listAccountKeys } from '../../../model/address.ts';
import type { RenewedIgnore } from '../../../model/desired/scope/ignored.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatSpan, type SourceSpan } from '../../../model/source-span.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { type IgnoreEdit, type IgnoreRequest, makeIgnoreEdit } from './make-ignore-edit.ts';
import { makeRowIgnore } from './make-row-ignore.ts';

type WrittenIgnore = {
  readonly file: string;
  readonly addresses: readonly Address[];
  /** Earlier entries of the same addresses. */
  readonly renewed: readonly RenewedIgnore[];
  /** Other environments of the entry. */
  readonly alsoIn: readonly string[];
  readonly until: string;
  readonly reason: string;
  readonly at: readonly SourceSpan[];
};

export type DriftIgnoreOptions = GlobalOptions & {
  /** Addresses as typed. */
  readonly ignore: readonly string[];
  readonly until?: string;
  readonly reason?: string;
};

/**
 * `cyclectl drift --ignore`: records in the manifest of an account to ignore a difference until a
 * date.
 */
export async function runDriftIgnore(
  context: CommandContext,
  options: DriftIgnoreOptions,
): Promise<ExitCode> {
  const asked = readRequest(options);
  if ('code' in asked) return printRefused(context, options.directory, [asked]);
  const accounts = listAccountKeys(asked.addresses);
  return withProject(context, options, async (request) => {
    const { selected } = request.project;
    const unknown = reportUnknownAccounts(
      asked.addresses,
      selected.entries,
      request.project.environment.name,
    );
    if (unknown.length > 0) return printRefused(context, options.directory, unknown);
    return withOpened(openReadPorts(request), async (ports) => {
      const late = checkDay(asked, ports.today);
      if (late !== null) return printRefused(context, options.directory, [late]);
      const [entry] = selected.entries.filter(({ key }) => accounts.has(key));
      if (entry === undefined) throw new Error('The account was found and has no entry');
      const looking = await openRunContext(toRun(request.project, ports).context, 1);
      const isRow = entry.layering?.fleet != null;
      const found = isRow
        ? await makeRowIgnore(looking, entry, { ...asked, owner: readMachine().user })
        : await makeIgnoreEdit(looking, entry, asked);
      if ('refused' in found) return printRefused(context, options.directory, found.refused);
      return writeIgnore(context, options, { found, asked });
    });
  });
}

async function writeIgnore(
  context: CommandContext,
  options: DriftIgnoreOptions,
  { found, asked }: { readonly found: IgnoreEdit; readonly asked: IgnoreRequest },
): Promise<ExitCode> {
  if (!(await openManifestFiles(options.directory).replace(found.file, found))) {
    const summary = `${found.file} changed while cyclectl ran, and was not written`;
    return printRefused(context, options.directory, [reportError('file-changed', { summary })]);
  }
  const reported = { ...found, until: asked.until, reason: asked.reason };
  await context.terminal.out(
    options.format === 'json' ? formatIgnoredJson(reported) : formatIgnoredText(reported),
  );
  return exitCodes.ok;
}

/** The reason against a date and a reason of an ignore as they were typed; null for valid ones. */
export function checkIgnoreTexts(
  texts: Pick<DriftIgnoreOptions, 'until' | 'reason'>,
  today: string,
): Diagnostic | null {
  const asked = readRequest({ ignore: [], ...texts });
  return 'code' in asked ? asked : checkDay(asked, today);
}

function readRequest({
  ignore,
  until,
  reason,
}: Pick<DriftIgnoreOptions, 'ignore' | 'until' | 'reason'>): IgnoreRequest | Diagnostic {
  if (until === undefined) {
    return toUsageDiagnostic('--ignore needs --until', 'Add the last day: --until 2026-12-31.');
  }
  if (reason === undefined || reason.trim() === '') {
    return toUsageDiagnostic(
      '--ignore needs --reason',
      'Add the reason for readers of the report: --reason TEXT.',
    );
  }
  if (!isDay(until)) {
    return toUsageDiagnostic(
      `--until ${until} is not a date`,
      'Write a date as year, month and day: --until 2026-12-31.',
    );
  }
  const addresses = ignore as readonly string[] as readonly Address[];
  if (listAccountKeys(addresses).size > 1) {
    return toUsageDiagnostic(
      '--ignore names more than one account',
      'Run one command per account, because each has its own manifest.',
    );
  }
  return { addresses: [...new Set(addresses)], until, reason: reason.trim() };
}

function checkDay({ until }: IgnoreRequest, today: string): Diagnostic | null {
  if (until >= today) return null;
  return toUsageDiagnostic(
    `--until ${until} is in the past: today is ${today} in UTC`,
    'Pass a later date, or run apply to restore the value in Git.',
  );
}

function toUsageDiagnostic(summary: string, remedy: string): Diagnostic {
  return reportError('wrong-usage', { summary, remedy });
}

/** Formats the written entries, their place, and the next step. */
function formatIgnoredText({ addresses, renewed, alsoIn, until, at, file }: WrittenIgnore): string {
  const [first] = at;
  const location = formatName(first === undefined ? file : formatSpan(first));
  const others = alsoIn.map(formatName).join(', ');
  const sentences = [
    `Ignored until ${formatName(until)}: ${formatAddresses(addresses)}.`,
    ...renewed.map((each) => formatBefore(each, addresses.length > 1)),
    ...(renewed.length === 0 ? [] : ['The new date and reason replace them.']),
    ...(others === '' ? [] : [`It applies to ${others} too.`]),
    `Wrote ${location}. Commit it, so that every plan and apply ignores the drift.`,
  ];
  return `${formatParagraph(sentences.join(' '), 0)}\n`;
}

// Counts an entry of another environment apart, because it was drift here.
function formatBefore(
  { address, until, reason, onlyIn }: RenewedIgnore,
  isOneOfSeveral: boolean,
): string {
  const name = isOneOfSeveral ? formatPath(address) : 'it';
  const day = `until ${formatName(until)} (${formatQuoted(toOneLine(reason))})`;
  return onlyIn === undefined
    ? `Before, ${name} was ignored ${day}.`
    : `Before, ${name} was ignored in ${onlyIn.map(formatName).join(', ')} ${day}, and not here.`;
}

function formatAddresses(addresses: readonly Address[]): string {
  const names = addresses.map(formatPath).join(', ');
  return addresses.length === 1 ? names : `${count(addresses.length, 'difference')} (${names})`;
}

/** Formats the result as data. */
function formatIgnoredJson(written: WrittenIgnore): string {
  const { file, addresses, renewed, alsoIn, until, reason, at } = written;
  const ignored = { file, addresses, renewed, alsoIn, until, reason, at };
  return formatDocument('ignored', { ignored });
}
