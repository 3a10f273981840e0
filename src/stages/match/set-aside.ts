import type { Address } from '../../model/address.ts';
import type { BoundCycle } from '../../model/bound.ts';
import { identityTag } from '../../model/identity.ts';
import type { LiveCycle, RemoteId } from '../../model/live.ts';
import type { AccountMemory, ObjectRecord } from '../../model/memory.ts';
import type { Structures } from '../../model/reading.ts';
import { predecessorAddress, successorOf } from '../../model/predecessor.ts';
import { isMadeFrom } from './is-made-from.ts';

/** What was seen of the cycles of an account. */
export type SeenCycles = {
  readonly bound: readonly BoundCycle[];
  readonly live: readonly LiveCycle[];
  readonly gone: ReadonlySet<Address>;
  readonly structures: Structures;
};

/** What is remembered of an account, and what of that two witnesses say to be gone. */
export type Remembered = Pick<SeenCycles, 'gone'> & { readonly memory: AccountMemory };

/**
 * What is remembered of an account, with each cycle set aside that is not made from what its manifest names now: it is
 * a predecessor, and its address is free for the one that takes its place. Where one that was set aside is wanted
 * again it is taken back, and what was to take its place makes way in turn. Nothing is written; an apply does that.
 */
export function setAside(memory: AccountMemory, seen: SeenCycles): Remembered {
  const draft: Draft = {
    objects: new Map(memory.objects),
    creates: new Map(memory.creates),
    pauses: new Map(memory.pauses),
    writes: new Map(memory.writes),
  };
  const setAside = new Set<Address>();
  for (const item of seen.bound) {
    if (settle(draft, item, seen)) setAside.add(item.desired.address);
  }
  if (setAside.size === 0) return { memory, gone: seen.gone };
  // One that was taken back is there, whatever became of the one whose place it has again.
  const gone = new Set(
    [...seen.gone].filter((address) => draft.objects.get(address) === memory.objects.get(address)),
  );
  return { memory: { ...memory, ...draft, setAside }, gone };
}

type Draft = {
  readonly [Part in 'objects' | 'creates' | 'pauses' | 'writes']: Map<
    Address,
    AccountMemory[Part] extends ReadonlyMap<Address, infer Kept> ? Kept : never
  >;
};

function settle(draft: Draft, item: BoundCycle, seen: SeenCycles): boolean {
  const { address } = item.desired;
  const isWanted = (record: ObjectRecord) => {
    const live = findLive(record, seen);
    return live !== undefined && isMadeFrom(item, live, { record, structures: seen.structures });
  };
  const own = draft.objects.get(address);
  const back = [...draft.objects.values()].find(
    (record) => successorOf(record.address) === address && isWanted(record),
  );
  // Of two that are what Git names the earlier one has the history, as long as the other has not been started.
  const isSettled = back === undefined || own?.run !== null;
  if (own !== undefined && isWanted(own) && isSettled) return false;
  const held = findLive(own, seen);
  const isUnwanted = isOfOther(draft, item);
  if (held === undefined && back === undefined && !isUnwanted) return false;
  if (held !== undefined) move(draft, address, findFree(draft, address));
  if (isUnwanted) disown(draft, address, findOrphan(draft, item, seen));
  if (back !== undefined) move(draft, back.address, address);
  draft.creates.delete(address);
  return true;
}

function findLive(
  record: ObjectRecord | undefined,
  { live, gone }: SeenCycles,
): LiveCycle | undefined {
  if (record === undefined || gone.has(record.address)) return undefined;
  return live.find(({ id }) => id === record.remoteId);
}

function findFree(draft: Draft, successor: Address): Address {
  for (let ordinal = 1; ; ordinal += 1) {
    const address = predecessorAddress(successor, ordinal);
    if (!draft.objects.has(address)) return address;
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
function isOfOther({ creates }: Draft, { desired, source }: BoundCycle): boolean {
  const intent = creates.get(desired.address);
  if (intent?.templateId === undefined && intent?.structure === undefined) return false;
  return source.kind === 'file'
    ? intent.structure !== source.structure
    : intent.templateId !== source.id;
}

// Nothing was written to it, and nobody wants it: it is ours to remove.
function disown(draft: Draft, successor: Address, orphan: RemoteId | null): void {
  if (orphan === null) return;
  const address = findFree(draft, successor);
  draft.objects.set(address, { address, kind: 'cycle', remoteId: orphan, applied: {}, run: null });
}

// What an interrupted create has made, as far as the list tells; of several nobody knows which. One that is imported
// has no template that would tell it from others, and its tag from the first moment.
function findOrphan(draft: Draft, { desired }: BoundCycle, { live }: SeenCycles): RemoteId | null {
  const intent = draft.creates.get(desired.address);
  const known = new Set([...draft.objects.values()].map(({ remoteId }) => remoteId));
  const keys = [
    desired.key,
    ...(desired.renamedFrom === undefined ? [] : [desired.renamedFrom.key]),
  ];
  const tags = new Set(keys.map(identityTag));
  const found = live.filter(
    ({ id, templateId, tags: has, status, hasRun }) =>
      (intent?.structure === undefined
        ? templateId === intent?.templateId
        : templateId === null && has.some((tag) => tags.has(tag))) &&
      status === 'Paused' &&
      !hasRun &&
      !known.has(id) &&
      intent?.idsBefore.includes(id) === false,
  );
  const [only] = found;
  return only === undefined || found.length > 1 ? null : only.id;
}
