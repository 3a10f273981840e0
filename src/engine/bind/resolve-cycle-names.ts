import { type FieldPath, parsePath, toFieldAddress, toFieldPath } from '../../model/address.ts';
import type { BoundCycle, NamedCycle, Slot } from '../../model/desired/bound.ts';
import type { DesiredConnector, DesiredCycle } from '../../model/desired/desired.ts';
import { toLaunchPath } from '../../model/desired/launch-path.ts';
import { type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { UnresolvedName } from '../../model/diff/unresolved-name.ts';
import type { DesiredField } from '../../model/fields/field-value.ts';
import { type CycleShape, findVariable } from '../../model/live/cycle-shape.ts';
import type { NamedParts } from '../../model/live/live.ts';
import { listSlots } from '../../model/live/steps/list-slots.ts';
import { reportUnresolved } from './report-unresolved.ts';
import { resolveMappingNames, type StepContext } from './resolve-mapping-names.ts';
import { resolveSlots } from './resolve-slots.ts';
import { toOriginShape } from './to-origin-shape.ts';

/** Names of the live cycle if it exists, and of the template if it was read. */
export type CycleNames = StepContext & {
  readonly instance: CycleShape | null;
  readonly template: NamedParts | null;
  readonly connectors: ReadonlyMap<string, DesiredConnector>;
  /** True if unwritten slots are compared too, as for a new cycle. */
  readonly isUnbound: boolean;
  /** True for a replacement, which may run on the schedule of the old cycle. */
  readonly isReplacing?: boolean;
};

/** Resolves all names of a desired cycle, and reports unknown ones. */
export function resolveCycleNames(bound: BoundCycle, names: CycleNames): NamedCycle {
  const cycle = bound.desired;
  const { releases = [] } = names;
  const template = names.template === null ? null : toOriginShape(names.template, releases);
  const shape = names.instance ?? template;
  const slots = listAllSlots(cycle, { template, instance: names.instance });
  const resolved =
    template === null
      ? { keys: writtenSlots(cycle), refusals: [], unknown: [] }
      : resolveSlots(cycle, slots, names.connectors);
  const mappings = shape === null ? null : resolveMappingNames(cycle, shape, names);
  const startsByWebhook = (shape?.steps ?? []).some((step) => step.isWebhook);
  const isNew = names.instance === null;
  const fields = new Map<FieldPath, DesiredField>([
    ...cycle.fields,
    ...toSlotFields(cycle, writtenSlots(cycle)),
    ...toSlotFields(cycle, isNew || names.isUnbound ? resolved.keys : new Map()),
    ...(mappings?.fields ?? listUnchecked(cycle)).map((field) => [field.path, field] as const),
    ...toActivityFields(cycle, startsByWebhook),
    toOriginField(bound),
  ]);
  return {
    bound,
    shape,
    slots,
    slotKeys: resolved.keys,
    fields,
    startsByWebhook,
    refusals: [
      ...(bound.source.kind === 'no-template' ? [bound.source.refusal] : []),
      ...(cycle.missingSecrets ?? []),
      ...resolved.refusals,
      ...(mappings?.refusals ?? []),
      ...checkSchedule(cycle, {
        isNew: isNew && names.isReplacing !== true,
        startsByWebhook,
        isKnown: shape !== null,
      }),
    ],
    unresolved: new Map([
      ...listEmptySlots(cycle, { slots, instance: names.instance }),
      ...resolved.unknown,
      ...(mappings?.unresolved ?? []),
      ...(shape === null ? [] : listUnresolvedVariables(cycle, shape)),
    ]),
    ...(mappings?.warnings === undefined ? {} : { warnings: mappings.warnings }),
  };
}

// The template defines the slots. A slot that it lacks, or has under other steps, may be in the
// live cycle.
function listAllSlots(
  cycle: DesiredCycle,
  {
    template,
    instance,
  }: {
    readonly template: CycleShape | null;
    readonly instance: CycleShape | null;
  },
): readonly Slot[] {
  const written = listWrittenSlots(cycle, instance);
  if (template === null) return written;
  const labels = new Set(instance?.steps.map(({ label }) => label));
  const all = listSlots(template.steps);
  const slots = all.map((slot) => {
    if (instance === null) return slot;
    const isThere = slot.steps.some((label) => labels.has(label));
    const found = isThere ? slot : (written.find(({ name }) => name === slot.name) ?? slot);
    return hasSameSteps(template, instance) ? found : toLiveSlot(found, all, instance);
  });
  const known = new Set(slots.map(({ name }) => name));
  return [...slots, ...written.filter(({ name }) => !known.has(name))];
}

function hasSameSteps(template: CycleShape, instance: CycleShape): boolean {
  const list = ({ steps }: CycleShape) => steps.map(({ label }) => label).join('\n');
  return list(template) === list(instance);
}

// A template that was changed since may number its steps and slots otherwise. The only slot of a
// connector has all steps of it.
function toLiveSlot(slot: Slot, slots: readonly Slot[], { steps }: CycleShape): Slot {
  const { connectorName } = slot;
  const isAlone = slots.filter((each) => each.connectorName === connectorName).length === 1;
  if (!isAlone) return { ...slot, isDoubtful: true };
  const own = steps.flatMap((step) => (step.connectorName === connectorName ? [step.label] : []));
  return own.length === 0 ? slot : { ...slot, steps: own };
}

// A slot without steps in the live cycle does not exist.
function listEmptySlots(
  cycle: DesiredCycle,
  { slots, instance }: { readonly slots: readonly Slot[]; readonly instance: CycleShape | null },
): (readonly [FieldPath, UnresolvedName])[] {
  if (instance === null) return [];
  const labels = new Set(instance.steps.map(({ label }) => label));
  return slots.flatMap(({ name, steps }) => {
    const written = cycle.slots.get(name);
    if (written === undefined || steps.some((label) => labels.has(label))) return [];
    const candidates = listSlots(instance.steps).map((slot) => slot.name);
    const found = { kind: 'none', candidates } as const;
    const path = toFieldPath('connectors', name);
    const looked = { thing: 'slot', name, step: null, found } as const;
    return [[path, reportUnresolved({ cycle, path, at: written.at }, looked, instance)] as const];
  });
}

// Without the export, the live steps show their current connectors, which identifies a slot if the
// cycle uses one connector of its kind.
function listWrittenSlots(cycle: DesiredCycle, instance: CycleShape | null): readonly Slot[] {
  if (instance === null) return [];
  const slots = listSlots(instance.steps);
  return slots.filter(
    ({ name, connectorName }) =>
      cycle.slots.has(name) &&
      slots.filter((other) => other.connectorName === connectorName).length === 1,
  );
}

// Without a live cycle or an export, apply resolves the names after the install.
function listUnchecked(cycle: DesiredCycle): DesiredField[] {
  const mappings = cycle.mappings.map(
    ({ step, slot, target, source, at }): DesiredField => ({
      path: toFieldPath('steps', step, slot, target),
      value:
        source.kind === 'secret'
          ? { kind: 'secret', secret: source.secret }
          : { kind: 'plain', value: source },
      at,
    }),
  );
  const visibilities = cycle.visibilities.map(
    (entry): DesiredField => ({
      path: toLaunchPath(entry),
      value: { kind: 'plain', value: entry.isVisible },
      at: entry.at,
    }),
  );
  return [...mappings, ...visibilities];
}

function toOriginField({ source, desired }: BoundCycle): readonly [FieldPath, DesiredField] {
  const path = toFieldPath('from', source.kind === 'file' ? 'file' : 'template');
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
    cycle.ownedActivity ?? (cycle.activity.kind === 'set' ? cycle.activity.value : null);
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
    [path, { path, value: { kind: 'plain', value: schedule }, at: cycle.scheduleAt }],
  ];
}

function listUnresolvedVariables(
  cycle: DesiredCycle,
  shape: CycleShape,
): (readonly [FieldPath, UnresolvedName])[] {
  if (shape.hidesVariables === true) return [];
  return [...cycle.fields.values()].flatMap(({ path, at }) => {
    const [section, name = ''] = parsePath(path);
    if (section !== 'variables') return [];
    const found = findVariable(shape, name);
    if (found.kind === 'one') return [];
    const looked = { thing: 'variable', name, step: null, found } as const;
    return [[path, reportUnresolved({ cycle, path, at }, looked, shape)] as const];
  });
}

function checkSchedule(
  cycle: DesiredCycle,
  known: {
    readonly isNew: boolean;
    readonly startsByWebhook: boolean;
    readonly isKnown: boolean;
  },
): Refusal[] {
  if (cycle.activity.kind !== 'set' || !known.isKnown) return [];
  const { kind, schedule } = cycle.activity.value;
  if (known.startsByWebhook && schedule !== null) {
    return [
      reportError('schedule-ignored', {
        summary: 'This cycle starts by its webhook, so the service ignores a schedule',
        at: cycle.scheduleAt,
        address: toFieldAddress(cycle.address, toFieldPath('schedule')),
        remedy: 'Remove the schedule; state: active is enough.',
      }),
    ];
  }
  if (known.isNew && kind === 'active' && schedule === null && !known.startsByWebhook) {
    return [
      reportError('schedule-missing', {
        summary: 'A new cycle cannot become active without a schedule',
        at: cycle.activityAt,
        address: cycle.address,
        remedy: 'Write schedule: {every: 15m}, or state: paused.',
      }),
    ];
  }
  return [];
}
