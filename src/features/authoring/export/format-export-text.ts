import { formatArgument } from '../../../kit/text/format-argument.ts';
import { formatName } from '../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatDuration,
  formatParagraph,
  formatSpread,
} from '../../../kit/text/text-layout.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { formatFolderOption } from '../../../model/report/advice/format-folder-option.ts';
import { formatDiagnosticBlock } from '../../../reports/text/parts/format-diagnostic-block.ts';
import { formatTarget } from '../../../reports/text/parts/format-target.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { formatObjectPath, formatPath } from '../../../reports/words/format-path.ts';
import type { SuggestedSecret } from '../describe/described-account.ts';
import type { ExportedAccount, ExportFrame } from '../describe/export-report.ts';

/** How an export is shown to people. */
export type ExportTextOptions = {
  readonly target: PlanTarget;
  readonly paint: Paint;
  /** Whether every account was asked for: then those that have a manifest are counted and not named. */
  readonly isAll: boolean;
};

/** What became of an export, for people: each account as it comes, then what to provide, and what to do next. */
export async function* formatExportText(
  accounts: AsyncIterable<ExportedAccount>,
  end: () => Promise<ExportFrame>,
  manner: ExportTextOptions,
): AsyncGenerator<string, void, undefined> {
  yield `${manner.paint.bold(`Export of ${formatTarget(manner.target)}`)}\n`;
  for await (const account of accounts) {
    const lines = formatAccount(account, manner);
    if (lines.length > 0) yield `\n${lines.join('\n')}\n`;
  }
  const frame = await end();
  yield* formatSecrets(frame.secrets);
  yield `\n${formatParagraph(formatSummary(frame), 0)}\n`;
  const { written, merged } = frame.summary;
  if (written + merged > 0) yield formatNext(frame);
}

function formatAccount(account: ExportedAccount, { paint, isAll }: ExportTextOptions): string[] {
  const name = paint.bold(formatName(account.account));
  switch (account.kind) {
    case 'managed':
      return isAll
        ? []
        : [
            formatSpread(name, `has a manifest: ${formatPath(account.file)}`),
            '  · --merge writes into it what has moved in the service',
          ];
    case 'failed':
      return [
        formatSpread(name, paint.red('NOT WRITTEN')),
        `  id ${formatName(account.id)}`,
        ...account.diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint)),
      ];
    case 'merged':
    case 'unchanged':
      return isAll && isQuiet(account) ? [] : formatMerged(account, name, paint);
    case 'written':
      return [
        formatSpread(name, formatPath(account.file)),
        `  ${formatWritten(account)}`,
        ...formatRemarks(account).map((line) => formatParagraph(`· ${line}`, 2)),
        ...account.leftOut.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint)),
      ];
  }
}

type Merged = Extract<ExportedAccount, { readonly kind: 'merged' | 'unchanged' }>;

// Of a whole fleet, an account with nothing to say is counted.
function isQuiet({ kind, diagnostics, leftOut }: Merged): boolean {
  return kind === 'unchanged' && diagnostics.length + leftOut.length === 0;
}

function formatMerged(account: Merged, name: string, paint: Paint): string[] {
  const { kind, values, entries, cycleFiles, secrets, alsoIn, diagnostics, leftOut } = account;
  const parts = [
    ...(values.length === 0 ? [] : [`${count(values.length, 'value')} written`]),
    ...(entries.length === 0 ? [] : [count(entries.length, 'new entry', 'new entries')]),
    ...(cycleFiles.length === 0 ? [] : [count(cycleFiles.length, 'cycle file')]),
    ...(secrets.length === 0 ? [] : [`${count(secrets.length, 'secret')} to provide`]),
  ];
  return [
    formatSpread(name, formatPath(account.file)),
    `  ${kind === 'merged' ? parts.join(', ') : 'nothing written'}`,
    ...values.map((address) => `  ~ ${formatObjectPath(address)}`),
    ...entries.map((address) => `  + ${formatObjectPath(address)}`),
    ...formatRemarks(account).map((line) => formatParagraph(`· ${line}`, 2)),
    ...(kind === 'unchanged' || alsoIn.length === 0
      ? []
      : [
          formatParagraph(
            `· its manifest is also that of ${alsoIn.join(', ')}: look at that plan too`,
            2,
          ),
        ]),
    ...[...diagnostics, ...leftOut].map((diagnostic) => formatDiagnosticBlock(diagnostic, paint)),
  ];
}

type Written = Extract<ExportedAccount, { readonly kind: 'written' }>;

function formatWritten({ connectors, cycles, cycleFiles, secrets }: Written): string {
  const parts = [count(connectors, 'connector'), count(cycles, 'cycle')];
  if (cycleFiles.length > 0) parts.push(count(cycleFiles.length, 'cycle file'));
  if (secrets.length > 0) parts.push(`${count(secrets.length, 'secret')} to provide`);
  return parts.join(', ');
}

function formatRemarks({ remarks }: Pick<Written, 'remarks'>): string[] {
  const { schedule, release, template, file } = remarks;
  const signIn = remarks['sign-in'];
  return [
    ...(schedule === 0
      ? []
      : [`not carried: when ${count(schedule, 'cycle')} ${formatRunVerb(schedule)}`]),
    ...(signIn === 0
      ? []
      : [`not carried: how ${count(signIn, 'connector')} ${formatSignVerb(signIn)} in`]),
    ...(release === 0 ? [] : [`not carried: the release of ${count(release, 'connector')}`]),
    ...(template === 0
      ? []
      : [`not carried: ${count(template, 'difference')} between cycles and their templates`]),
    ...(file === 0 ? [] : [`not carried: what ids in ${count(file, 'cycle file')} mean`]),
  ];
}

function formatRunVerb(number: number): string {
  return number === 1 ? 'runs' : 'run';
}

function formatSignVerb(number: number): string {
  return number === 1 ? 'signs' : 'sign';
}

function* formatSecrets(secrets: readonly SuggestedSecret[]): Iterable<string> {
  if (secrets.length === 0) return;
  yield '\nSecrets to provide as variables; what has none stays as it is\n';
  for (const { env, address } of secrets) {
    yield `${formatAligned(`  ${env}`, formatPath(address), { column: 40, hang: 6 })}\n`;
  }
}

function formatSummary({ summary, cost }: ExportFrame): string {
  const { written, managed, merged, unchanged, unwritten, failed, skipped, leftOut } = summary;
  const { schedules, signIns } = summary;
  const changed = `${count(merged, 'manifest')} changed.`;
  const sentences = [
    ...(written === 0 && merged + unchanged > 0 ? [] : [`${count(written, 'account')} written.`]),
    ...(merged + unchanged === 0 ? [] : [changed]),
    ...(unchanged === 0 ? [] : [`Nothing was written for ${count(unchanged, 'account')}.`]),
    ...(unwritten === 0 ? [] : [`${count(unwritten, 'difference')} could not be written.`]),
    ...(failed === 0 ? [] : [`${count(failed, 'account')} not written.`]),
    ...(managed === 0
      ? []
      : [`${count(managed, 'account')} had a manifest already; --merge writes into it.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    ...(leftOut === 0 ? [] : [`${count(leftOut, 'thing')} left out of the files.`]),
    ...(schedules + signIns === 0
      ? []
      : [`Comments in the files say what else can be written there.`]),
    `${count(cost.requests, 'request')}, ${formatDuration(cost.durationMs)}.`,
  ];
  return sentences.join(' ');
}

function formatNext({ target, directory, summary }: ExportFrame): string {
  const place = [...formatFolderOption(directory), `-e ${formatArgument(target.environment)}`].join(
    ' ',
  );
  const { unwritten, merged } = summary;
  if (unwritten > 0) {
    const says = 'A plan shows what an apply does about what could not be written:';
    return `\n${says}\n  cyclectl plan ${place}\n`;
  }
  const says =
    merged === 0
      ? 'Its plan has nothing to do. To see that, and to make what is there yours:'
      : 'A plan has nothing to do for what was written. To see that, and to note it:';
  return `\n${says}\n  cyclectl plan ${place}    then    cyclectl apply ${place}\n`;
}
