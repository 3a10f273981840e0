import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { showNoted } from '../../../app/run/show-noted.ts';
import { writeTrendJson, writeTrendText } from './write-trend.ts';

const shownByDefault = 30;

/** `cyclectl drift --trend`: the runs of drift that looked at the whole fleet, the oldest first. Asks no service. */
export async function runDriftTrend(
  context: CommandContext,
  options: GlobalOptions & { readonly limit?: number },
): Promise<ExitCode> {
  return showNoted(context, options, async (store, environment) => {
    const limit = options.limit ?? shownByDefault;
    const newest = await store.listDriftRuns({ limit, fleetOnly: true });
    const runs = [...newest].reverse();
    return options.format === 'json'
      ? writeTrendJson(runs)
      : writeTrendText(environment, runs, context.terminal.paint);
  });
}
