import type { Address } from '../../model/address.ts';
import type { Missing, Pair, Unmatched } from '../../model/diff/pair.ts';
import type { RemoteId } from '../../model/live/live.ts';
import type { AccountState, CreateIntent, ObjectRecord } from '../../model/state/account-state.ts';
import { matchUnfinished } from './match-unfinished.ts';

type Named = { readonly id: RemoteId; readonly name: string };

/** State and choices for the objects of an account. */
export type MatchContext = {
  readonly state: AccountState;
  /** Objects in state that are gone. */
  readonly gone: ReadonlySet<Address>;
  /** Objects that a person chose for entries; matched as if by name, and not bound yet. */
  readonly chosen?: ReadonlyMap<Address, RemoteId>;
};

/** Functions and state to match one kind of objects. */
export type Matching<D, L extends Named> = Omit<MatchContext, 'state'> & {
  readonly desired: readonly D[];
  readonly live: readonly L[];
  readonly toAddress: (desired: D) => Address;
  /** State entries of this kind by address, also of missing objects. */
  readonly records: ReadonlyMap<Address, ObjectRecord>;
  readonly creates: ReadonlyMap<Address, CreateIntent>;
  /** Unbound objects that may be the desired one, the best evidence first. */
  readonly listCandidates: (desired: D, unbound: readonly L[]) => readonly L[];
  /** Objects that its interrupted create may have made. */
  readonly listUnfinished: (desired: D, free: readonly L[], intent: CreateIntent) => readonly L[];
  /** Objects that make a create ambiguous without being candidates. */
  readonly listAmbiguous: (desired: D, unbound: readonly L[]) => readonly L[];
};

/**
 * Pairs desired and live objects: by a person's choice, by state, by a unique natural key, by
 * interrupted creates. Others are ours, with a state entry, or unmanaged.
 */
export function matchObjects<D, L extends Named>(matching: Matching<D, L>): Pair<D, L>[] {
  const bound = new Map<RemoteId, ObjectRecord>();
  for (const record of matching.records.values()) {
    if (!matching.gone.has(record.address)) bound.set(record.remoteId, record);
  }
  const chosen = new Set(matching.chosen?.values());
  const byId = new Map(matching.live.map((live) => [live.id, live]));
  const unbound = matching.live.filter(({ id }) => !bound.has(id) && !chosen.has(id));
  const found = matching.desired.map((desired) =>
    matchOne({ ...matching, byId }, desired, unbound),
  );
  const claims = countClaims(found);
  const adopted = bindUnfinished(
    matching,
    found.map((pair) => reportShared(pair, claims)),
    unbound.filter((live) => !claims.has(live.id)),
  );
  const taken = new Set([...claims.keys(), ...countClaims(adopted).keys()]);
  const free = unbound.filter((live) => !taken.has(live.id));
  const pairs = adopted.map((pair) => reportDoubtful(matching, pair, free));
  const left = matching.live
    .filter((live) => !taken.has(live.id))
    .map((live): Pair<D, L> => ({ kind: 'live-only', live, record: bound.get(live.id) ?? null }));
  return [...pairs, ...left];
}

function countClaims<L extends Named>(
  pairs: readonly Pair<unknown, L>[],
): ReadonlyMap<RemoteId, number> {
  const claims = new Map<RemoteId, number>();
  for (const pair of pairs) {
    if (pair.kind === 'both') claims.set(pair.live.id, (claims.get(pair.live.id) ?? 0) + 1);
  }
  return claims;
}

function bindUnfinished<D, L extends Named>(
  matching: Matching<D, L>,
  pairs: readonly Pair<D, L>[],
  free: readonly L[],
): readonly Pair<D, L>[] {
  const lost = pairs.flatMap((pair) => {
    if (pair.kind !== 'desired-only') return [];
    const address = matching.toAddress(pair.desired);
    const intent = matching.creates.get(address);
    return intent === undefined
      ? []
      : [{ address, found: matching.listUnfinished(pair.desired, free, intent) }];
  });
  const shares = matchUnfinished(lost);
  return pairs.map((pair) => {
    if (pair.kind !== 'desired-only') return pair;
    return pairOnly(pair, shares.get(matching.toAddress(pair.desired)) ?? []) ?? pair;
  });
}

function matchOne<D, L extends Named>(
  matching: Matching<D, L> & { readonly byId: ReadonlyMap<RemoteId, L> },
  desired: D,
  unbound: readonly L[],
): Pair<D, L> {
  const address = matching.toAddress(desired);
  const record = matching.records.get(address) ?? null;
  const intent = matching.creates.get(address) ?? null;
  const said = matching.byId.get(matching.chosen?.get(address) ?? '');
  if (said !== undefined) return { kind: 'both', desired, live: said, record: null };
  if (record !== null && !matching.gone.has(address)) {
    const live = matching.byId.get(record.remoteId);
    if (live !== undefined) return { kind: 'both', desired, live, record };
  }
  const missing = toMissing(record, intent);
  const found = pairOnly({ desired, missing }, matching.listCandidates(desired, unbound));
  return found ?? { kind: 'desired-only', desired, missing };
}

function toMissing(record: ObjectRecord | null, intent: CreateIntent | null): Missing {
  if (record !== null) return 'gone';
  return intent === null ? 'new' : 'interrupted';
}

// A single candidate matches; several are ambiguous.
function pairOnly<D, L extends Named>(
  { desired, missing }: Pick<Unmatched<D, L>, 'desired' | 'missing'>,
  candidates: readonly L[],
): Pair<D, L> | null {
  const [only] = candidates;
  if (only === undefined) return null;
  if (candidates.length === 1) return { kind: 'both', desired, live: only, record: null };
  const why = 'each of them may be the intended one';
  return { kind: 'ambiguous', desired, missing, candidates, why };
}

// An object that another entry matches came from the create of that one only.
function reportDoubtful<D, L extends Named>(
  matching: Matching<D, L>,
  pair: Pair<D, L>,
  free: readonly L[],
): Pair<D, L> {
  if (pair.kind !== 'desired-only' || pair.missing === 'interrupted') return pair;
  const { desired, missing } = pair;
  // An interrupted create has evidence of its own.
  if (matching.creates.has(matching.toAddress(desired))) return pair;
  const candidates = matching.listAmbiguous(desired, free);
  const why = 'an interrupted create may have created one of them';
  return candidates.length === 0 ? pair : { kind: 'ambiguous', desired, missing, candidates, why };
}

// One live object cannot match two entries.
function reportShared<D, L extends Named>(
  pair: Pair<D, L>,
  taken: ReadonlyMap<RemoteId, number>,
): Pair<D, L> {
  if (pair.kind !== 'both' || (taken.get(pair.live.id) ?? 0) < 2) return pair;
  return {
    kind: 'ambiguous',
    desired: pair.desired,
    missing: 'new',
    candidates: [pair.live],
    why: 'another entry of this manifest matches the same one',
  };
}
