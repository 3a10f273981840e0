import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../model/live/live.ts';
import { type Sourced, withOffered } from '../../model/live/step-sources.ts';
import type { ServiceReader } from '../../model/ports.ts';

/** Adds to the steps of a cycle what is offered to some others, `takers`: one request for each of those (`withOffered`). */
export async function readSources<T extends Sourced>(
  reader: ServiceReader,
  account: RemoteId,
  { shape, takers }: { readonly shape: T; readonly takers: readonly RemoteId[] },
): Promise<Answer<T>> {
  if (takers.length === 0) return { ok: true, value: shape };
  const steps = [...new Set(takers)];
  return withOffered(
    shape,
    await Promise.all(steps.map((step) => reader.listSources(account, step))),
  );
}
