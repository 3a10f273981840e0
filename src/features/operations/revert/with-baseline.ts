import type { Source } from '../../../engine/observe/source.ts';
import {
  type Address,
  type FieldPath,
  parsePath,
  toFieldPath,
  toObjectAddress,
} from '../../../model/address.ts';
import type { DesiredAccount, DesiredCycle } from '../../../model/desired/desired.ts';
import {
  parseStepTarget,
  type StepTarget,
  toLaunchPath,
} from '../../../model/desired/launch-path.ts';
import { isMappingSource } from '../../../model/desired/mapping.ts';
import { listOtherPaths } from '../../../model/desired/step-label.ts';
import type { DesiredField, PlainValue } from '../../../model/fields/field-value.ts';
import { findBaselineValue } from '../../../model/observed/compare-members.ts';
import { findRestorable } from '../../../model/observed/restorable.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';

/**
 * A source with the baseline of some members as further fields, so that a run can bring it back. Nothing
 * of it counts as applied.
 */
export function withBaseline(source: Source, members: ReadonlySet<Address>): Source {
  return async (context) => {
    const sourced = await source(context);
    if (sourced.kind === 'refused' || members.size === 0) return sourced;
    const state = await context.store.readState(sourced.desired.key);
    return { ...sourced, desired: addBaseline(sourced.desired, state, members) };
  };
}

function addBaseline(
  desired: DesiredAccount,
  state: AccountState,
  members: ReadonlySet<Address>,
): DesiredAccount {
  const list = (entry: Entry, lines: readonly FieldPath[] = []) => {
    const record = state.objects.get(entry.address);
    const managed = new Set([...entry.fields.keys(), ...lines]);
    return record === undefined ? [] : listRestored(record, members, managed);
  };
  const { connectors, cycles } = desired;
  return {
    ...addFields(desired, list(desired)),
    connectors:
      connectors.kind === 'set'
        ? {
            ...connectors,
            value: mapEntries(connectors.value, (each) => addFields(each, list(each))),
          }
        : connectors,
    cycles:
      cycles.kind === 'set'
        ? {
            ...cycles,
            value: mapEntries(cycles.value, (each) =>
              addToCycle(each, list(each, listInside(each))),
            ),
          }
        : cycles,
  };
}

type Entry = Pick<DesiredCycle, 'address' | 'at' | 'fields'>;

function mapEntries<T>(entries: ReadonlyMap<string, T>, change: (entry: T) => T): Map<string, T> {
  return new Map([...entries].map(([key, entry]) => [key, change(entry)]));
}

type Restored = { readonly path: FieldPath; readonly value: PlainValue };

// Lines of Git inside a cycle. A step has another label once it gains or loses a twin.
function listInside({ mappings, visibilities }: DesiredCycle): readonly FieldPath[] {
  const paths = [
    ...mappings.map(({ step, slot, target }) => toFieldPath('steps', step, slot, target)),
    ...visibilities.map(toLaunchPath),
  ];
  return [...paths, ...paths.flatMap(listOtherPaths)];
}

function listRestored(
  record: ObjectRecord,
  members: ReadonlySet<Address>,
  managed: ReadonlySet<FieldPath>,
): readonly Restored[] {
  const { kind, address, baseline } = record;
  const meant = [...members].flatMap((member) =>
    toObjectAddress(member) === address ? [member.slice(address.length + 1) as FieldPath] : [],
  );
  return meant.flatMap((path): Restored[] => {
    if (managed.has(path) || baseline === undefined) return [];
    const was = findBaselineValue(record, path) ?? absent;
    const value = findRestorable(kind, path, was);
    return value === undefined ? [] : [{ path, value }];
  });
}

const absent = { kind: 'plain', value: null } as const;

function addFields<T extends Entry>(entry: T, restored: readonly Restored[]): T {
  if (restored.length === 0) return entry;
  const { at } = entry;
  const added = restored.map(({ path, value }): [FieldPath, DesiredField] => [
    path,
    { path, value: { kind: 'plain', value }, at, isBaseline: true },
  ]);
  return { ...entry, fields: new Map([...entry.fields, ...added]) };
}

// Mappings are named by the steps of the live cycle, as those of a manifest are.
function addToCycle(cycle: DesiredCycle, restored: readonly Restored[]): DesiredCycle {
  const isOfStep = ({ path }: Restored) => parsePath(path)[0] === 'steps';
  const own = addFields(
    cycle,
    restored.filter((each) => !isOfStep(each)),
  );
  const targets = restored.filter(isOfStep).flatMap(({ path, value }) => {
    const target = parseStepTarget(path);
    return target === null ? [] : [{ target, value }];
  });
  return {
    ...own,
    mappings: [
      ...cycle.mappings,
      ...targets.flatMap(({ target, value }) =>
        isMappingSource(value) ? [{ ...toPlace(target, cycle.at), source: value }] : [],
      ),
    ],
    visibilities: [
      ...cycle.visibilities,
      ...targets.flatMap(({ target, value }) =>
        target.isLaunch ? [{ ...toPlace(target, cycle.at), isVisible: value === true }] : [],
      ),
    ],
  };
}

function toPlace({ step, slot, target }: StepTarget, at: SourceSpan) {
  return { step, slot, target, at, stepAt: at, isBaseline: true as const };
}
