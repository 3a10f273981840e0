import type { Source } from '../../../engine/observe/source.ts';
import {
  type Address,
  type FieldPath,
  isRequested,
  toFieldAddress,
} from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { findRule } from '../../../model/desired/scope/ownership.ts';
import type { AccountDiff, AnyDiff } from '../../../model/diff/field-diff.ts';
import type { Part } from '../../../model/diff/part.ts';
import type { DesiredField, DesiredFields } from '../../../model/fields/field-value.ts';
import { findBaselineValue } from '../../../model/observed/compare-members.ts';
import { findEffect } from '../../../model/observed/members.ts';
import { findRestorable } from '../../../model/observed/restorable.ts';
import { defaultPolicy, type UnmanagedPolicy } from '../../../model/observed/unmanaged.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';

/**
 * A source with the baseline of its objects as further fields, so that a run can bring it back: at
 * some addresses, or all that fails drift. Nothing of it counts as applied.
 */
export function withBaseline(source: Source, addresses: readonly Address[]): Source {
  return async (context) => {
    const sourced = await source(context);
    if (sourced.kind === 'refused') return sourced;
    const state = await context.store.readState(sourced.desired.key);
    const policy = context.environments.get(context.environment)?.unmanaged ?? defaultPolicy;
    return { ...sourced, desired: addBaseline(sourced.desired, state, { addresses, policy }) };
  };
}

/**
 * The same without the baseline of what a run does not restore, so that its plan depends on nothing
 * else. An object that is created again has none.
 */
export function selectBaseline(diff: AccountDiff, part: Part): AccountDiff {
  const isKept = (address: Address, { path, isBaseline }: DesiredField) =>
    isBaseline !== true || part.fields.get(address)?.has(path) === true;
  const selectDesired = <T extends Entry>(entry: T): T => ({
    ...entry,
    fields: new Map([...entry.fields].filter(([, field]) => isKept(entry.address, field))),
  });
  const selectFields = <T extends AnyDiff>(object: T): T => ({
    ...object,
    fields: object.fields.filter(({ desired }) => isKept(object.address, desired)),
  });
  return {
    ...diff,
    desired: changeEntries(diff.desired, selectDesired),
    account: selectFields(diff.account),
    connectors: diff.connectors.map(selectFields),
    cycles: diff.cycles.map(selectFields),
  };
}

type Asked = { readonly addresses: readonly Address[]; readonly policy: UnmanagedPolicy };

function addBaseline(desired: DesiredAccount, state: AccountState, asked: Asked): DesiredAccount {
  const add = <T extends Entry>(entry: T): T => {
    const record = state.objects.get(entry.address);
    return record === undefined ? entry : { ...entry, fields: addFields(entry, record, asked) };
  };
  return changeEntries(desired, add);
}

function changeEntries(
  desired: DesiredAccount,
  change: <T extends Entry>(entry: T) => T,
): DesiredAccount {
  const { connectors, cycles } = desired;
  return {
    ...change(desired),
    connectors:
      connectors.kind === 'set'
        ? { ...connectors, value: mapEntries(connectors.value, change) }
        : connectors,
    cycles: cycles.kind === 'set' ? { ...cycles, value: mapEntries(cycles.value, change) } : cycles,
  };
}

type Entry = { readonly address: Address; readonly at: SourceSpan; readonly fields: DesiredFields };

function mapEntries<T>(entries: ReadonlyMap<string, T>, change: (entry: T) => T): Map<string, T> {
  return new Map([...entries].map(([key, entry]) => [key, change(entry)]));
}

function addFields({ at, fields }: Entry, record: ObjectRecord, asked: Asked): DesiredFields {
  const { kind, baseline = {} } = record;
  const paths = (Object.keys(baseline) as FieldPath[]).filter(
    (path) => !fields.has(path) && isMeant(record, path, asked),
  );
  const added = paths.flatMap((path): [FieldPath, DesiredField][] => {
    const was = findBaselineValue(record, path);
    const value = was === undefined ? undefined : findRestorable(kind, path, was);
    if (value === undefined) return [];
    return [[path, { path, value: { kind: 'plain', value }, at, isBaseline: true }]];
  });
  return new Map([...fields, ...added]);
}

function isMeant(
  { kind, address }: ObjectRecord,
  path: FieldPath,
  { addresses, policy }: Asked,
): boolean {
  if (addresses.length > 0) return isRequested(addresses, toFieldAddress(address, path));
  const rule = findRule(policy.rules, { kind, address }, path);
  return (rule?.response ?? policy[findEffect(kind, path)]) === 'fail';
}
