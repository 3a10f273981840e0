import { readMetrics, type Scraped } from '../features/controller/read-metrics.ts';
import {
  openSharedProject,
  type StartedReplica,
  startReplica,
} from '../features/controller/start-replica.ts';

/** A replica that has looked at all accounts, and what it shows then. Ends with the test. */
export async function scrapeReplica(): Promise<{
  readonly replica: StartedReplica;
  readonly scraped: ReadonlyMap<string, Scraped>;
}> {
  const replica = await startReplica(await openSharedProject());
  await replica.waitFor({ event: 'sweep-ended' });
  return { replica, scraped: readMetrics((await replica.get('/metrics')).text) };
}
