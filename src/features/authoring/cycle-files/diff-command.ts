import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { openCycleFile } from '../../../app/project/open-cycle-file.ts';
import { compareCycleFiles } from '../../../engine/cycle-file/compare/compare-cycle-files.ts';
import { formatCycleDiff } from '../../../engine/cycle-file/compare/format-cycle-diff.ts';
import type { CycleFileChange } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';

export type DiffOptions = GlobalOptions & { readonly before: string; readonly after: string };

/**
 * `cyclectl diff A B`: shows the differences between two cycle files. A difference is not a
 * failure.
 */
export async function runDiff(context: CommandContext, options: DiffOptions): Promise<ExitCode> {
  const [before, after] = await Promise.all([
    openCycleFile(options.before),
    openCycleFile(options.after),
  ]);
  if (before.loaded === null || after.loaded === null) {
    const found = [...before.diagnostics, ...after.diagnostics];
    return printRefused(context, '.', found);
  }
  const changes = compareCycleFiles(before.loaded.file, after.loaded.file);
  const { out } = context.terminal;
  if (options.format === 'json') await out(formatCycleDiffJson(changes));
  else if (changes.length === 0) await out('No differences: both files describe the same cycle.\n');
  else
    await out(
      formatCycleDiff(changes)
        .map((line) => `${line}\n`)
        .join(''),
    );
  return exitCodes.ok;
}

function formatCycleDiffJson(changes: readonly CycleFileChange[]): string {
  const reported = changes.map((change, index) => ({
    ...change,
    words: formatCycleDiff(changes)[index],
  }));
  return formatDocument('diff', { changes: reported });
}
