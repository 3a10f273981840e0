import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Address, FieldPath } from '../../model/address.ts';
import { isPart } from '../../model/desired/desired.ts';
import { isProtected } from '../../model/desired/protection.ts';
import { successorOf } from '../../model/desired/scope/predecessor.ts';
import { isBound } from '../../model/diff/is-bound.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldVerdict,
} from '../../model/diff/verdict.ts';
import {
  type AppliedValue,
  type LiveValue,
  type PlainValue,
  toShownText,
  type ValueOrigin,
} from '../../model/fields/field-value.ts';
import { rowOf } from '../../model/fields/fields.ts';
import { isSameValue } from '../../model/fields/normalise.ts';
import type { AccountMemory, MemoryChange, ObjectRecord } from '../../model/memory/memory.ts';
import { listStarted } from '../../model/memory/recall-starts.ts';
import type { Fingerprint } from '../../model/secret/secret.ts';
import { keepSecretPlaces, listLetGo, listSecretPlaces } from '../../model/secret/secret-places.ts';
import {
  listRunningAgain,
  recallRun,
  recallSingleRun,
  shallRest,
  shallRestOnce,
} from './recall-run.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * What the store shall know after a fresh look: what is bound, what was found as the manifest wants it,
 * what Git no longer names. Null when it knows all that already. This alone adopts; it sends nothing.
 * `now` is when an apply looks, ISO UTC; for a plan it is null, and no wait begins.
 */
export function remember(
  diff: AccountDiff,
  print: (text: string) => Fingerprint,
  now: string | null = null,
): MemoryChange | null {
  const { memory, desired } = diff;
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const live = objects.filter((object) => object.live !== null);
  const wanted = [...objects, ...(diff.leftGone ?? [])].map(({ address }) => address);
  const dropObjects = listDropped(diff, new Set(wanted));
  const bound = live.flatMap(({ kind, live: there }) => (there ? [{ kind, id: there.id }] : []));
  const letGo = listLetGo(memory, { dropped: dropObjects, bound });
  const kept = live.flatMap((object) => {
    const found = toRecord(object, diff, { print, now });
    if (found === null) return [];
    const record = { ...found, ...(object.kind === 'account' ? letGo : {}) };
    return isSameJson(record, object.record) ? [] : [record];
  });
  const known = [...kept, ...listRunningAgain(diff)];
  const keepObjects = [...known, ...listUnkept(memory, [...known, ...dropObjects])];
  const present = new Set<Address>(live.map((object) => object.address));
  const closeCreates = [...memory.creates.keys()].filter((address) => present.has(address));
  const closePauses = [
    ...diff.cycles.filter((cycle) => isClosed(cycle, diff)).map((cycle) => cycle.address),
    // One that made way and is gone rests for good, and what runs has been started by somebody else.
    ...dropObjects.filter((address) => successorOf(address) !== null && memory.pauses.has(address)),
    ...listRestarted(diff),
  ];
  // What became of a write is known when its object was looked at; only an undo or a revert does not look at all of them.
  const closeWrites = [...memory.writes.keys()].filter(
    (address) => !isPart(desired) || present.has(address),
  );
  const closed = [closeCreates, closePauses, closeWrites].flat();
  return keepObjects.length + dropObjects.length + closed.length > 0
    ? { account: desired.key, keepObjects, dropObjects, closeCreates, closePauses, closeWrites }
    : null;
}

// What the note of a start has told goes into the record with the note's end, also of what makes way for another.
function listUnkept(
  memory: AccountMemory,
  settled: readonly (Address | ObjectRecord)[],
): readonly ObjectRecord[] {
  const known = new Set(settled.map((each) => (typeof each === 'string' ? each : each.address)));
  return listStarted(memory).filter(({ address }) => !known.has(address));
}

type Recalling = {
  readonly print: (text: string) => Fingerprint;
  readonly now: string | null;
};

/**
 * What the store shall know of one object that was found; null of one that is not there. What is bound for the
 * first time counts as applied where it is as Git wants it, and where nobody can read it.
 */
export function toRecord(
  object: AnyDiff,
  { desired, memory }: AccountDiff,
  { print, now }: Recalling,
): ObjectRecord | null {
  if (object.live === null) return null;
  const { address, kind } = object;
  // An undo or a revert looks at some fields alone: the others are remembered as they were.
  const isMade = desired.revert?.made.has(address) === true;
  const applied: Record<FieldPath, AppliedValue> =
    isPart(desired) && !isMade ? { ...object.record?.applied } : {};
  for (const verdict of object.verdicts) {
    const isAwaited = verdict.path === 'schedule' && isCycle(object) && shallRestOnce(object);
    const value = isAwaited ? recallSingleRun(object, memory) : toApplied(object, verdict, print);
    if (value !== null) applied[verdict.path] = value;
  }
  const record = {
    address,
    kind,
    remoteId: object.live.id,
    ...(kind === 'account' ? { externalId: desired.id } : {}),
    applied,
    run: isCycle(object) ? recallRun(object, memory, now) : null,
    ...(object.record?.categories === undefined ? {} : { categories: object.record.categories }),
    ...(wasFound(object, memory) ? { isFound: true as const } : {}),
    ...readUnproven(object, memory),
    ...readOwed(object),
    ...readWait(object, now),
    ...(isProtected(object) ? { isProtected: true as const } : {}),
  };
  return keepSecretPlaces(record, listSecretPlaces(memory, address, { kind, id: object.live.id }));
}

function isCycle(object: AnyDiff): object is CycleDiff {
  return object.kind === 'cycle';
}

// What an interrupted create of ours left is found as well, and is ours all the same.
function wasFound({ address, record }: AnyDiff, memory: AccountMemory): boolean {
  return record === null ? !memory.creates.has(address) : record.isFound === true;
}

// What was sent for a file counts as proven when a look has shown that it is built so.
function readUnproven(
  { address, record, verdicts }: AnyDiff,
  { creates }: AccountMemory,
): Pick<ObjectRecord, 'unproven'> {
  const unproven = record === null ? creates.get(address)?.structure : record.unproven;
  const isProven = verdicts.some(({ path, state }) => path === 'from/file' && state === 'same');
  return unproven === undefined || isProven ? {} : { unproven };
}

function readOwed({ verdicts }: AnyDiff): Pick<ObjectRecord, 'owed'> {
  const owed = verdicts.flatMap(({ path, isOwed }) => (isOwed === true ? [path] : []));
  return owed.length === 0 ? {} : { owed: owed.sort() };
}

// Since when a connector waits for a person is the first time that an apply saw it wait.
function readWait(
  { desired, live, record }: AnyDiff,
  now: string | null,
): Pick<ObjectRecord, 'waitsSince'> {
  if (!('desired' in desired) || desired.desired.auth.kind !== 'oauth') return {};
  if (live !== null && 'authenticated' in live && live.authenticated) return {};
  const waitsSince = record?.waitsSince ?? now;
  return waitsSince === null ? {} : { waitsSince };
}

function toApplied(
  object: AnyDiff,
  verdict: FieldVerdict,
  print: (text: string) => Fingerprint,
): AppliedValue | null {
  const { desired, live, applied, state } = verdict;
  // What is ignored for a time is compared again when that is over; what others have the say over is not.
  if (verdict.ignored !== undefined) return applied;
  if (verdict.owner === 'observed') return null;
  // Nobody knows whether a person has done it.
  if (verdict.isByHand === true && state === 'not-readable') return applied;
  const isAdopted = !isBound(object.record, object.live);
  if (desired.value.kind === 'secret') return toAppliedSecret(verdict, print, isAdopted);
  // A consent counts from when it was seen.
  if (desired.path === 'auth') {
    return state === 'same' ? { kind: 'plain', value: true, origin: 'read' } : applied;
  }
  if (state === 'same') {
    const { value } = desired.value;
    return { kind: 'plain', value, origin: judgeOrigin(object, verdict, value) };
  }
  // The unreadable counts as applied, unverified (ENGINE, Ownership and identity).
  if (isAdopted && state === 'not-readable') return { ...desired.value, origin: 'assumed' };
  // Whoever stopped an adopted cycle did so before our time.
  if (isAdopted && desired.path === 'state' && live?.kind === 'plain')
    return { ...live, origin: 'read' };
  return applied;
}

// A sent value stays sent while it is the same. One that counts as the same without a look that shows it is assumed, such
// as a single run that was had by another cycle.
function judgeOrigin(
  object: AnyDiff,
  { path, live, applied }: FieldVerdict,
  value: PlainValue,
): ValueOrigin {
  const { normaliser } = rowOf(object.kind, path);
  const isSame = (other: AppliedValue | LiveValue | null): boolean =>
    other?.kind === 'plain' && isSameValue(other.value, value, normaliser);
  const known = applied !== null && isSame(applied) ? applied.origin : 'assumed';
  // A cycle at rest shows the schedule that it was once asked for, which proves no run.
  const isProof = path !== 'schedule' || !isCycle(object) || object.live?.status === 'Active';
  return known === 'assumed' && isProof && isSame(live) ? 'read' : known;
}

function toAppliedSecret(
  verdict: FieldVerdict,
  print: (text: string) => Fingerprint,
  isAdopted: boolean,
): AppliedValue | null {
  const { desired, applied, state } = verdict;
  if (desired.value.kind !== 'secret') return applied;
  const read = readPrint(verdict, print);
  const before = applied?.kind === 'secret' ? applied : null;
  if (state === 'same') {
    const written = desired.value.secret.fingerprint;
    const isKept = before !== null && before.written === written;
    if (!isKept) return { kind: 'secret', written, read, origin: 'read' };
    return { ...before, read };
  }
  if (before === null)
    return isAdopted && (state === 'not-readable' || state === 'not-compared')
      ? { kind: 'secret', written: null, read, origin: 'assumed' }
      : applied;
  return before.read === null && state === 'not-readable' ? { ...before, read } : before;
}

function readPrint(
  verdict: FieldVerdict,
  print: (text: string) => Fingerprint,
): Fingerprint | null {
  const { live } = verdict;
  if (live === null || live.kind === 'not-readable') return null;
  if (live.kind === 'secret') return live.read;
  const text = toShownText(live.value);
  return text === null ? null : print(text);
}

// What Git no longer names is let go: nothing is sent for it, and it is foreign from now on. Entries
// that are to be deleted keep their record until they are.
function listDropped(diff: AccountDiff, wanted: ReadonlySet<Address>): Address[] {
  const doomed = new Set(
    [
      ...[...diff.leftConnectors, ...diff.leftCycles].map((pair) => pair.record),
      ...diff.leftByHand,
    ].flatMap((record) => (record === null ? [] : [record.address])),
  );
  const { connectors, cycles } = diff.desired;
  if (isPart(diff.desired)) return [];
  return [...diff.memory.objects.values()]
    .filter((record) => !wanted.has(record.address))
    .filter((record) => {
      const isManaged =
        record.kind === 'connector' ? connectors.kind === 'set' : cycles.kind === 'set';
      return !isManaged || !doomed.has(record.address);
    })
    .map((record) => record.address);
}

// That one that makes way rested before its single run says nothing from then on.
function listRestarted({ predecessors, memory }: AccountDiff): Address[] {
  return [...predecessors.values()]
    .flat()
    .filter(({ address, live }) => live.status === 'Active' && memory.pauses.has(address))
    .map(({ address }) => address);
}

// A pause of ours is over when the cycle runs again, shall stay paused, or is gone.
function isClosed(cycle: CycleDiff, diff: AccountDiff): boolean {
  if (!diff.memory.pauses.has(cycle.address)) return false;
  return cycle.live === null || cycle.live.status === 'Active' || shallRest(cycle);
}
