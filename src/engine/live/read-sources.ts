import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../model/live/live.ts';
import { type StepsWithSources, withOfferedSources } from '../../model/live/step-sources.ts';
import type { ServiceReader } from '../../model/ports.ts';

/**
 * Adds the sources that some other steps, `takers`, offer to the steps of a cycle, with one request
 * each (`withOfferedSources`).
 */
export async function readSources<T extends StepsWithSources>(
  reader: ServiceReader,
  account: RemoteId,
  { shape, takers }: { readonly shape: T; readonly takers: readonly RemoteId[] },
): Promise<Answer<T>> {
  if (takers.length === 0) return { ok: true, value: shape };
  const steps = [...new Set(takers)];
  return withOfferedSources(
    shape,
    await Promise.all(steps.map((step) => reader.listSources(account, step))),
  );
}
