import { formatNearest } from '../../kit/text/nearest.ts';
import { toAccountAddress, toConnectorAddress } from '../../model/address.ts';
import type { DesiredAccount, DesiredConnector } from '../../model/desired/desired.ts';
import {
  type ApiFailure,
  formatFailure,
  toReadAdvice,
} from '../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { LiveAccount, LiveConnector } from '../../model/live/live.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import type { Files, Secrets, ServiceReader, StoreReader } from '../../model/ports.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';
import { openAccountFinder } from '../live/open-account-finder.ts';
import { reportAmbiguous } from '../match/report-ambiguous.ts';
import { resolveAccount } from '../resolve/resolve-account.ts';
import { findDocument } from './find-document.ts';
import { findInstalled } from './find-installed.ts';

export type ConnectorSearch = {
  readonly files: Files;
  readonly secrets: Secrets;
  readonly reader: ServiceReader;
  readonly store: StoreReader;
  readonly environment: string;
  readonly environments: KnownEnvironments;
  /** Keys of the accounts of all manifests. */
  readonly keys: ReadonlySet<string>;
  /** Accounts of this environment. */
  readonly entries: readonly AccountEntry[];
};

/** A connector of the manifests, and its installed connector. */
export type FoundConnector = {
  readonly desired: DesiredConnector;
  readonly account: LiveAccount;
  readonly live: LiveConnector;
  /** State entry; null if it is not ours. */
  readonly record: ObjectRecord | null;
};

type Refused = { readonly refused: readonly Diagnostic[] };

/**
 * Finds the installed connector of `ACCOUNT/connectors/KEY` as apply does: by state, else by its
 * name in the service. Writes nothing.
 */
export async function findConnector(
  search: ConnectorSearch,
  named: { readonly account: string; readonly key: string },
): Promise<FoundConnector | Refused> {
  const entry = search.entries.find(({ key }) => key === named.account);
  if (entry === undefined) return reportNoAccount(search, named.account);
  const { document, diagnostics } = await findDocument(search, entry);
  if (document === null) return { refused: diagnostics };
  const desired = await resolveAccount(document, search.environment, search.secrets);
  const connectors = desired?.connectors.kind === 'set' ? desired.connectors.value : new Map();
  const connector = connectors.get(named.key);
  if (desired === null || connector === undefined) return reportNoConnector(named, connectors);
  return findLive(search, desired, connector);
}

async function findLive(
  { reader, store, keys }: ConnectorSearch,
  desired: DesiredAccount,
  connector: DesiredConnector,
): Promise<FoundConnector | Refused> {
  const find = await openAccountFinder(reader, 1);
  if (!find.ok) return reportUnread(connector, find.failure);
  const search = await findInstalled({ reader, store, keys, findAccount: find.value }, desired);
  if (search.kind === 'refused') return refuse(search.diagnostic);
  if (search.kind === 'unread') return reportUnread(connector, search.failure);
  if (search.kind === 'no-account') return reportMissing(connector, `the account ${desired.key}`);
  const { account, pairs } = search;
  const pair = pairs.find(
    (each) => each.kind !== 'live-only' && each.desired.desired.address === connector.address,
  );
  if (pair?.kind === 'both') {
    return { desired: connector, account, live: pair.live, record: pair.record };
  }
  if (pair?.kind === 'ambiguous') {
    return { refused: reportAmbiguous(pair, desired.environment, (item) => item.desired) };
  }
  return reportMissing(connector, `the connector "${connector.name}"`);
}

function reportNoAccount({ entries, environment }: ConnectorSearch, account: string): Refused {
  const near = formatNearest(
    account,
    entries.map(({ key }) => key),
  );
  return refuse(
    reportError('address-unknown', {
      summary: `No manifest has an account "${account}" in the environment ${environment}`,
      address: toAccountAddress(account),
      ...(near === null ? {} : { remedy: near }),
    }),
  );
}

function reportNoConnector(
  { account, key }: { readonly account: string; readonly key: string },
  connectors: ReadonlyMap<string, unknown>,
): Refused {
  return refuse(
    reportError('address-unknown', {
      summary: `The manifest of ${account} has no connector "${key}"`,
      address: toConnectorAddress(account, key),
      remedy: formatNearest(key, connectors.keys()) ?? 'The manifest has no connectors.',
    }),
  );
}

function reportMissing(connector: DesiredConnector, what: string): Refused {
  return refuse(
    reportError('not-installed', {
      summary: `The service does not have ${what}`,
      at: connector.at,
      address: connector.address,
    }),
  );
}

function reportUnread(connector: DesiredConnector, failure: ApiFailure): Refused {
  return refuse(
    reportError('unread', {
      summary: `Cannot look up the connector: ${formatFailure(failure)}`,
      address: connector.address,
      remedy: `Nothing was called; ${toReadAdvice(failure)}.`,
    }),
  );
}

function refuse(diagnostic: Diagnostic): Refused {
  return { refused: [diagnostic] };
}
