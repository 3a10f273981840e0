import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { showNoted } from '../../../app/run/show-noted.ts';
import type { RunRecord } from '../../../model/memory/run.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import { writeRun } from '../../../reports/text/write-run.ts';

const shownByDefault = 20;

/** `cyclectl history`: the runs that wrote, the newest first. */
export async function runHistory(
  context: CommandContext,
  options: GlobalOptions & { readonly limit?: number },
): Promise<ExitCode> {
  return showNoted(context, options, async (store) => {
    const runs = await store.listRuns(options.limit ?? shownByDefault);
    return options.format === 'json' ? writeJson(runs) : writeText(runs);
  });
}

function writeText(runs: readonly RunRecord[]): string {
  if (runs.length === 0) return 'No run has written anything yet.\n';
  return runs.map((run) => `${writeRun(run)}\n`).join('');
}

function writeJson(runs: readonly RunRecord[]): string {
  return `${writeHead('history')},\n"runs":${writeSafeJson(runs)}}\n`;
}
