import { isSameJson } from '../../../kit/json/canonical-json.ts';
import {
  type Address,
  type FieldPath,
  parseObjectAddress,
  parsePath,
} from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { ignored, isMappingSource } from '../../../model/desired/mapping.ts';
import { isSingleRun } from '../../../model/desired/schedule.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import { resolveOwner } from '../../../model/desired/scope/ownership.ts';
import type { FieldRow } from '../../../model/fields/field-row.ts';
import type { PlainValue, StoredValue } from '../../../model/fields/field-value.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import type { NotUndone, NotUndoneReason } from '../../../model/plan/notice.ts';
import type { FieldBefore } from '../../../model/state/run.ts';
import type { Inverse } from './read-undo.ts';

/** Field to restore, and the value that the run wrote. */
export type EarlierField = {
  readonly path: FieldPath;
  readonly value: PlainValue;
  readonly wrote: StoredValue;
};

/** Fields that an undo writes, by object, and those that it cannot restore. */
export type Earlier = {
  readonly fields: ReadonlyMap<Address, readonly EarlierField[]>;
  readonly stays: readonly NotUndone[];
};

/** Lists the parts of a run that can be undone in an account of today's manifest. */
export function listEarlier(desired: DesiredAccount, inverse: Inverse): Earlier {
  const fields = new Map<Address, EarlierField[]>();
  const stays: NotUndone[] = [];
  const unnamed = new Set<Address>();
  const madeLater = new Set<Address>();
  for (const field of inverse.before.filter((each) => !isWithoutEffect(each, inverse.before))) {
    const { address, path, wrote } = field;
    const kind = findKind(desired, address);
    if (kind === null) {
      unnamed.add(address);
      continue;
    }
    if (inverse.madeLater.has(address)) {
      madeLater.add(address);
      continue;
    }
    const owner = resolveOwner(desired.ownership, { kind, address }, path);
    const checked =
      owner !== 'managed'
        ? 'owned'
        : wasForSingleRun(field, inverse.before)
          ? 'single-run'
          : resolveField(findFieldRow(kind, path), field, desired);
    if (typeof checked === 'string') stays.push({ address, path, why: checked });
    else fields.set(address, [...(fields.get(address) ?? []), { path, wrote, ...checked }]);
  }
  return {
    fields,
    stays: [
      ...stays,
      ...toNotUndone([...unnamed], 'no-entry'),
      ...toNotUndone([...madeLater], 'made-later'),
      ...listNotUndone(desired, inverse),
    ],
  };
}

// Omits created and deleted objects of a replacement, because the replacement covers both.
function listNotUndone(desired: DesiredAccount, inverse: Inverse): NotUndone[] {
  const replaced = new Set(inverse.deleted.flatMap((address) => toReplacement(address) ?? []));
  return [
    ...toNotUndone(
      listMade(desired, inverse).filter((address) => !replaced.has(address)),
      'made',
    ),
    ...toNotUndone(
      inverse.deleted.filter((address) => toReplacement(address) === null),
      'deleted',
    ),
    ...toNotUndone([...replaced], 'replaced'),
  ];
}

// Skips unchanged fields, and the schedule of a cycle that is paused again, because a paused cycle
// needs none.
function isWithoutEffect(
  { address, path, was, wrote }: FieldBefore,
  all: readonly FieldBefore[],
): boolean {
  const state = all.find((other) => other.address === address && other.path === 'state');
  if (path === 'schedule' && state?.was?.kind === 'plain') return state.was.value === 'paused';
  return was !== null && isSameJson(was, wrote);
}

// Leaves a start for a single run, as earlier versions wrote it, because that is no state.
function wasForSingleRun({ address, path }: FieldBefore, all: readonly FieldBefore[]): boolean {
  if (path !== 'state' && path !== 'schedule') return false;
  const find = (name: string) =>
    all.find((other) => other.address === address && other.path === name)?.was;
  const [state, schedule] = [find('state'), find('schedule')];
  const isToRest = state?.kind === 'plain' && state.value === 'paused';
  return !isToRest && schedule?.kind === 'plain' && isSingleRun(schedule.value);
}

// Reports an account alone, because its objects are deleted with it.
function listMade({ address }: DesiredAccount, { made }: Inverse): readonly Address[] {
  return made.includes(address) ? [address] : made;
}

function toNotUndone(addresses: readonly Address[], why: NotUndoneReason): NotUndone[] {
  return addresses.map((address) => ({ address, path: null, why }));
}

function findKind(desired: DesiredAccount, address: Address) {
  if (address === desired.address) return 'account';
  const { connectors, cycles } = desired;
  const parsed = parseObjectAddress(address);
  if (parsed === null) return null;
  const entries = parsed.kind === 'connector' ? connectors : cycles;
  return entries.kind === 'set' && entries.value.has(parsed.key) ? parsed.kind : null;
}

function resolveField(
  row: FieldRow,
  { path, was, wrote }: FieldBefore,
  desired: DesiredAccount,
): Pick<EarlierField, 'value'> | NotUndoneReason {
  if (row.writable === 'at-creation') return 'fixed';
  if (wrote.kind === 'secret' || was?.kind === 'secret') return 'secret';
  if (was === null) return 'not-known';
  // Treats null of an unmapped field as unset, because earlier versions recorded it so.
  const isUnset = was.value === null && row.normaliser === 'ignored-is-null';
  const value = isUnset ? ignored : was.value;
  if (isMappingSource(value) && value.kind === 'unknown') return 'not-known';
  if (value === null && row.clear === 'no') return path === 'schedule' ? 'not-known' : 'no-clear';
  const isSlot = row.kind === 'cycle' && parsePath(path)[0] === 'connectors';
  return isSlot && !isConnectorKey(value, desired) ? 'not-known' : { value };
}

// Leaves an unmanaged connector of a slot, because its live name may belong to any connector.
function isConnectorKey(value: PlainValue, { connectors }: DesiredAccount): boolean {
  return typeof value === 'string' && connectors.kind === 'set' && connectors.value.has(value);
}
