import type { Sourced } from '../../../engine/observe/source.ts';
import { type FieldPath, parsePath } from '../../../model/address.ts';
import type {
  Activity,
  DesiredAccount,
  DesiredConnector,
  DesiredCycle,
  DesiredMappingEntry,
} from '../../../model/desired/desired.ts';
import { parseStepTarget, type StepTarget } from '../../../model/desired/launch-path.ts';
import type { MappingSource } from '../../../model/desired/mapping.ts';
import type { Schedule } from '../../../model/desired/schedule.ts';
import type { DesiredField, DesiredFields } from '../../../model/fields/field-value.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { type Setting, unmanaged } from '../../../model/setting.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { type Earlier, type EarlierField, listEarlier } from './list-earlier.ts';
import type { Inverse } from './read-undo.ts';

/**
 * Resolves an account to its values before a run: restores changed fields in today's objects, and
 * leaves all else unmanaged.
 */
export function resolveEarlier(desired: DesiredAccount, inverse: Inverse): Sourced {
  const earlier = { ...listEarlier(desired, inverse), isRevert: inverse.isRevert === true };
  const cycles = resolveCycles(desired, earlier);
  return {
    kind: 'sourced',
    desired: {
      ...desired,
      fields: toAccountFields(desired, earlier),
      connectors: resolveConnectors(desired, earlier, cycles.kind === 'set'),
      cycles,
    },
    part: {
      values: 'earlier',
      objects: new Set(),
      fields: new Map(
        [...earlier.fields].map(([address, fields]) => [
          address,
          new Set(fields.map(({ path }) => path)),
        ]),
      ),
      notices: earlier.stays.map((stay) => ({ kind: 'not-undone', ...stay })),
    },
  };
}

/** Values to restore, and whether the run had brought baselines back. */
type Restored = Earlier & { readonly isRevert: boolean };

// Includes fields of the same request; the observation supplies their value.
function toAccountFields(desired: DesiredAccount, earlier: Restored): DesiredFields {
  const fields = earlier.fields.get(desired.address) ?? [];
  const own = toFields(fields, desired, earlier);
  const companions = fields
    .flatMap(({ path }) => findFieldRow('account', path).needsWith as readonly FieldPath[])
    .filter((path) => !own.has(path))
    .map((path): [FieldPath, DesiredField] => {
      const none: DesiredField = { path, value: { kind: 'plain', value: null }, at: desired.at };
      return [path, desired.fields.get(path) ?? none];
    });
  return new Map([...own, ...companions]);
}

function toFields(
  fields: readonly EarlierField[],
  object: { readonly fields: DesiredFields; readonly at: SourceSpan },
  { isRevert }: Pick<Restored, 'isRevert'>,
): Map<FieldPath, DesiredField> {
  return new Map(
    fields.map(({ path, value }) => [
      path,
      {
        path,
        value: { kind: 'plain', value },
        at: object.fields.get(path)?.at ?? object.at,
        ...(isRevert && !object.fields.has(path) ? { isBaseline: true as const } : {}),
      },
    ]),
  );
}

// Includes connectors, because they decide if a cycle can run.
function resolveConnectors(
  { connectors }: DesiredAccount,
  earlier: Restored,
  isOfCycles: boolean,
): Setting<ReadonlyMap<string, DesiredConnector>> {
  if (connectors.kind !== 'set') return connectors;
  const { fields } = earlier;
  const kept = [...connectors.value]
    .filter(([, { address }]) => isOfCycles || fields.has(address))
    .map(([key, connector]): [string, DesiredConnector] => [
      key,
      { ...connector, fields: toFields(fields.get(connector.address) ?? [], connector, earlier) },
    ]);
  return kept.length === 0 ? unmanaged : { kind: 'set', value: new Map(kept) };
}

function resolveCycles(
  { cycles }: DesiredAccount,
  earlier: Restored,
): Setting<ReadonlyMap<string, DesiredCycle>> {
  if (cycles.kind !== 'set') return unmanaged;
  const kept = [...cycles.value].flatMap(([key, cycle]): [string, DesiredCycle][] => {
    const own = earlier.fields.get(cycle.address);
    return own === undefined ? [] : [[key, resolveCycle(cycle, own, earlier)]];
  });
  return kept.length === 0 ? unmanaged : { kind: 'set', value: new Map(kept) };
}

const ownSections = new Set(['connectors', 'steps', 'state', 'schedule']);

function resolveCycle(
  cycle: DesiredCycle,
  fields: readonly EarlierField[],
  earlier: Restored,
): DesiredCycle {
  const inSection = (room: string) => fields.filter(({ path }) => parsePath(path)[0] === room);
  const inTargets = (isLaunch: boolean) =>
    fields.flatMap((field) => {
      const at = parseStepTarget(field.path);
      return at?.isLaunch === isLaunch ? [[at, field] as const] : [];
    });
  const slots = inSection('connectors').map(({ path, value }) => {
    const [, slot = ''] = parsePath(path);
    const at = cycle.slots.get(slot)?.at ?? cycle.at;
    return [slot, { connector: String(value), at }] as const;
  });
  const own = fields.filter(({ path }) => !ownSections.has(parsePath(path)[0] ?? ''));
  return {
    ...cycle,
    // Includes all slots when one is written, because they share a request.
    slots: slots.length === 0 ? new Map() : new Map([...cycle.slots, ...slots]),
    activity: resolveActivity(fields),
    mappings: inTargets(false).map(([at, { value }]) => ({
      ...toEntry(cycle.mappings, cycle, at),
      source: value as MappingSource,
    })),
    visibilities: inTargets(true).map(([at, { value }]) => ({
      ...toEntry(cycle.visibilities, cycle, at),
      isVisible: value === true,
    })),
    fields: toFields(own, cycle, earlier),
  };
}

// Restarts a cycle without an earlier schedule on the one last sent.
function resolveActivity(fields: readonly EarlierField[]): Setting<Activity> {
  const earlierOf = (path: string) => fields.find((field) => field.path === path)?.value;
  const [state, schedule] = [earlierOf('state'), earlierOf('schedule')];
  if (state === undefined && schedule === undefined) return unmanaged;
  return {
    kind: 'set',
    value: {
      kind: state === 'paused' ? 'paused' : 'active',
      schedule: schedule === undefined ? null : (schedule as Schedule | null),
    },
  };
}

type Entry = Omit<DesiredMappingEntry, 'source'>;

function toEntry(
  entries: readonly Entry[],
  cycle: DesiredCycle,
  { step, slot, target }: StepTarget,
): Entry {
  const written = entries.find(
    (each) => each.step === step && each.slot === slot && each.target === target,
  );
  const { at, stepAt } = written ?? { at: cycle.at, stepAt: cycle.at };
  return { step, slot, target, at, stepAt };
}
