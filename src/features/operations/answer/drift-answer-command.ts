import { type CommandContext, type GlobalOptions, readBegun } from '../../../app/context.ts';
import { type ExitCode, exitCodes, toApplyExitCode } from '../../../app/exit-codes.ts';
import { listTypedWithout, printRepeat } from '../../../app/output/ask/print-repeat.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { formatLackOfAnswer } from '../../../app/output/terminal.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { askAnswers, type DriftAnswer } from './ask-answers.ts';
import type { CheckText } from './ask-texts.ts';
import { listAnswerable } from './list-answerable.ts';

/**
 * `cyclectl drift --answer`: asks a person for an answer to each difference, and runs `cyclectl drift` with
 * each of the answers.
 */
export async function runDriftAnswer(
  context: CommandContext,
  options: GlobalOptions,
  {
    checks,
    run,
  }: {
    readonly checks: CheckText;
    readonly run: (context: CommandContext, answer: DriftAnswer['options']) => Promise<ExitCode>;
  },
): Promise<ExitCode> {
  const { directory } = options;
  const { terminal } = context;
  if (terminal.ask.lack !== null) {
    const summary = `--answer asks questions, and ${formatLackOfAnswer(terminal)}`;
    const remedy =
      'Pass --revert, --adopt, --accept or --ignore, with addresses as cyclectl drift prints them.';
    return printRefused(context, directory, [reportError('wrong-usage', { summary, remedy })]);
  }
  if (options.format === 'json') {
    const summary = '--answer asks a person, and --format json is read by a program';
    const remedy = 'Remove --format json, or pass --revert, --adopt, --accept or --ignore.';
    return printRefused(context, directory, [reportError('wrong-usage', { summary, remedy })]);
  }
  const found = await listAnswerable(context, options);
  if ('refused' in found) return printRefused(context, directory, found.refused);
  await printDiagnostics(context, directory, found.unread);
  const isUnread = found.unread.length > 0;
  if (found.differences.length === 0) {
    if (!isUnread) terminal.log('No drift: there is nothing to answer.');
    return isUnread ? exitCodes.failed : exitCodes.ok;
  }
  const answers = await askAnswers(context, found.differences, checks);
  if (answers === null) {
    terminal.log('Nothing was done: there was no answer.');
    return exitCodes.failed;
  }
  // An address names its account.
  const typed = listTypedWithout(context, { flags: ['--answer'], valued: ['--select'] });
  printRepeat({ ...context, typed }, ...answers.map(({ words }) => words));
  const codes: ExitCode[] = [];
  for (const each of answers) {
    if (context.stopping.aborted) break;
    // Each has its own requests, and so its own time.
    const own = { ...context, typed: [...typed, ...each.words], begun: readBegun() };
    codes.push(await run(own, each.options));
  }
  return toApplyExitCode({
    hasFailed: isUnread || codes.some((code) => code !== exitCodes.ok),
    hasWritten: codes.some((code) => code === exitCodes.ok || code === exitCodes.partial),
  });
}
