import type { CommandContext } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import type { DriftAdoptOptions } from '../../features/authoring/adopt-drift/drift-adopt-command.ts';
import type { CheckText } from '../../features/operations/answer/ask-texts.ts';
import type { DriftIgnoreOptions } from '../../features/operations/ignore/drift-ignore-command.ts';
import type { RevertOptions } from '../../features/operations/revert/drift-revert-command.ts';
import { planWords } from '../../reports/blocks/words/plan-words.ts';
import { checkDriftOptions, type DriftOptions } from './check-drift-options.ts';

/** Options of `cyclectl drift`, with and without an answer. */
type Options = DriftOptions &
  RevertOptions &
  DriftAdoptOptions &
  Omit<DriftIgnoreOptions, 'ignore'> & { readonly ignore?: readonly string[] | undefined };

/** The same as typed: `--ignore` may have no address yet. */
type TypedOptions = Omit<Options, 'ignore'> & { readonly ignore?: readonly string[] | true };

/** Options of its findings, and of every command. */
const ofFindings = [
  'directory',
  'env',
  'select',
  'format',
  'verbose',
  'maxUnread',
  'shard',
  'oldestFirst',
  'budget',
] as const;

function toFindOptions({ group, ...options }: Options) {
  const given = ofFindings.flatMap((name) => (name in options ? [[name, options[name]]] : []));
  const own = Object.fromEntries(given) as Pick<typeof options, (typeof ofFindings)[number]>;
  return group === undefined ? own : { ...own, group: Number(group) };
}

/** Runs `cyclectl drift`, or the answer to drift that its options choose. */
export async function runDriftVariant(
  context: CommandContext,
  options: TypedOptions,
): Promise<ExitCode> {
  const { directory, revert, adopt, accept, ignore, answer } = options;
  // Reports the result of a revert under its own name, because it must not replace the findings of drift.
  if (revert === true) context.reports.command = planWords.revert.command;
  // A program that reads JSON gets one document, whatever there is to answer.
  const isAsked = context.terminal.ask.lack === null && options.format === 'text';
  const typed = isAsked ? withPlaceholders(options) : { ...options, ignore: toList(ignore) };
  // Checks all that was typed before the first question.
  const wrong = checkDriftOptions(typed, context.reports.requests);
  if (wrong !== null) return printRefused(context, directory, [wrong]);
  if (answer === true) return answerDrift(context, options);
  const isAnswer = revert === true || adopt === true || accept === true || ignore !== undefined;
  if (!isAsked || !isAnswer) return runVariant(context, typed);
  const { askDriftOptions } = await import('../../features/operations/answer/ask-drift-options.ts');
  const asked = await askDriftOptions(context, options, await makeChecks(options));
  if (asked.kind === 'refused') return printRefused(context, directory, asked.refused);
  if (asked.kind === 'nothing') {
    context.terminal.log(asked.says);
    return asked.exitCode;
  }
  const { options: all } = asked;
  return runVariant({ ...context, typed: asked.typed }, { ...all, ignore: toList(all.ignore) });
}

async function answerDrift(context: CommandContext, options: TypedOptions): Promise<ExitCode> {
  const { runDriftAnswer } = await import(
    '../../features/operations/answer/drift-answer-command.ts'
  );
  const { answer: _, ignore: _ignore, ...rest } = options;
  return runDriftAnswer(context, options, {
    checks: await makeChecks(options),
    run: (own, given) => runDriftVariant(own, { ...rest, select: [], ...given }),
  });
}

async function runVariant(context: CommandContext, options: Options): Promise<ExitCode> {
  const { revert, adopt, accept, ignore, trend } = options;
  if (trend === true) {
    const { runDriftTrend } = await import('../../features/inspect/history/drift-trend-command.ts');
    return runDriftTrend(context, options);
  }
  if (revert === true) {
    const { runRevert } = await import('../../features/operations/revert/drift-revert-command.ts');
    return runRevert(context, options);
  }
  if (adopt === true) {
    const { runDriftAdopt } = await import(
      '../../features/authoring/adopt-drift/drift-adopt-command.ts'
    );
    return runDriftAdopt(context, options);
  }
  if (accept === true) {
    const { runDriftAccept } = await import(
      '../../features/operations/accept/drift-accept-command.ts'
    );
    return runDriftAccept(context, options);
  }
  if (ignore !== undefined) {
    const { runDriftIgnore } = await import(
      '../../features/operations/ignore/drift-ignore-command.ts'
    );
    return runDriftIgnore(context, { ...options, ignore });
  }
  const { runDriftByLibrary } = await import('./run-by-library.ts');
  return runDriftByLibrary(context, toFindOptions(options));
}

function toList(ignore: TypedOptions['ignore']): readonly string[] | undefined {
  return ignore === true ? [] : ignore;
}

/** The options as they will be after the questions, with any answer. */
function withPlaceholders(options: TypedOptions): Options {
  const { ignore, accept, address = [], group, select } = options;
  const isOpen = accept === true && address.length === 0 && group === undefined;
  return {
    ...options,
    ...(isOpen && select.length === 0 ? { address: ['account'] } : {}),
    ...(ignore === true ? { ignore: ['account'], select: [] } : { ignore }),
    ...(accept === true ? { reason: options.reason ?? 'asked for' } : {}),
  };
}

/** The rules of the options for the texts that a person types. */
async function makeChecks({ directory }: TypedOptions): Promise<CheckText> {
  const { checkIgnoreTexts } = await import(
    '../../features/operations/ignore/drift-ignore-command.ts'
  );
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const until = (text: string) => checkIgnoreTexts({ until: text, reason: '-' }, today);
  // The reason of an ignore is bound by the same rules.
  const accepted = { directory, select: [], accept: true, address: ['account'] };
  const reason = (text: string) => checkDriftOptions({ ...accepted, reason: text }, []);
  return { until, reason };
}
