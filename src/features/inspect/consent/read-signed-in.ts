import { type Answer, isNotOffered } from '../../../model/diagnostic/api-failure.ts';
import type { ConnectorRef, ServiceReader } from '../../../model/ports.ts';

/** Reads that show whether a connector is signed in. */
export type SignInReader = Pick<ServiceReader, 'readConnector' | 'listCycles'>;

/**
 * Checks if an installed connector is signed in, by the cycles that use it where connectors cannot
 * be read; null when unknown.
 */
export async function readSignedIn(
  reader: SignInReader,
  { account, connector }: ConnectorRef,
): Promise<Answer<boolean | null>> {
  const read = await reader.readConnector(account, connector);
  if (read.ok) return { ok: true, value: read.value?.authenticated === true };
  if (!isNotOffered(read)) return read;
  const cycles = await reader.listCycles(account);
  if (!cycles.ok) return cycles;
  const uses = cycles.value
    .flatMap((cycle) => cycle.connectors)
    .filter(({ id }) => id === connector);
  return { ok: true, value: uses[0]?.authenticated ?? null };
}
