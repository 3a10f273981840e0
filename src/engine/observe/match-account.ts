import type { Address } from '../../model/address.ts';
import type {
  BoundConnector,
  BoundCycle,
  ConnectorPair,
  CyclePair,
} from '../../model/desired/bound.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Refusal } from '../../model/diagnostic/diagnostic.ts';
import type { Part } from '../../model/diff/part.ts';
import type { RemoteId } from '../../model/live/live.ts';
import type { AccountListing, Catalog, Structures } from '../../model/live/reading.ts';
import type { AccountState } from '../../model/state/account-state.ts';
import { restoreStarts } from '../../model/state/restore-starts.ts';
import { bindConnectors } from '../bind/bind-connectors.ts';
import { bindCycles } from '../bind/bind-cycles.ts';
import { resolveActivity } from '../bind/resolve-activity.ts';
import { deposeReplaced } from '../match/depose-replaced.ts';
import { matchConnectors } from '../match/match-connectors.ts';
import { matchCycles } from '../match/match-cycles.ts';
import { reportAmbiguous } from '../match/report-ambiguous.ts';
import type { RenameConflict } from '../match/resolve-renames.ts';

/** Entries with the releases and templates of the catalog. */
export type BoundEntries = {
  readonly connectors: readonly BoundConnector[];
  readonly cycles: readonly BoundCycle[];
};

/** Binds the entries of an account. */
export function bindAccount(
  { connectors, cycles }: DesiredAccount,
  catalog: Catalog | null,
): BoundEntries {
  return {
    connectors: bindConnectors(
      connectors.kind === 'set' ? connectors.value : new Map(),
      catalog?.releases ?? [],
    ),
    cycles:
      cycles.kind === 'set'
        ? bindCycles(cycles.value, catalog ?? { templates: [], areTemplatesListed: true })
        : [],
  };
}

/** Both sides of an account before they are paired. */
export type BoundAccount = {
  readonly desired: DesiredAccount;
  readonly mistakes?: readonly Refusal[];
  readonly part?: Part;
  readonly state: AccountState;
  readonly clashes: readonly RenameConflict[];
  readonly listing: AccountListing;
  readonly bound: BoundEntries;
  readonly structures: Structures;
  /** Date in UTC. */
  readonly today: string;
};

export type MatchedAccount = {
  /** State with deposed cycles under their own addresses. */
  readonly state: AccountState;
  readonly connectors: readonly ConnectorPair[];
  readonly cycles: readonly CyclePair[];
  /** Refusals of ambiguous or mistaken objects. */
  readonly refusals: ReadonlyMap<Address, readonly Refusal[]>;
};

/** Pairs entries with live objects, and resolves which of them run by the owners of their state. */
export function matchAccount(
  account: BoundAccount,
  chosen: ReadonlyMap<Address, RemoteId>,
): MatchedAccount {
  const { desired, mistakes = [], listing, clashes, bound, part } = account;
  const { environment } = desired;
  const known = { ...restoreState(account), chosen };
  const { state } = known;
  const connectors = matchConnectors(bound.connectors, listing.connectors ?? [], known);
  const cycles = matchCycles(bound.cycles, listing.cycles ?? [], known);
  const refusals = Map.groupBy(
    [
      ...clashes,
      ...mistakes,
      ...connectors.flatMap((pair) => reportAmbiguous(pair, environment, (item) => item.desired)),
      ...cycles.flatMap((pair) => reportAmbiguous(pair, environment, (item) => item.desired)),
    ],
    ({ address }) => address,
  );
  return {
    state,
    connectors: connectors.map((pair) => addRefusals(pair, refusals)),
    cycles:
      part?.values === 'earlier'
        ? cycles
        : cycles.map((pair) => resolveActivity(pair, desired.ownership, state)),
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

// Earlier values replace nothing.
function restoreState({ desired, part, state: kept, listing, today, ...sides }: BoundAccount) {
  const { gone, cycles } = listing;
  const live = cycles ?? [];
  const rules = desired.ownership;
  const state = restoreStarts(kept, live, { rules, today });
  if (part?.values === 'earlier') return { state, gone };
  const { structures, bound } = sides;
  return deposeReplaced(state, { bound: bound.cycles, structures, live, gone });
}
