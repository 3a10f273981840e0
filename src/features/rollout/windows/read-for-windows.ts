import { openCallPorts } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { RolloutAccount } from '../../../model/state/rollout.ts';
import type { TurnFacts } from './plan-turn.ts';
import { type ManifestReading, readManifests } from './read-manifests.ts';

/** Reads what decides whose windows are open. The service says its time with any answer. */
export async function readTurn(request: ProjectRequest): Promise<TurnFacts> {
  return withOpened(openCallPorts(request), async ({ reader, store, readTime }) => {
    const [bound] = await store.listBindings();
    await (bound === undefined ? reader.listAccounts() : reader.readAccount(bound.remoteId));
    return { readTime, unfinished: new Set(await store.listUnfinished()) };
  });
}

/** The time zone of an account as its rollout records it. */
export function withTimeZone(
  zones: ReadonlyMap<string, string>,
  account: string,
): Pick<RolloutAccount, 'timezone'> {
  const timezone = zones.get(account);
  return timezone === undefined ? {} : { timezone };
}

/** Reads the time zones of accounts in their manifests, by name; those without one are left out. */
export function readTimeZones(
  reading: ManifestReading,
  entries: readonly AccountEntry[],
): Promise<ReadonlyMap<string, string>> {
  return readManifests(reading, entries, ({ spec }) => spec.timezone);
}
