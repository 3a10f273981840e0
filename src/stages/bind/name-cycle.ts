import { writeNearest } from '../../kit/nearest.ts';
import type { FieldPath } from '../../model/address.ts';
import { splitPath, toFieldPath } from '../../model/address.ts';
import type { BoundCycle, NamedCycle, Slot } from '../../model/bound.ts';
import type { CycleShape } from '../../model/cycle-shape.ts';
import { findVariable, toTemplateShape } from '../../model/cycle-shape.ts';
import type { DesiredConnector, DesiredCycle } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DesiredField } from '../../model/field-value.ts';
import { findSlots } from '../../model/find-slots.ts';
import type { ConnectorRelease, NamedParts } from '../../model/live.ts';
import type { ObjectRecord } from '../../model/memory.ts';
import { nameMappings } from './name-mappings.ts';
import { settleSlots } from './settle-slots.ts';

/** What `nameCycle` is given: the instance's names where it exists, and the template's where they were read. */
export type CycleNames = {
  readonly instance: CycleShape | null;
  readonly template: NamedParts | null;
  readonly connectors: ReadonlyMap<string, DesiredConnector>;
  /** Whether slots that are not written are compared too, as those of a new cycle. */
  readonly isUnbound: boolean;
  /** Whether it takes the place of another: then it may run on the schedule of that. */
  readonly isReplacing?: boolean;
  /** What we know of the instance: a variable that we have written is no mistake of Git where it is gone. */
  readonly record?: ObjectRecord | null;
  /** The catalogue, by whose marks a secret may not be merged into a step. */
  readonly releases?: readonly ConnectorRelease[];
};

/** Gives a desired cycle canonical names for all that it manages, or says which names do not exist. */
export function nameCycle(
  bound: BoundCycle,
  names: CycleNames,
): { readonly named: NamedCycle; readonly diagnostics: readonly Diagnostic[] } {
  const cycle = bound.desired;
  const template = names.template === null ? null : toTemplateShape(names.template);
  const shape = names.instance ?? template;
  const slots = template === null ? findWritten(cycle, shape) : findSlots(template.steps);
  const settled =
    template === null
      ? { keys: writtenSlots(cycle), diagnostics: [] }
      : settleSlots(cycle, slots, names.connectors);
  const mappings = shape === null ? null : nameMappings(cycle, shape, names);
  const startsByWebhook = (shape?.steps ?? []).some((step) => step.isWebhook);
  const isNew = names.instance === null;
  const fields = new Map<FieldPath, DesiredField>([
    ...cycle.fields,
    ...toSlotFields(cycle, isNew || names.isUnbound ? settled.keys : writtenSlots(cycle)),
    ...(mappings?.fields ?? listUnchecked(cycle)).map((field) => [field.path, field] as const),
    ...toActivityFields(cycle, startsByWebhook),
    toOriginField(bound),
  ]);
  const diagnostics = [
    ...settled.diagnostics,
    ...(mappings?.diagnostics ?? []),
    ...(shape === null ? [] : checkVariables(cycle, shape, names.record ?? null)),
    ...checkSchedule(cycle, {
      isNew: isNew && names.isReplacing !== true,
      startsByWebhook,
      isKnown: shape !== null,
    }),
  ];
  return {
    named: { bound, shape, slots, slotKeys: settled.keys, fields, startsByWebhook },
    diagnostics,
  };
}

// Without the export the instance shows which steps share a connector now. That tells a slot only where
// the cycle uses one of that connector.
function findWritten(cycle: DesiredCycle, instance: CycleShape | null): readonly Slot[] {
  if (instance === null) return [];
  const slots = findSlots(instance.steps);
  return slots.filter(
    ({ name, connectorName }) =>
      cycle.slots.has(name) &&
      slots.filter((other) => other.connectorName === connectorName).length === 1,
  );
}

// Neither an instance nor an export tells the names: apply finds them after the install.
function listUnchecked(cycle: DesiredCycle): DesiredField[] {
  return cycle.mappings.map(({ step, slot, target, source, at }) => ({
    path: toFieldPath('steps', step, slot, target),
    value:
      source.kind === 'secret'
        ? { kind: 'secret', secret: source.secret }
        : { kind: 'plain', value: source },
    at,
  }));
}

function toOriginField({ source, desired }: BoundCycle): readonly [FieldPath, DesiredField] {
  const path = toFieldPath('from', source.kind);
  const value = source.kind === 'file' ? source.structure : source.name;
  return [path, { path, value: { kind: 'plain', value }, at: desired.origin.at }];
}

function writtenSlots(cycle: DesiredCycle): ReadonlyMap<string, string> {
  return new Map([...cycle.slots].map(([name, slot]) => [name, slot.connector]));
}

function toSlotFields(
  cycle: DesiredCycle,
  keys: ReadonlyMap<string, string>,
): (readonly [FieldPath, DesiredField])[] {
  return [...keys].map(([slot, key]) => {
    const path = toFieldPath('connectors', slot);
    const at = cycle.slots.get(slot)?.at ?? cycle.at;
    return [path, { path, value: { kind: 'plain', value: key }, at }] as const;
  });
}

function toActivityFields(
  cycle: DesiredCycle,
  startsByWebhook: boolean,
): (readonly [FieldPath, DesiredField])[] {
  const written =
    cycle.leftActivity ?? (cycle.activity.kind === 'set' ? cycle.activity.value : null);
  if (written === null) return [];
  const { kind, schedule } = written;
  const state = toFieldPath('state');
  const fields: (readonly [FieldPath, DesiredField])[] = [
    [state, { path: state, value: { kind: 'plain', value: kind }, at: cycle.activityAt }],
  ];
  if (schedule === null || startsByWebhook) return fields;
  const path = toFieldPath('schedule');
  return [
    ...fields,
    [path, { path, value: { kind: 'plain', value: schedule }, at: cycle.activityAt }],
  ];
}

function checkVariables(
  cycle: DesiredCycle,
  shape: CycleShape,
  record: ObjectRecord | null,
): Diagnostic[] {
  if (shape.hidesVariables === true) return [];
  return [...cycle.fields.values()].flatMap((field): Diagnostic[] => {
    const [room, name = ''] = splitPath(field.path);
    if (room !== 'variables') return [];
    const found = findVariable(shape, name);
    const isGone = found.kind === 'none' && record?.applied[field.path] !== undefined;
    if (found.kind === 'one' || isGone) return [];
    return [
      {
        code: 'variable-unknown',
        severity: 'error',
        summary:
          found.kind === 'none'
            ? `The cycle has no variable "${name}"`
            : `The cycle has several variables "${name}"`,
        at: field.at,
        address: cycle.address,
        remedy: writeNearest(name, found.candidates) ?? 'It has none; remove the line.',
      },
    ];
  });
}

function checkSchedule(
  cycle: DesiredCycle,
  known: { readonly isNew: boolean; readonly startsByWebhook: boolean; readonly isKnown: boolean },
): Diagnostic[] {
  if (cycle.activity.kind !== 'set' || !known.isKnown) return [];
  const { kind, schedule } = cycle.activity.value;
  if (known.startsByWebhook && schedule !== null) {
    return [
      {
        code: 'schedule-ignored',
        severity: 'error',
        summary: 'This cycle starts by its webhook, and the service ignores a schedule there',
        at: cycle.activityAt,
        address: cycle.address,
        remedy: 'Remove the schedule; state: active is enough.',
      },
    ];
  }
  if (known.isNew && kind === 'active' && schedule === null && !known.startsByWebhook) {
    return [
      {
        code: 'schedule-missing',
        severity: 'error',
        summary: 'A new cycle cannot become active without a schedule',
        at: cycle.activityAt,
        address: cycle.address,
        remedy: 'Write schedule: {every: 15m}, or state: paused.',
      },
    ];
  }
  return [];
}
