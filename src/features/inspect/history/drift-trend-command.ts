import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { printStored } from '../../../app/run/print-stored.ts';
import { formatTrendJson, formatTrendText } from './format-trend.ts';

const shownByDefault = 30;

/**
 * `cyclectl drift --trend`: shows runs of drift over all accounts, oldest first. Calls no service.
 */
export async function runDriftTrend(
  context: CommandContext,
  options: GlobalOptions & { readonly limit?: number },
): Promise<ExitCode> {
  return printStored(context, options, async (store, environment) => {
    const limit = options.limit ?? shownByDefault;
    const newest = await store.listDriftRuns({ limit, fleetOnly: true });
    const runs = [...newest].reverse();
    return options.format === 'json'
      ? formatTrendJson(runs)
      : formatTrendText(environment, runs, context.terminal.paint);
  });
}
