import type { Address } from '../../model/address.ts';
import type { RemoteId } from '../../model/live.ts';
import type { CreateIntent, ObjectRecord } from '../../model/memory.ts';
import type { Pair } from '../../model/pair.ts';

type Named = { readonly id: RemoteId; readonly name: string };

/** What `matchObjects` needs to know of one kind. */
export type Matching<D, L extends Named> = {
  readonly desired: readonly D[];
  readonly live: readonly L[];
  readonly addressOf: (desired: D) => Address;
  /** Records of this kind, by address; those whose object is gone included. */
  readonly records: ReadonlyMap<Address, ObjectRecord>;
  readonly creates: ReadonlyMap<Address, CreateIntent>;
  readonly gone: ReadonlySet<Address>;
  /** The unbound objects that this desired one may be, best kind of evidence first. */
  readonly candidatesOf: (
    desired: D,
    unbound: readonly L[],
    intent: CreateIntent | null,
  ) => readonly L[];
  /** Objects that make a create doubtful though none of them is a candidate. */
  readonly doubtsOf: (desired: D, unbound: readonly L[]) => readonly L[];
};

/**
 * Pairs desired and live objects: first by what we remember, then by natural key, exactly one or
 * refused. What is left over is ours (it has a record) or foreign.
 */
export function matchObjects<D, L extends Named>(matching: Matching<D, L>): Pair<D, L>[] {
  const bound = new Map<RemoteId, ObjectRecord>();
  for (const record of matching.records.values()) {
    if (!matching.gone.has(record.address)) bound.set(record.remoteId, record);
  }
  const unbound = matching.live.filter((live) => !bound.has(live.id));
  const taken = new Map<RemoteId, number>();
  const found = matching.desired.map((desired) => matchOne(matching, desired, unbound));
  for (const pair of found) {
    if (pair.kind === 'both') taken.set(pair.live.id, (taken.get(pair.live.id) ?? 0) + 1);
  }
  const free = unbound.filter((live) => !taken.has(live.id));
  const pairs = found
    .map((pair) => refuseShared(pair, taken))
    .map((pair) => refuseDoubtful(matching, pair, free));
  const left = matching.live
    .filter((live) => !taken.has(live.id))
    .map((live): Pair<D, L> => ({ kind: 'live-only', live, record: bound.get(live.id) ?? null }));
  return [...pairs, ...left];
}

function matchOne<D, L extends Named>(
  matching: Matching<D, L>,
  desired: D,
  unbound: readonly L[],
): Pair<D, L> {
  const address = matching.addressOf(desired);
  const record = matching.records.get(address) ?? null;
  const intent = matching.creates.get(address) ?? null;
  if (record !== null && !matching.gone.has(address)) {
    const live = matching.live.find((item) => item.id === record.remoteId);
    if (live !== undefined) return { kind: 'both', desired, live, record };
  }
  const candidates = matching.candidatesOf(desired, unbound, intent);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1)
    return { kind: 'both', desired, live: only, record: null };
  if (candidates.length > 1) {
    return {
      kind: 'ambiguous',
      desired,
      candidates,
      why: 'each of them may be the one that is meant',
    };
  }
  if (record !== null) return { kind: 'desired-only', desired, missing: { kind: 'gone', record } };
  if (intent !== null)
    return { kind: 'desired-only', desired, missing: { kind: 'interrupted', intent } };
  return { kind: 'desired-only', desired, missing: { kind: 'new' } };
}

// What another entry is found to mean came from the create of that one, and from no other.
function refuseDoubtful<D, L extends Named>(
  matching: Matching<D, L>,
  pair: Pair<D, L>,
  free: readonly L[],
): Pair<D, L> {
  if (pair.kind !== 'desired-only' || pair.missing.kind === 'interrupted') return pair;
  const { desired } = pair;
  // A create that was begun has its own evidence.
  if (matching.creates.has(matching.addressOf(desired))) return pair;
  const candidates = matching.doubtsOf(desired, free);
  const why = 'a create that was interrupted may have made one of them';
  return candidates.length === 0 ? pair : { kind: 'ambiguous', desired, candidates, why };
}

// One live object cannot be two of the manifest's.
function refuseShared<D, L extends Named>(
  pair: Pair<D, L>,
  taken: ReadonlyMap<RemoteId, number>,
): Pair<D, L> {
  if (pair.kind !== 'both' || (taken.get(pair.live.id) ?? 0) < 2) return pair;
  return {
    kind: 'ambiguous',
    desired: pair.desired,
    candidates: [pair.live],
    why: 'another entry of this manifest means the same one',
  };
}
