import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printStored } from '../../../app/run/records/print-stored.ts';
import { formatTrendJson, formatTrendText, listTrendRows } from './format-trend.ts';

const shownByDefault = 30;

/**
 * `cyclectl drift --trend`: shows runs of drift over all accounts, oldest first. Calls no service.
 */
export async function runDriftTrend(
  context: CommandContext,
  options: GlobalOptions & { readonly limit?: number },
): Promise<ExitCode> {
  const { paint } = context.terminal;
  return printStored(context, options, async (store, environment) => {
    const limit = options.limit ?? shownByDefault;
    const newest = await store.listDriftRuns({ limit, fleetOnly: true });
    const runs = [...newest].reverse();
    return options.format === 'json'
      ? formatTrendJson(runs)
      : formatListing(context.terminal, {
          layOut: (columns) => formatTrendText(environment, runs, { paint, columns }),
          rows: () => listTrendRows(runs),
        });
  });
}
