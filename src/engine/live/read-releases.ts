import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { ConnectorRelease, RemoteId } from '../../model/live/live.ts';
import type { ConnectorMethod, MethodSource } from '../../model/live/method.ts';
import type { CatalogSource } from '../../model/live/saved-catalog.ts';
import type { ServiceReader } from '../../model/ports.ts';

/** Reads all releases. `through` is an existing account, if one is known. */
export function readReleases(
  reader: Pick<CatalogSource, 'listCatalog' | 'listAccounts'>,
  through: RemoteId | null,
): Promise<Answer<readonly ConnectorRelease[]>> {
  return askThroughAny(reader, through, (account) => reader.listCatalog(account));
}

/** Reads the methods of a connector in the same way. */
export function readMethods(
  reader: Pick<CatalogSource, 'listMethods' | 'listAccounts'>,
  of: MethodSource,
  through: RemoteId | null,
): Promise<Answer<readonly ConnectorMethod[]>> {
  return askThroughAny(reader, through, (account) => reader.listMethods(of, account));
}

// Uses any existing account if the catalog is refused without one (SERVICE I.27).
async function askThroughAny<T>(
  reader: Pick<ServiceReader, 'listAccounts'>,
  through: RemoteId | null,
  ask: (account: RemoteId | null) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const answer = await ask(through);
  if (answer.ok || through !== null || answer.failure.kind !== 'unauthorized') return answer;
  const accounts = await reader.listAccounts();
  const any = accounts.ok ? accounts.value[0] : undefined;
  return any === undefined ? answer : ask(any.id);
}
