import type { Address } from '../../model/address.ts';
import type { BoundCycle } from '../../model/desired/bound.ts';
import { toDeposedAddress, toReplacement } from '../../model/desired/scope/deposed.ts';
import { listOwnKeys, toIdentityTag } from '../../model/diff/identity.ts';
import { isUnfinishedCandidate } from '../../model/diff/unfinished-create.ts';
import type { LiveCycle, RemoteId } from '../../model/live/live.ts';
import type { Structures } from '../../model/live/reading.ts';
import type { AccountState, CreateIntent, ObjectRecord } from '../../model/state/account-state.ts';
import { isMadeFrom } from './is-made-from.ts';

/** Live cycles of an account. */
export type ObservedCycles = {
  readonly bound: readonly BoundCycle[];
  readonly live: readonly LiveCycle[];
  readonly gone: ReadonlySet<Address>;
  readonly structures: Structures;
};

/** State of an account, and the objects in it that are certainly gone. */
export type DeposedState = Pick<ObservedCycles, 'gone'> & {
  readonly state: AccountState;
};

/**
 * Deposes each cycle whose origin is not that of its manifest, so that its address is free for the
 * replacement. If Git names its origin again, restores it and deposes the replacement. Writes
 * nothing.
 */
export function deposeReplaced(state: AccountState, observed: ObservedCycles): DeposedState {
  const draft: Draft = {
    objects: new Map(state.objects),
    creates: new Map(state.creates),
    pauses: new Map(state.pauses),
    writes: new Map(state.writes),
  };
  const deposed = new Set<Address>();
  const index = makeIndex(state, observed);
  for (const item of observed.bound) {
    if (deposeIfReplaced(draft, item, { ...observed, ...index })) deposed.add(item.desired.address);
  }
  if (deposed.size === 0) return { state, gone: observed.gone };
  // A restored cycle exists, whatever happened to its replacement.
  const gone = new Set(
    [...observed.gone].filter(
      (address) => draft.objects.get(address) === state.objects.get(address),
    ),
  );
  return { state: { ...state, ...draft, deposed }, gone };
}

type Draft = {
  readonly [Part in 'objects' | 'creates' | 'pauses' | 'writes']: Map<
    Address,
    AccountState[Part] extends ReadonlyMap<Address, infer Kept> ? Kept : never
  >;
};

/** Live cycles by id, and the deposed ones of state by the address of their replacement. */
type Index = {
  readonly byId: ReadonlyMap<RemoteId, LiveCycle>;
  readonly replaced: ReadonlyMap<Address | null, readonly ObjectRecord[]>;
};

type IndexedCycles = ObservedCycles & Index;

function makeIndex({ objects }: AccountState, { live }: ObservedCycles): Index {
  const deposed = [...objects.values()].filter(({ address }) => address.includes('~'));
  return {
    byId: new Map(live.map((cycle) => [cycle.id, cycle])),
    replaced: Map.groupBy(deposed, ({ address }) => toReplacement(address)),
  };
}

function deposeIfReplaced(draft: Draft, item: BoundCycle, observed: IndexedCycles): boolean {
  const hasMoved = [moveObjects(draft, item, observed), moveCreates(draft, item)];
  return bindLate(draft, item, observed) || hasMoved.includes(true);
}

function moveObjects(draft: Draft, item: BoundCycle, observed: IndexedCycles): boolean {
  const { address } = item.desired;
  const isWanted = (record: ObjectRecord) => {
    const live = findLive(record, observed);
    return (
      live !== undefined && isMadeFrom(item, live, { record, structures: observed.structures })
    );
  };
  const own = draft.objects.get(address);
  const back = observed.replaced.get(address)?.find(isWanted);
  // The older of two wanted cycles has the history, as long as the other one was not started.
  const isSettled = back === undefined || own?.run !== null;
  if (own !== undefined && isWanted(own) && isSettled) return false;
  const locked = findLive(own, observed);
  if (locked !== undefined) move(draft, address, findFree(draft, address));
  if (back !== undefined) move(draft, back.address, address);
  return locked !== undefined || back !== undefined;
}

// A create of unknown outcome is deposed like its object, which may appear late. It returns to the
// entry if Git names its origin again.
function moveCreates(draft: Draft, item: BoundCycle): boolean {
  const { address } = item.desired;
  const own = draft.creates.get(address);
  const isUnwanted = own !== undefined && isOfOther(own, item);
  if (isUnwanted) moveIn(draft.creates, address, findFree(draft, address));
  if (draft.creates.has(address) || draft.objects.has(address)) return isUnwanted;
  const back = listDeposedCreates(draft, address).find((intent) => !isOfOther(intent, item));
  if (back !== undefined) moveIn(draft.creates, back.address, address);
  return isUnwanted || back !== undefined;
}

// The object of such a create has no data and is not wanted, so we delete it.
function bindLate(draft: Draft, item: BoundCycle, observed: ObservedCycles): boolean {
  const late = listDeposedCreates(draft, item.desired.address).flatMap(({ address }) => {
    const remoteId = findOrphan(draft, address, { item, seen: observed });
    if (remoteId === null) return [];
    draft.objects.set(address, { address, kind: 'cycle', remoteId, applied: {}, run: null });
    draft.creates.delete(address);
    return [address];
  });
  return late.length > 0;
}

function listDeposedCreates({ creates }: Draft, replacement: Address): readonly CreateIntent[] {
  if (creates.size === 0) return [];
  return [...creates.values()].filter(({ address }) => toReplacement(address) === replacement);
}

function findLive(
  record: ObjectRecord | undefined,
  { byId, gone }: IndexedCycles,
): LiveCycle | undefined {
  if (record === undefined || gone.has(record.address)) return undefined;
  return byId.get(record.remoteId);
}

function findFree(draft: Draft, replacement: Address): Address {
  for (let ordinal = 1; ; ordinal += 1) {
    const address = toDeposedAddress(replacement, ordinal);
    if (!draft.objects.has(address) && !draft.creates.has(address)) return address;
  }
}

// Open intents move with it.
function move(draft: Draft, from: Address, to: Address): void {
  moveIn(draft.objects, from, to);
  moveIn(draft.pauses, from, to);
  moveIn(draft.writes, from, to);
}

function moveIn<T extends { readonly address: Address }>(
  records: Map<Address, T>,
  from: Address,
  to: Address,
): void {
  const record = records.get(from);
  records.delete(from);
  if (record === undefined) records.delete(to);
  else records.set(to, { ...record, address: to });
}

// A create whose origin is no longer in Git.
function isOfOther({ templateId, structure }: CreateIntent, { source }: BoundCycle): boolean {
  if (source.kind === 'no-template') return false;
  if (templateId === undefined && structure === undefined) return false;
  return source.kind === 'file' ? structure !== source.structure : templateId !== source.id;
}

// The object of an interrupted create, if the list shows exactly one. An imported cycle has its tag
// from the start.
function findOrphan(
  draft: Draft,
  address: Address,
  { item, seen: observed }: { readonly item: BoundCycle; readonly seen: ObservedCycles },
): RemoteId | null {
  const intent = draft.creates.get(address);
  if (intent?.name === undefined) return null;
  const { name, templateId = null, structure, idsBefore } = intent;
  const keys = listOwnKeys(item.desired);
  const tags = new Set(keys.map(toIdentityTag));
  const known = new Set([
    ...idsBefore,
    ...[...draft.objects.values()].map((each) => each.remoteId),
  ]);
  const found = observed.live.filter(
    (cycle) =>
      !known.has(cycle.id) &&
      isUnfinishedCandidate(cycle, { templateId, name, keys }) &&
      (structure === undefined || cycle.tags.some((tag) => tags.has(tag))),
  );
  const [only] = found;
  return only === undefined || found.length > 1 ? null : only.id;
}
