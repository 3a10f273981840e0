import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../model/live/live.ts';
import type { ConnectorMethod, MethodSource } from '../../model/live/method.ts';
import type { ServiceReader } from '../../model/ports.ts';
import { readMethods } from './read-releases.ts';

/** Reads the methods of a release. `through` is an existing account. */
export type MethodReader = (
  of: MethodSource,
  through: RemoteId,
) => Promise<Answer<readonly ConnectorMethod[]>>;

/**
 * Reads the methods of each release once per run, because accounts share connectors. A failed read
 * is repeated for the next account.
 */
export function openMethodReader(reader: ServiceReader): MethodReader {
  const pending = new Map<string, Promise<Answer<readonly ConnectorMethod[]>>>();
  return async (of, through) => {
    const key = JSON.stringify(of);
    const asked = pending.get(key) ?? readMethods(reader, of, through);
    pending.set(key, asked);
    const answer = await asked;
    if (!answer.ok) pending.delete(key);
    return answer;
  };
}
