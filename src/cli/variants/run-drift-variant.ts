import type { CommandContext } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import type { DriftAdoptOptions } from '../../features/authoring/adopt-drift/drift-adopt-command.ts';
import type { DriftIgnoreOptions } from '../../features/operations/ignore/drift-ignore-command.ts';
import type { RevertOptions } from '../../features/operations/revert/drift-revert-command.ts';
import { planWords } from '../../reports/blocks/words/plan-words.ts';
import { checkDriftOptions, type DriftOptions } from './check-drift-options.ts';

/** Options of `cyclectl drift`, with and without an answer. */
type Options = DriftOptions &
  RevertOptions &
  DriftAdoptOptions &
  Omit<DriftIgnoreOptions, 'ignore'>;

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
  options: Options,
): Promise<ExitCode> {
  const { revert, adopt, accept, ignore, trend } = options;
  // Reports the result of a revert under its own name, because it must not replace the findings of drift.
  if (revert === true) context.reports.command = planWords.revert.command;
  const wrong = checkDriftOptions(options, context.reports.requests);
  if (wrong !== null) return printRefused(context, options.directory, [wrong]);
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
