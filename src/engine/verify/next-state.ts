import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { Address, FieldPath } from '../../model/address.ts';
import { toReplacement } from '../../model/desired/scope/deposed.ts';
import {
  type AccountDiff,
  type AnyDiff,
  type CycleDiff,
  type FieldDiff,
  isCycleDiff,
  isProtected,
  listDeposed,
} from '../../model/diff/field-diff.ts';
import { findAwaitedRun, isRunning } from '../../model/diff/run-state.ts';
import type { AppliedValue } from '../../model/fields/field-value.ts';
import type { BaselineContext } from '../../model/observed/compare-members.ts';
import { makeBaselineContext } from '../../model/observed/make-baseline-context.ts';
import type { Fingerprinter } from '../../model/plan/expectation.ts';
import { isRefused, type RefusedObject } from '../../model/plan/refused.ts';
import {
  listReleased,
  listSecretPlaces,
  withSecretPlaces,
} from '../../model/secret/secret-places.ts';
import {
  type AccountState,
  type ObjectRecord,
  type StateChange,
  withKnownOutcome,
} from '../../model/state/account-state.ts';
import { listStarted } from '../../model/state/restore-starts.ts';
import { toApplied } from './to-applied.ts';
import { toBaseline } from './to-baseline.ts';

/**
 * Computes the next state after a read: bound objects, fields in sync, released entries. Null
 * without changes. Only this adopts, and it sends nothing. Refused objects keep their entries.
 */
export function nextState(
  diff: AccountDiff,
  { refused, fingerprint, now }: NextStateContext,
): StateChange | null {
  const { state, desired } = diff;
  const isPlanned = (address: Address) => !isRefused(refused, address);
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const live = objects.filter((object) => object.live !== null && isPlanned(object.address));
  const wanted = [...objects, ...(diff.ignoredAbsences ?? [])].map(({ address }) => address);
  const deleteObjects = listDropped(diff, new Set(wanted));
  const bound = live.flatMap(({ kind, live: there }) => (there ? [{ kind, id: there.id }] : []));
  const letGo = listReleased(state, { dropped: deleteObjects, bound });
  const baseline = makeBaselineContext(diff, fingerprint);
  const kept = live.flatMap((object) => {
    const found = toRecord(object, diff, { baseline, now });
    if (found === null) return [];
    const record = { ...found, ...(object.kind === 'account' ? letGo : {}) };
    return isSameJson(record, object.record) ? [] : [record];
  });
  const saveObjects = [...kept, ...listUnkept(state, [...kept, ...deleteObjects])].filter(
    ({ address }) => isPlanned(address),
  );
  const present = new Set<Address>(live.map((object) => object.address));
  const closeCreates = [...state.creates.keys()].filter((address) => present.has(address));
  const closePauses = [
    ...diff.cycles.filter((cycle) => isClosed(cycle, diff)).map((cycle) => cycle.address),
    // A deleted deposed cycle never restarts, and a running cycle was started by others.
    ...deleteObjects.filter(
      (address) => toReplacement(address) !== null && state.pauses.has(address),
    ),
    ...listRestarted(diff),
  ].filter(isPlanned);
  // A read of the object shows the outcome of a write; a run of a part does not read all objects.
  const closeWrites = [...state.writes.keys()].filter(
    (address) => (diff.part === undefined || present.has(address)) && isPlanned(address),
  );
  const closed = [closeCreates, closePauses, closeWrites].flat();
  return saveObjects.length + deleteObjects.length + closed.length > 0
    ? { account: desired.key, saveObjects, deleteObjects, closeCreates, closePauses, closeWrites }
    : null;
}

// Moves the result of a start from its intent to the state entry, also for deposed cycles.
function listUnkept(
  state: AccountState,
  resolved: readonly (Address | ObjectRecord)[],
): readonly ObjectRecord[] {
  const known = new Set(resolved.map((each) => (typeof each === 'string' ? each : each.address)));
  return listStarted(state).filter(({ address }) => !known.has(address));
}

type NextStateContext = {
  readonly fingerprint: Fingerprinter;
  /** ISO UTC; null for a plan. */
  readonly now: string | null;
  readonly refused: readonly RefusedObject[];
};

/**
 * Computes the state entry of one live object; null if there is none. A newly bound object counts
 * as applied where it is in sync, and where it cannot be read.
 */
export function toRecord(
  object: AnyDiff,
  diff: AccountDiff,
  { baseline, now }: { readonly baseline: BaselineContext; readonly now: string | null },
): ObjectRecord | null {
  if (object.live === null) return null;
  const { desired, state, part } = diff;
  const { address, kind } = object;
  // A run of a part reads some fields only; the others keep their state.
  const isWhole = part === undefined || part.objects.has(address);
  // A restored baseline was sent, and is no line of Git.
  const isOfGit = ({ desired: { isBaseline } }: FieldDiff) => isBaseline !== true;
  const restored = new Set(
    object.fields.filter((field) => !isOfGit(field)).map(({ path }) => path),
  );
  const kept = isWhole ? [] : Object.entries<AppliedValue>(object.record?.applied ?? {});
  const applied: Record<FieldPath, AppliedValue> = Object.fromEntries(
    kept.filter(([path]) => !restored.has(path as FieldPath)),
  );
  for (const field of object.fields.filter(isOfGit)) {
    const value = toApplied(object, field, baseline.print);
    if (value !== null) applied[field.path] = value;
  }
  const record = {
    address,
    kind,
    remoteId: object.live.id,
    ...(kind === 'account' ? { externalId: desired.id } : {}),
    applied,
    run: toRun(object),
    ...(object.record?.categories === undefined ? {} : { categories: object.record.categories }),
    ...(wasAdopted(object, state) ? { isFound: true as const } : {}),
    ...toUnverifiedStructure(object, state),
    ...toPendingSeed(object, part),
    ...toConsentWait(object, now),
    ...(kind === 'account' ? toLeavingSince(object, diff, now) : {}),
    ...(isProtected(object) ? { isProtected: true as const } : {}),
    ...toBaseline(object, part, baseline),
  };
  return withSecretPlaces(record, listSecretPlaces(state, address, { kind, id: object.live.id }));
}

// A cycle that waits for its single run, or is in it, proves that it was requested.
function toRun(object: AnyDiff): ObjectRecord['run'] {
  const run = object.record?.run ?? null;
  return run !== null && isCycleDiff(object) && findAwaitedRun(object.runState) !== null
    ? withKnownOutcome(run)
    : run;
}

// Objects of our interrupted creates are ours and not adopted.
function wasAdopted({ address, record }: AnyDiff, state: AccountState): boolean {
  return record === null ? !state.creates.has(address) : record.isFound === true;
}

// A sent structure counts as verified after a read showed it.
function toUnverifiedStructure(
  { address, record, fields }: AnyDiff,
  { creates }: AccountState,
): Pick<ObjectRecord, 'unproven'> {
  const unproven = record === null ? creates.get(address)?.structure : record.unproven;
  const isProven = fields.some(
    ({ path, comparison }) => path === 'from/file' && comparison === 'same',
  );
  return unproven === undefined || isProven ? {} : { unproven };
}

// Earlier values have no owner: what was not written yet is still to be written by the next apply.
function toPendingSeed(
  { fields, record }: AnyDiff,
  part: AccountDiff['part'],
): Pick<ObjectRecord, 'owed'> {
  const owed =
    part?.values === 'earlier'
      ? [...(record?.owed ?? [])]
      : fields.flatMap(({ path, pendingSeed }) => (pendingSeed ? [path] : []));
  return owed.length === 0 ? {} : { owed: owed.sort() };
}

// A connector waits for a person since the first apply that saw it waiting.
function toConsentWait(
  { desired, live, record }: AnyDiff,
  now: string | null,
): Pick<ObjectRecord, 'waitsSince'> {
  if (!('desired' in desired) || desired.desired.auth.kind !== 'oauth') return {};
  if (live !== null && 'authenticated' in live && live.authenticated) return {};
  const waitsSince = record?.waitsSince ?? now;
  return waitsSince === null ? {} : { waitsSince };
}

// A plan has no time, and its record differs until an apply has recorded one.
function toLeavingSince(
  { record }: AnyDiff,
  { desired, cycles, part }: AccountDiff,
  now: string | null,
): Pick<ObjectRecord, 'leavingSince'> {
  const known = record?.leavingSince;
  if (part === undefined && desired.isLeaving !== true) return {};
  if (known !== undefined) return { leavingSince: known };
  const isRunningStill = cycles.some(({ live, runState }) => live !== null && isRunning(runState));
  return part !== undefined || isRunningStill ? {} : { leavingSince: now ?? '' };
}

// Removes entries from state that Git no longer names; nothing is sent, and they become unmanaged.
// Objects to delete keep their entry until they are deleted.
function listDropped(diff: AccountDiff, wanted: ReadonlySet<Address>): Address[] {
  const toDelete = new Set(
    [
      ...[...diff.liveOnlyConnectors, ...diff.liveOnlyCycles].map((pair) => pair.record),
      ...diff.manualDeletes,
    ].flatMap((record) => (record === null ? [] : [record.address])),
  );
  const { connectors, cycles } = diff.desired;
  if (diff.part !== undefined) return [];
  return [...diff.state.objects.values()]
    .filter((record) => !wanted.has(record.address))
    .filter((record) => {
      const isManaged =
        record.kind === 'connector' ? connectors.kind === 'set' : cycles.kind === 'set';
      return !isManaged || !toDelete.has(record.address);
    })
    .map((record) => record.address);
}

// A pause of a deposed cycle is over if that runs again.
function listRestarted(diff: AccountDiff): Address[] {
  return listDeposed(diff)
    .filter(({ address, run }) => isRunning(run) && diff.state.pauses.has(address))
    .map(({ address }) => address);
}

// A pause of ours is over if the cycle runs again, must stay paused, or is gone.
function isClosed(cycle: CycleDiff, diff: AccountDiff): boolean {
  if (!diff.state.pauses.has(cycle.address)) return false;
  const { activity } = cycle.desired.bound.desired;
  const isToRest = activity.kind === 'set' && activity.value.kind === 'paused';
  return cycle.live === null || isRunning(cycle.runState) || isToRest;
}
