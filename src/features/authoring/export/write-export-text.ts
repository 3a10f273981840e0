import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import {
  align,
  count,
  spread,
  wrapIndented,
  writeDuration,
} from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { writeFolder } from '../../../model/report/advice/write-folder.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { writeDiagnosticBlock } from '../../../reports/text/parts/write-diagnostic-block.ts';
import { writeTarget } from '../../../reports/text/parts/write-target.ts';
import { withinAccount, writePath } from '../../../reports/words/write-path.ts';
import type { SuggestedSecret } from '../describe/described-account.ts';
import type { ExportedAccount, ExportFrame } from '../describe/export-report.ts';

/** How an export is shown to people. */
export type ExportManner = {
  readonly target: PlanTarget;
  readonly paint: Paint;
  /** Whether every account was asked for: then those that have a manifest are counted and not named. */
  readonly isAll: boolean;
};

/** What became of an export, for people: each account as it comes, then what to provide, and what to do next. */
export async function* writeExportText(
  accounts: AsyncIterable<ExportedAccount>,
  end: () => Promise<ExportFrame>,
  manner: ExportManner,
): AsyncGenerator<string, void, undefined> {
  yield `${manner.paint.bold(`Export of ${writeTarget(manner.target)}`)}\n`;
  for await (const account of accounts) {
    const lines = writeAccount(account, manner);
    if (lines.length > 0) yield `\n${lines.join('\n')}\n`;
  }
  const frame = await end();
  yield* writeSecrets(frame.secrets);
  yield `\n${wrapIndented(writeEnd(frame), 0)}\n`;
  const { written, merged } = frame.summary;
  if (written + merged > 0) yield writeNext(frame);
}

function writeAccount(account: ExportedAccount, { paint, isAll }: ExportManner): string[] {
  const name = paint.bold(writeName(account.account));
  switch (account.kind) {
    case 'managed':
      return isAll
        ? []
        : [
            spread(name, `has a manifest: ${writePath(account.file)}`),
            '  · --merge writes into it what has moved in the service',
          ];
    case 'failed':
      return [
        spread(name, paint.red('NOT WRITTEN')),
        `  id ${writeName(account.id)}`,
        ...account.diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
      ];
    case 'merged':
    case 'unchanged':
      return isAll && isQuiet(account) ? [] : writeMerged(account, name, paint);
    case 'written':
      return [
        spread(name, writePath(account.file)),
        `  ${sayWritten(account)}`,
        ...sayRemarks(account).map((line) => wrapIndented(`· ${line}`, 2)),
        ...account.leftOut.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
      ];
  }
}

type Merged = Extract<ExportedAccount, { readonly kind: 'merged' | 'unchanged' }>;

// Of a whole fleet, an account with nothing to say is counted.
function isQuiet({ kind, diagnostics, leftOut }: Merged): boolean {
  return kind === 'unchanged' && diagnostics.length + leftOut.length === 0;
}

function writeMerged(account: Merged, name: string, paint: Paint): string[] {
  const { kind, values, entries, cycleFiles, secrets, alsoIn, diagnostics, leftOut } = account;
  const parts = [
    ...(values.length === 0 ? [] : [`${count(values.length, 'value')} written`]),
    ...(entries.length === 0 ? [] : [count(entries.length, 'new entry', 'new entries')]),
    ...(cycleFiles.length === 0 ? [] : [count(cycleFiles.length, 'cycle file')]),
    ...(secrets.length === 0 ? [] : [`${count(secrets.length, 'secret')} to provide`]),
  ];
  return [
    spread(name, writePath(account.file)),
    `  ${kind === 'merged' ? parts.join(', ') : 'nothing written'}`,
    ...values.map((address) => `  ~ ${withinAccount(address)}`),
    ...entries.map((address) => `  + ${withinAccount(address)}`),
    ...sayRemarks(account).map((line) => wrapIndented(`· ${line}`, 2)),
    ...(kind === 'unchanged' || alsoIn.length === 0
      ? []
      : [
          wrapIndented(
            `· its manifest is also that of ${alsoIn.join(', ')}: look at that plan too`,
            2,
          ),
        ]),
    ...[...diagnostics, ...leftOut].map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
  ];
}

type Written = Extract<ExportedAccount, { readonly kind: 'written' }>;

function sayWritten({ connectors, cycles, cycleFiles, secrets }: Written): string {
  const parts = [count(connectors, 'connector'), count(cycles, 'cycle')];
  if (cycleFiles.length > 0) parts.push(count(cycleFiles.length, 'cycle file'));
  if (secrets.length > 0) parts.push(`${count(secrets.length, 'secret')} to provide`);
  return parts.join(', ');
}

function sayRemarks({ remarks }: Pick<Written, 'remarks'>): string[] {
  const { schedule, release, template, file } = remarks;
  const signIn = remarks['sign-in'];
  return [
    ...(schedule === 0 ? [] : [`not carried: when ${count(schedule, 'cycle')} ${runs(schedule)}`]),
    ...(signIn === 0 ? [] : [`not carried: how ${count(signIn, 'connector')} ${signs(signIn)} in`]),
    ...(release === 0 ? [] : [`not carried: the release of ${count(release, 'connector')}`]),
    ...(template === 0
      ? []
      : [`not carried: ${count(template, 'difference')} between cycles and their templates`]),
    ...(file === 0 ? [] : [`not carried: what ids in ${count(file, 'cycle file')} mean`]),
  ];
}

function runs(number: number): string {
  return number === 1 ? 'runs' : 'run';
}

function signs(number: number): string {
  return number === 1 ? 'signs' : 'sign';
}

function* writeSecrets(secrets: readonly SuggestedSecret[]): Iterable<string> {
  if (secrets.length === 0) return;
  yield '\nSecrets to provide as variables; what has none stays as it is\n';
  for (const { env, address } of secrets) {
    yield `${align(`  ${env}`, writePath(address), { column: 40, hang: 6 })}\n`;
  }
}

function writeEnd({ summary, cost }: ExportFrame): string {
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
    `${count(cost.requests, 'request')}, ${writeDuration(cost.durationMs)}.`,
  ];
  return sentences.join(' ');
}

function writeNext({ target, directory, summary }: ExportFrame): string {
  const place = [...writeFolder(directory), `-e ${quoteArgument(target.environment)}`].join(' ');
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
