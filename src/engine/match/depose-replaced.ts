import type { Address } from '../../model/address.ts';
import type { BoundCycle } from '../../model/desired/bound.ts';
import { toDeposedAddress, toReplacement } from '../../model/desired/scope/deposed.ts';
import { listOwnKeys, toIdentityTag } from '../../model/diff/identity.ts';
import { isUnfinishedCandidate } from '../../model/diff/unfinished-create.ts';
import type { LiveCycle, RemoteId } from '../../model/live/live.ts';
import type { Structures } from '../../model/live/reading.ts';
import type { AccountState, CreateIntent, ObjectRecord } from '../../model/memory/account-state.ts';
import { isMadeFrom } from './is-made-from.ts';

/** What was seen of the cycles of an account. */
export type ObservedCycles = {
  readonly bound: readonly BoundCycle[];
  readonly live: readonly LiveCycle[];
  readonly gone: ReadonlySet<Address>;
  readonly structures: Structures;
};

/** What is remembered of an account, and what of that two witnesses say to be gone. */
export type DeposedState = Pick<ObservedCycles, 'gone'> & {
  readonly memory: AccountState;
};

/**
 * What is remembered of an account, with each cycle set aside that is not made from what its manifest names now: it is
 * a predecessor, and its address is free for the one that takes its place. Where one that was set aside is wanted
 * again it is taken back, and what was to take its place makes way in turn, also where it is not known whether that was
 * made. Nothing is written; an apply does that.
 */
export function deposeReplaced(memory: AccountState, observed: ObservedCycles): DeposedState {
  const draft: Draft = {
    objects: new Map(memory.objects),
    creates: new Map(memory.creates),
    pauses: new Map(memory.pauses),
    writes: new Map(memory.writes),
  };
  const deposed = new Set<Address>();
  for (const item of observed.bound) {
    if (deposeIfReplaced(draft, item, observed)) deposed.add(item.desired.address);
  }
  if (deposed.size === 0) return { memory, gone: observed.gone };
  // One that was taken back is there, whatever became of the one whose place it has again.
  const gone = new Set(
    [...observed.gone].filter(
      (address) => draft.objects.get(address) === memory.objects.get(address),
    ),
  );
  return { memory: { ...memory, ...draft, deposed }, gone };
}

type Draft = {
  readonly [Part in 'objects' | 'creates' | 'pauses' | 'writes']: Map<
    Address,
    AccountState[Part] extends ReadonlyMap<Address, infer Kept> ? Kept : never
  >;
};

function deposeIfReplaced(draft: Draft, item: BoundCycle, observed: ObservedCycles): boolean {
  const hasMoved = [moveObjects(draft, item, observed), moveCreates(draft, item)];
  return bindLate(draft, item, observed) || hasMoved.includes(true);
}

function moveObjects(draft: Draft, item: BoundCycle, observed: ObservedCycles): boolean {
  const { address } = item.desired;
  const isWanted = (record: ObjectRecord) => {
    const live = findLive(record, observed);
    return (
      live !== undefined && isMadeFrom(item, live, { record, structures: observed.structures })
    );
  };
  const own = draft.objects.get(address);
  const back = [...draft.objects.values()].find(
    (record) => toReplacement(record.address) === address && isWanted(record),
  );
  // Of two that are what Git names the earlier one has the history, as long as the other has not been started.
  const isSettled = back === undefined || own?.run !== null;
  if (own !== undefined && isWanted(own) && isSettled) return false;
  const locked = findLive(own, observed);
  if (locked !== undefined) move(draft, address, findFree(draft, address));
  if (back !== undefined) move(draft, back.address, address);
  return locked !== undefined || back !== undefined;
}

// A create whose end is not known makes way as what it makes would, since that may show late: a list that lacks it
// is no proof. Where Git names its origin again it is that of the entry again.
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

// Nothing was written to what such a create has made, and nobody wants it: it is ours to remove.
function bindLate(draft: Draft, item: BoundCycle, seen: ObservedCycles): boolean {
  const late = listDeposedCreates(draft, item.desired.address).flatMap(({ address }) => {
    const remoteId = findOrphan(draft, address, { item, seen });
    if (remoteId === null) return [];
    draft.objects.set(address, { address, kind: 'cycle', remoteId, applied: {}, run: null });
    draft.creates.delete(address);
    return [address];
  });
  return late.length > 0;
}

function listDeposedCreates({ creates }: Draft, successor: Address): readonly CreateIntent[] {
  return [...creates.values()].filter(({ address }) => toReplacement(address) === successor);
}

function findLive(
  record: ObjectRecord | undefined,
  { live, gone }: ObservedCycles,
): LiveCycle | undefined {
  if (record === undefined || gone.has(record.address)) return undefined;
  return live.find(({ id }) => id === record.remoteId);
}

function findFree(draft: Draft, successor: Address): Address {
  for (let ordinal = 1; ; ordinal += 1) {
    const address = toDeposedAddress(successor, ordinal);
    if (!draft.objects.has(address) && !draft.creates.has(address)) return address;
  }
}

// What is open of it goes with it.
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

// A create of which Git names another origin by now.
function isOfOther({ templateId, structure }: CreateIntent, { source }: BoundCycle): boolean {
  if (source.kind === 'no-template') return false;
  if (templateId === undefined && structure === undefined) return false;
  return source.kind === 'file' ? structure !== source.structure : templateId !== source.id;
}

// What an interrupted create has made, as far as the list tells; of several nobody knows which. One that is imported
// has its tag from the first moment.
function findOrphan(
  draft: Draft,
  address: Address,
  { item, seen }: { readonly item: BoundCycle; readonly seen: ObservedCycles },
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
  const found = seen.live.filter(
    (cycle) =>
      !known.has(cycle.id) &&
      isUnfinishedCandidate(cycle, { templateId, name, keys }) &&
      (structure === undefined || cycle.tags.some((tag) => tags.has(tag))),
  );
  const [only] = found;
  return only === undefined || found.length > 1 ? null : only.id;
}
