import { quoteArgument } from '../../kit/quote-argument.ts';
import { align, count, spread, wrapIndented, writeDuration } from '../../kit/text-layout.ts';
import type { SuggestedSecret } from '../../model/described-account.ts';
import type { ExportedAccount, ExportFrame } from '../../model/export-report.ts';
import type { PlanTarget } from '../../model/plan.ts';
import type { Paint } from './paint.ts';
import { writeDiagnosticBlock } from './write-diagnostic-block.ts';
import { writeFolder } from './write-folder.ts';
import { writeName } from './write-name.ts';
import { writePath } from './write-path.ts';
import { writeTarget } from './write-target.ts';

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
  const { written } = frame.summary;
  if (written > 0) yield writeNext(frame);
}

function writeAccount(account: ExportedAccount, { paint, isAll }: ExportManner): string[] {
  const name = paint.bold(writeName(account.account));
  switch (account.kind) {
    case 'managed':
      return isAll ? [] : [spread(name, `has a manifest: ${writePath(account.file)}`)];
    case 'failed':
      return [
        spread(name, paint.red('NOT WRITTEN')),
        `  id ${writeName(account.id)}`,
        ...account.diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
      ];
    case 'written':
      return [
        spread(name, writePath(account.file)),
        `  ${sayWritten(account)}`,
        ...sayRemarks(account).map((line) => wrapIndented(`· ${line}`, 2)),
        ...account.leftOut.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
      ];
  }
}

type Written = Extract<ExportedAccount, { readonly kind: 'written' }>;

function sayWritten({ connectors, cycles, cycleFiles, secrets }: Written): string {
  const parts = [count(connectors, 'connector'), count(cycles, 'cycle')];
  if (cycleFiles.length > 0) parts.push(count(cycleFiles.length, 'cycle file'));
  if (secrets.length > 0) parts.push(`${count(secrets.length, 'secret')} to provide`);
  return parts.join(', ');
}

function sayRemarks({ remarks }: Written): string[] {
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
  const { written, managed, failed, skipped, leftOut, schedules, signIns } = summary;
  const sentences = [
    `${count(written, 'account')} written.`,
    ...(failed === 0 ? [] : [`${count(failed, 'account')} not written.`]),
    ...(managed === 0 ? [] : [`${count(managed, 'account')} had a manifest already.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    ...(leftOut === 0 ? [] : [`${count(leftOut, 'thing')} left out of the files.`]),
    ...(schedules + signIns === 0
      ? []
      : [`Comments in the files say what else can be written there.`]),
    `${count(cost.requests, 'request')}, ${writeDuration(cost.durationMs)}.`,
  ];
  return sentences.join(' ');
}

function writeNext({ target, directory }: ExportFrame): string {
  const place = [...writeFolder(directory), `-e ${quoteArgument(target.environment)}`].join(' ');
  const says = 'Its plan has nothing to do. To see that, and to make what is there yours:';
  return `\n${says}\n  cyclectl plan ${place}    then    cyclectl apply ${place}\n`;
}
