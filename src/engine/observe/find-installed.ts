import type { DesiredAccount, DesiredConnector } from '../../model/desired/desired.ts';
import type { ApiFailure } from '../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { Pair } from '../../model/diff/pair.ts';
import type { LiveAccount, LiveConnector } from '../../model/live/live.ts';
import type { ServiceReader, StoreReader } from '../../model/ports.ts';
import { unmanaged } from '../../model/setting.ts';
import type { AccountFinder } from '../live/open-account-finder.ts';
import { readListing } from '../live/read-listing.ts';
import { matchConnectors } from '../match/match-connectors.ts';
import { findAccount } from './find-account.ts';

/**
 * Installed connectors of an account, paired with those of its manifest; or the reason for a
 * failure.
 */
export type InstalledSearch =
  | { readonly kind: 'found'; readonly account: LiveAccount; readonly pairs: ConnectorPairs }
  | { readonly kind: 'no-account' }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic }
  | { readonly kind: 'unread'; readonly failure: ApiFailure };

export type ConnectorPairs = readonly Pair<{ readonly desired: DesiredConnector }, LiveConnector>[];

/**
 * Finds the installed connectors of a manifest as apply does: by state, else by name. Does not read
 * the catalog, because installed connectors do not depend on it.
 */
export async function findInstalled(
  ports: {
    readonly reader: ServiceReader;
    readonly store: StoreReader;
    readonly findAccount: AccountFinder;
    readonly keys: ReadonlySet<string>;
  },
  desired: DesiredAccount,
): Promise<InstalledSearch> {
  const search = await findAccount(ports, desired);
  if (search.kind !== 'found') return search;
  const { account, state } = search;
  if (account === null) return { kind: 'no-account' };
  const listing = await readListing(ports.reader, {
    desired: { ...desired, cycles: unmanaged },
    account,
    state,
  });
  if (!listing.ok) return { kind: 'unread', failure: listing.failure };
  const all = desired.connectors.kind === 'set' ? [...desired.connectors.value.values()] : [];
  const pairs = matchConnectors(
    all.map((each) => ({ desired: each })),
    listing.value.connectors ?? [],
    { state, gone: listing.value.gone },
  );
  return { kind: 'found', account, pairs };
}
