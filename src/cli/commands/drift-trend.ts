import { writeTrendJson, writeTrendText } from '../../stages/report/write-trend.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { withEnvironment } from '../open-run.ts';
import { openStoreReader } from '../wiring/open-store.ts';

const shownByDefault = 30;

/** `cyclectl drift --trend`: the runs of drift that looked at the whole fleet, the oldest first. Asks no service. */
export async function runDriftTrend(
  context: CommandContext,
  options: GlobalOptions & { readonly limit?: number },
): Promise<ExitCode> {
  return withEnvironment(context, options, async (environment) => {
    const store = await openStoreReader(options.directory, environment, context);
    try {
      const limit = options.limit ?? shownByDefault;
      const newest = await store.listDriftRuns({ limit, fleetOnly: true });
      const runs = [...newest].reverse();
      const { out, paint } = context.terminal;
      await out(
        options.format === 'json'
          ? writeTrendJson(runs)
          : writeTrendText(environment.name, runs, paint),
      );
      return exitCodes.ok;
    } finally {
      await store.close();
    }
  });
}
