import type { CommandContext } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import type { DiffOptions } from '../../features/authoring/cycle-files/diff-command.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';

type Options = Omit<DiffOptions, 'before' | 'after'> & {
  readonly before?: string;
  readonly after?: string;
  readonly rendered?: string;
};

/** Runs `cyclectl diff`: two cycle files, or the accounts of a commit and of the folder. */
export async function runDiffVariant(context: CommandContext, options: Options): Promise<ExitCode> {
  const { before, after, rendered } = options;
  if (rendered !== undefined && before === undefined) {
    const { runDiffRendered } = await import(
      '../../features/fleet/rendered/diff-rendered-command.ts'
    );
    return runDiffRendered(context, { ...options, rendered });
  }
  if (rendered === undefined && before !== undefined && after !== undefined) {
    const { runDiff } = await import('../../features/authoring/cycle-files/diff-command.ts');
    return runDiff(context, { ...options, before, after });
  }
  return printRefused(context, options.directory, [
    reportError('wrong-usage', {
      summary:
        rendered === undefined
          ? 'diff compares two cycle files, or with --rendered the accounts of a commit'
          : 'Two cycle files and --rendered cannot be combined',
      remedy: 'Write diff BEFORE AFTER, or diff --rendered origin/main.',
    }),
  ]);
}
