import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { printStored } from '../../../app/run/print-stored.ts';
import type { RunRecord } from '../../../model/state/run.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { formatRun } from './format-run.ts';

const shownByDefault = 20;

/** `cyclectl history`: lists past applies, newest first. */
export async function runHistory(
  context: CommandContext,
  options: GlobalOptions & { readonly limit?: number },
): Promise<ExitCode> {
  return printStored(context, options, async (store) => {
    const runs = await store.listRuns(options.limit ?? shownByDefault);
    return options.format === 'json' ? formatJson(runs) : formatText(runs);
  });
}

function formatText(runs: readonly RunRecord[]): string {
  if (runs.length === 0) return 'No past applies.\n';
  return runs.map((run) => `${formatRun(run)}\n`).join('');
}

function formatJson(runs: readonly RunRecord[]): string {
  return formatDocument('history', { runs });
}
