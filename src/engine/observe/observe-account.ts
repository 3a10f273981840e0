import type { Address } from '../../model/address.ts';
import type { BoundCycle, ConnectorPair, CyclePair } from '../../model/desired/bound.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import { type Answer, type ApiFailure, formatFailure } from '../../model/diagnostic/api-failure.ts';
import type { Refusal } from '../../model/diagnostic/code-stops.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { Capabilities } from '../../model/live/capabilities.ts';
import type { LiveAccount, RemoteId } from '../../model/live/live.ts';
import type { AccountListing, Catalog, Structures } from '../../model/live/reading.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import type { Files, Secrets, ServiceReader, StoreReader } from '../../model/ports.ts';
import { unmanaged } from '../../model/setting.ts';
import type { AccountState } from '../../model/state/account-state.ts';
import { restoreStarts, withStaleStartsRemoved } from '../../model/state/restore-starts.ts';
import { bindConnectors } from '../bind/bind-connectors.ts';
import { bindCycles } from '../bind/bind-cycles.ts';
import { resolveActivity } from '../bind/resolve-activity.ts';
import { loadCycleFiles } from '../cycle-file/load-cycle-files.ts';
import { decideAccount } from '../decide/decide-account.ts';
import { diffAccount } from '../diff/diff-account.ts';
import type { AccountFinder } from '../live/open-account-finder.ts';
import type { CatalogReader } from '../live/open-catalog.ts';
import { readListing } from '../live/read-listing.ts';
import { deposeReplaced } from '../match/depose-replaced.ts';
import { matchConnectors } from '../match/match-connectors.ts';
import { matchCycles } from '../match/match-cycles.ts';
import { reportAmbiguous } from '../match/report-ambiguous.ts';
import type { RenameConflict } from '../match/resolve-renames.ts';
import { readDeposed } from './cycles/read-deposed.ts';
import { readNamedCycles } from './cycles/read-named-cycles.ts';
import { readStructures } from './cycles/read-structures.ts';
import type { DesiredSource, SelectedDiff } from './desired-source.ts';
import { findAccount } from './find-account.ts';
import { findDocument } from './find-document.ts';
import { resolveForRun } from './resolve-for-run.ts';

/** Context of a read; shared by all accounts of a run. */
export type RunContext = {
  readonly files: Files;
  readonly environment: string;
  readonly environments: KnownEnvironments;
  /** Keys of the accounts of all manifests, selected or not. */
  readonly keys: ReadonlySet<string>;
  readonly secrets: Secrets;
  /** Date in UTC, such as `2026-12-31`, to compare with the end of ignores. */
  readonly today: string;
  readonly reader: ServiceReader;
  readonly store: StoreReader;
  readonly findAccount: AccountFinder;
  readonly openCatalog: CatalogReader;
  readonly capabilities: Capabilities;
  /** True if fields that cannot be verified are sent again. */
  readonly rewrite: boolean;
  /** Objects that a person chose for entries, by address; not bound yet. */
  readonly chosen?: ReadonlyMap<Address, RemoteId>;
  /** Source of an undo or a revert, in place of the manifest. */
  readonly source?: DesiredSource;
};

/** Result of a read of one account. */
export type Observation =
  /** Refused: the manifest names missing or ambiguous objects, or the source forbids it. */
  | SelectedDiff
  /** The service could not be read, so nothing may be concluded. */
  | { readonly kind: 'unread'; readonly diagnostics: readonly Diagnostic[] };

/** Loads one account's manifest and compares it with the live account. */
export async function observeAccount(
  context: RunContext,
  entry: AccountEntry,
): Promise<Observation> {
  const { document, diagnostics } = await findDocument(context, entry);
  if (document === null) return { kind: 'refused', diagnostics };
  const desired = await resolveForRun(context, document);
  if (desired === null)
    throw new Error(`${entry.key} was selected and has no id in ${context.environment}`);
  const filled = await loadCycleFiles(context.files, desired);
  if (hasErrors(filled.diagnostics)) return { kind: 'refused', diagnostics: filled.diagnostics };
  const { source } = context;
  if (source === undefined) return observeDesired(context, filled.desired);
  const observation = await observeDesired(context, source.resolve(filled.desired));
  return observation.kind === 'observed' ? source.select(observation.diff) : observation;
}

/** Reads, binds, matches and compares a resolved account. */
export async function observeDesired(
  context: RunContext,
  desired: DesiredAccount,
): Promise<Observation> {
  const search = await findAccount(context, desired);
  if (search.kind === 'refused') return { kind: 'refused', diagnostics: [search.diagnostic] };
  if (search.kind === 'unread') return toUnread(desired, search.failure);
  const { account, state, clashes } = search;
  const listing = await readListing(context.reader, { desired, account, state });
  if (!listing.ok) return toUnread(desired, listing.failure);
  const managesMore = desired.connectors.kind === 'set' || desired.cycles.kind === 'set';
  const catalog: Answer<Catalog> | null = managesMore
    ? await context.openCatalog(account?.id ?? null)
    : null;
  const read = { desired, state, clashes, account, listing: listing.value };
  if (catalog === null || catalog.ok) {
    return diffRead(context, { ...read, catalog: catalog?.value ?? null, isAccountFirst: false });
  }
  const isNew = account === null && state.objects.size === 0;
  if (!isNew || catalog.failure.kind !== 'unauthorized') return toUnread(desired, catalog.failure);
  const alone = { ...desired, connectors: unmanaged, cycles: unmanaged };
  return diffRead(context, { ...read, desired: alone, catalog: null, isAccountFirst: true });
}

type Read = {
  readonly desired: DesiredAccount;
  readonly state: AccountState;
  readonly clashes: readonly RenameConflict[];
  readonly account: LiveAccount | null;
  readonly listing: AccountListing;
  readonly catalog: Catalog | null;
  readonly isAccountFirst: boolean;
};

async function diffRead(context: RunContext, read: Read): Promise<Observation> {
  const { desired, listing, catalog } = read;
  const bound = bindAll(read);
  const structures = await readStructures(context.reader, { ...read, bound });
  if (!structures.ok) return toUnread(desired, structures.failure);
  const paired = pairObjects(read, {
    chosen: context.chosen ?? new Map(),
    bound,
    structures: structures.value,
  });
  const { state, refusals } = paired;
  const deposed = await readDeposed(context.reader, {
    account: read.account,
    pairs: paired.cycles,
    structures: structures.value,
  });
  if (!deposed.ok) return toUnread(desired, deposed.failure);
  const named =
    catalog === null
      ? { ok: true as const, value: [] }
      : await readNamedCycles(context.reader, {
          desired,
          account: read.account,
          pairs: paired.cycles,
          catalog,
          predecessors: deposed.value,
          structures: structures.value,
          refusals,
          binding: {
            state,
            connectors: paired.connectors,
            liveConnectors: listing.connectors ?? [],
          },
        });
  if (!named.ok) return toUnread(desired, named.failure);
  const compared = diffAccount(
    {
      desired,
      state,
      account: read.account,
      connectors: paired.connectors,
      cycles: named.value,
      cyclePairs: paired.cycles,
      deposed: deposed.value,
      templates: catalog?.templates ?? [],
      liveConnectors: listing.connectors ?? [],
      isAccountFirst: read.isAccountFirst,
      capabilities: context.capabilities,
    },
    { fingerprint: (text) => context.secrets.fingerprint(text), rewrite: context.rewrite },
  );
  return { kind: 'observed', diff: decideAccount(compared) };
}

function bindAll({ desired, catalog }: Read): readonly BoundCycle[] {
  return desired.cycles.kind === 'set'
    ? bindCycles(desired.cycles.value, catalog ?? { templates: [], areTemplatesListed: true })
    : [];
}

function pairObjects(
  read: Read,
  {
    chosen,
    bound,
    structures,
  }: {
    readonly chosen: ReadonlyMap<Address, RemoteId>;
    readonly bound: readonly BoundCycle[];
    readonly structures: Structures;
  },
): {
  /** State with deposed cycles under their own addresses. */
  readonly state: AccountState;
  readonly connectors: readonly ConnectorPair[];
  readonly cycles: readonly CyclePair[];
  /** Refusals of ambiguous objects. */
  readonly refusals: ReadonlyMap<Address, readonly Refusal[]>;
} {
  const { desired, listing, catalog, clashes } = read;
  const { environment } = desired;
  const wanted = desired.connectors.kind === 'set' ? desired.connectors.value : new Map();
  const connectors = bindConnectors(wanted, catalog?.releases ?? []);
  const known = { ...restoreListing(read, { bound, structures }), chosen };
  const connectorPairs = matchConnectors(connectors, listing.connectors ?? [], known);
  const cyclePairs = matchCycles(bound, listing.cycles ?? [], known);
  const refusals = Map.groupBy(
    [
      ...clashes,
      ...connectorPairs.flatMap((pair) =>
        reportAmbiguous(pair, environment, (item) => item.desired),
      ),
      ...cyclePairs.flatMap((pair) => reportAmbiguous(pair, environment, (item) => item.desired)),
    ],
    ({ address }) => address,
  );
  return {
    state: known.state,
    connectors: connectorPairs.map((pair) => addRefusals(pair, refusals)),
    cycles:
      desired.undo === undefined
        ? cyclePairs.map((pair) => resolveActivity(pair, desired.ownership, known.state))
        : cyclePairs,
    refusals,
  };
}

function addRefusals(
  pair: ConnectorPair,
  refusals: ReadonlyMap<Address, readonly Refusal[]>,
): ConnectorPair {
  if (pair.kind === 'live-only') return pair;
  const { desired } = pair;
  const own = refusals.get(desired.desired.address) ?? [];
  return { ...pair, desired: { ...desired, refusals: [...desired.refusals, ...own] } };
}

// An undo restores fields and replaces nothing.
function restoreListing(
  { desired, state: kept, listing }: Read,
  made: {
    readonly bound: readonly BoundCycle[];
    readonly structures: Structures;
  },
) {
  const { gone, cycles } = listing;
  const started = restoreStarts(kept, cycles ?? []);
  const state = withStaleStartsRemoved(started, cycles ?? [], desired.ownership);
  return desired.undo === undefined
    ? deposeReplaced(state, { ...made, live: cycles ?? [], gone })
    : { state, gone };
}

function toUnread(desired: DesiredAccount, failure: ApiFailure): Observation {
  return {
    kind: 'unread',
    diagnostics: [
      {
        code: 'unread',
        severity: 'error',
        summary: `Cannot read the account: ${formatFailure(failure)}`,
        address: desired.address,
        remedy: 'Nothing in this account will be changed; run the command again.',
      },
    ],
  };
}
