import { openCallPorts } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { RolloutAccount } from '../../../model/state/rollout.ts';
import type { TurnFacts } from './plan-turn.ts';

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

type Reading = Parameters<typeof findDocument>[0] & {
  /** Maximum of accounts in progress. */
  readonly width: number;
};

/** Reads the time zones of accounts in their manifests, by name; those without one are left out. */
export async function readTimeZones(
  reading: Reading,
  entries: readonly AccountEntry[],
): Promise<ReadonlyMap<string, string>> {
  const zones = new Map<string, string>();
  const found = runInOrder(entries, reading.width, async (entry) => {
    const { document } = await findDocument(reading, entry);
    return [entry.key, document?.written.spec.timezone] as const;
  });
  for await (const [key, timezone] of found) if (timezone !== undefined) zones.set(key, timezone);
  return zones;
}
