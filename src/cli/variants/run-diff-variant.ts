import type { CommandContext } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import type { DiffOptions } from '../../features/authoring/cycle-files/diff-command.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';

type Options = Omit<DiffOptions, 'before' | 'after'> & {
  readonly before?: string;
  readonly after?: string;
  readonly rendered?: string;
  readonly group?: number;
};

/** Runs `cyclectl diff`: two cycle files, or the accounts of a commit and of the folder. */
export async function runDiffVariant(context: CommandContext, options: Options): Promise<ExitCode> {
  const { before, after, rendered, group } = options;
  if (rendered !== undefined && before === undefined) {
    const { runDiffRendered } = await import(
      '../../features/fleet/rendered/diff-rendered-command.ts'
    );
    return runDiffRendered(context, { ...options, rendered });
  }
  const isPlain = group === undefined && context.reports.requests.length === 0;
  if (rendered === undefined && before !== undefined && after !== undefined && isPlain) {
    const { runDiff } = await import('../../features/authoring/cycle-files/diff-command.ts');
    return runDiff(context, { ...options, before, after });
  }
  return printRefused(context, options.directory, [
    reportError('wrong-usage', {
      summary: describeMisuse(options, isPlain),
      remedy: 'Write diff BEFORE AFTER, or diff --rendered origin/main.',
    }),
  ]);
}

function describeMisuse({ before, rendered }: Options, isPlain: boolean): string {
  if (rendered !== undefined) return 'Two cycle files and --rendered cannot be combined';
  return before === undefined || isPlain
    ? 'diff compares two cycle files, or with --rendered the accounts of a commit'
    : '--group and --report need --rendered';
}
