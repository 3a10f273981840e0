import type { BoundCycle, CyclePair } from '../../model/desired/bound.ts';
import { listDeposedAddresses } from '../../model/desired/scope/deposed.ts';
import { listOwnKeys, toIdentityTag } from '../../model/diff/identity.ts';
import { isUnfinishedCandidate } from '../../model/diff/unfinished-create.ts';
import type { LiveCycle } from '../../model/live/live.ts';
import type { AccountState } from '../../model/state/account-state.ts';
import { isPossiblyMadeFrom } from './is-made-from.ts';
import { type MatchContext, matchObjects } from './match-objects.ts';

/**
 * Pairs cycles: by state, else by our tag, else by name and template, else by an interrupted
 * install. A similar cycle makes a create ambiguous.
 */
export function matchCycles(
  bound: readonly BoundCycle[],
  live: readonly LiveCycle[],
  { state, ...known }: MatchContext,
): CyclePair[] {
  const names = new Set(bound.map((item) => item.desired.name));
  const pairs = matchObjects({
    desired: bound,
    live,
    toAddress: (item) => item.desired.address,
    records: new Map([...state.objects].filter(([, record]) => record.kind === 'cycle')),
    creates: state.creates,
    ...known,
    listCandidates: listCandidates,
    listUnfinished: (item, free, { idsBefore }) =>
      free.filter(
        ({ id, name, tags, ...live }) =>
          isPossiblyMadeFrom(item, live) &&
          name === item.source.name &&
          !idsBefore.includes(id) &&
          !tags.some(isOthersTag),
      ),
    listAmbiguous: (item, unbound) =>
      unbound.filter(
        (candidate) => isUnfinishedMatch(candidate, item) && !names.has(candidate.name),
      ),
  });
  const strangers = pairs.flatMap((pair) =>
    pair.kind === 'live-only' && pair.record === null ? [pair.live] : [],
  );
  return pairs.map((pair) =>
    pair.kind === 'ambiguous'
      ? resolveTwins(pair, live)
      : reportRivals(pair, { ...known, state, strangers }),
  );
}

// Without state, a cycle with the tag and another origin may be the entry's earlier cycle, and two
// must not run. If the account has no state, so may one with its name.
function reportRivals(
  pair: CyclePair,
  { strangers, state, chosen }: MatchContext & { readonly strangers: readonly LiveCycle[] },
): CyclePair {
  const isKnown =
    pair.kind === 'both'
      ? pair.record !== null
      : pair.kind !== 'desired-only' || pair.missing !== 'new';
  if (isKnown || pair.kind === 'live-only' || pair.kind === 'ambiguous') return pair;
  const { desired } = pair;
  if (chosen?.has(desired.desired.address) === true) return pair;
  if (hasDeposed(desired, state)) return pair;
  const { name } = desired.desired;
  const keys = listOwnKeys(desired.desired);
  const isLost = state.objects.size === 0;
  const rivals = strangers
    .filter((live) => !isPossiblyMadeFrom(desired, live))
    .filter(
      (live) =>
        keys.some((known) => live.tags.includes(toIdentityTag(known))) ||
        (isLost && live.status === 'Active' && live.name === name && !live.tags.some(isOthersTag)),
    );
  if (rivals.length === 0) return pair;
  const candidates = [...(pair.kind === 'both' ? [pair.live] : []), ...rivals];
  const why = `${rivals.length === 1 ? 'one of them' : 'some of them'} may be its earlier cycle with another origin, and two must not run`;
  const missing = pair.kind === 'both' ? 'new' : pair.missing;
  return { kind: 'ambiguous', desired, missing, candidates, why, isToSettle: true };
}

// A cycle made from a file has no template id, so two cycles with our tag may be one and its
// replacement.
function resolveTwins(
  pair: Extract<CyclePair, { readonly kind: 'ambiguous' }>,
  live: readonly LiveCycle[],
): CyclePair {
  const { desired, source } = pair.desired;
  const tag = toIdentityTag(desired.key);
  const tagged = new Set(live.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id));
  const areTwins = pair.candidates.length > 1 && pair.candidates.every(({ id }) => tagged.has(id));
  return source.kind === 'file' && areTwins ? { ...pair, isToSettle: true } : pair;
}

function hasDeposed({ desired }: BoundCycle, { objects }: AccountState): boolean {
  return listDeposedAddresses(objects.keys(), new Set([desired.address])).length > 0;
}

function listCandidates(item: BoundCycle, unbound: readonly LiveCycle[]): readonly LiveCycle[] {
  const sameOrigin = unbound.filter((candidate) => isPossiblyMadeFrom(item, candidate));
  const { key, name, renamedFrom } = item.desired;
  const tagged = (known: string) =>
    sameOrigin.filter((candidate) => candidate.tags.includes(toIdentityTag(known)));
  const named = (known: string) =>
    sameOrigin.filter((candidate) => candidate.name === known && !candidate.tags.some(isOthersTag));
  const earlier = renamedFrom === undefined ? [] : [() => tagged(renamedFrom.key)];
  const earlierNamed = renamedFrom === undefined ? [] : [() => named(renamedFrom.key)];
  for (const find of [() => tagged(key), ...earlier, () => named(name), ...earlierNamed]) {
    const found = find();
    if (found.length > 0) return found;
  }
  return [];
}

// A cycle with the tag of another key belongs to that key, whatever its name.
function isOthersTag(tag: string): boolean {
  return tag.startsWith(toIdentityTag(''));
}

function isUnfinishedMatch(candidate: LiveCycle, item: BoundCycle): boolean {
  if (item.source.kind === 'no-template') return false;
  const { id, name } = item.source;
  return isUnfinishedCandidate(candidate, { templateId: id, name, keys: [] });
}
