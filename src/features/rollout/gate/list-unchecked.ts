import { formatSome } from '../../../kit/text/format-some.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Gate } from '../../../model/state/rollout.ts';
import { type ManifestReading, readManifests } from '../windows/read-manifests.ts';

/** Lists the accounts that cannot show what a gate with health checks asks for: no connector has one. */
export async function listUnchecked(
  reading: ManifestReading,
  gate: Gate | undefined,
  entries: readonly AccountEntry[],
): Promise<readonly string[]> {
  if (gate?.checks !== true) return [];
  const unchecked = await readManifests(reading, entries, hasNoCheck);
  return [...unchecked.keys()];
}

function hasNoCheck({ spec }: WrittenAccount): true | undefined {
  const connectors = Object.values(spec.connectors ?? {});
  return connectors.every(({ checks = [] }) => checks.length === 0) ? true : undefined;
}

/** Most accounts that are named. */
const mostNamed = 3;

/** Formats a warning of such accounts: `2 accounts have no health checks, ...`. */
export function formatUnchecked(accounts: readonly string[]): string {
  const have = accounts.length === 1 ? 'has' : 'have';
  return `${count(accounts.length, 'account')} ${have} no health checks: a wave with one of them waits for a person (${formatSome(accounts, mostNamed)}).`;
}
