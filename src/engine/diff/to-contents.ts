import { compareTexts } from '../../kit/text/compare-texts.ts';
import { type FieldPath, parsePath, toFieldPath } from '../../model/address.ts';
import type { NamedCycle } from '../../model/desired/bound.ts';
import { toLaunchPath } from '../../model/desired/launch-path.ts';
import type { MappingSlot } from '../../model/desired/mapping.ts';
import { parseStepName, withRenamedStep } from '../../model/desired/step-label.ts';
import { hasNoValue, toMappingSource } from '../../model/desired/to-mapping-source.ts';
import type { PlainValue } from '../../model/fields/field-value.ts';
import {
  type CycleShape,
  findStep,
  type NamedStep,
  toTargetLabels,
} from '../../model/live/cycle-shape.ts';
import type { LiveVariable, RemoteId } from '../../model/live/live.ts';
import type { CycleDetails } from '../../model/live/reading.ts';
import { type Contents, contentLists } from '../../model/observed/contents.ts';

/** Names what a whole read shows inside a cycle. Members without a value are left out. */
export function toContents(
  named: Pick<NamedCycle, 'fields' | 'slots'>,
  {
    reading,
    connectors,
  }: {
    readonly reading: CycleDetails;
    readonly connectors: ReadonlyMap<RemoteId, string>;
  },
): Contents {
  const { shape } = reading;
  const mappings = shape.steps.flatMap((step) => [
    ...listMappings(step, 'parameters', reading),
    ...listMappings(step, 'fields', reading),
  ]);
  const members: (readonly [FieldPath, PlainValue])[] = [
    [contentLists.steps, shape.steps.map(({ label }) => label)],
    ...shape.steps.flatMap((step) => listOwn(step)),
    ...mappings.map(({ path, value }) => [path, value] as const),
    ...listEdges(shape),
    ...listVariables(shape),
  ];
  return {
    members: new Map(members.filter(([, value]) => value !== null && value !== '')),
    sensitive: new Set(mappings.flatMap(({ path, isSensitive }) => (isSensitive ? [path] : []))),
    managed: new Map([...listManaged(named, shape), ...listManagedSlots(named)]),
    connectors,
  };
}

function listOwn({
  label,
  description,
  action,
  method,
  connectorId: connector,
}: NamedStep): (readonly [FieldPath, PlainValue])[] {
  const own = { description: description ?? null, action: action ?? null, method, connector };
  return Object.entries(own).map(([name, value]) => [toFieldPath('steps', label, name), value]);
}

type Mapped = {
  readonly path: FieldPath;
  readonly value: PlainValue;
  readonly isSensitive: boolean;
};

function listMappings(step: NamedStep, slot: MappingSlot, reading: CycleDetails): Mapped[] {
  const byTarget = new Map(
    reading[slot].get(step.id)?.map((mapping) => [mapping.targetId, mapping] as const),
  );
  const labels = toTargetLabels(step[slot]);
  return step[slot].flatMap(({ id, isSensitive, ...target }): Mapped[] => {
    const name = labels.get(id) ?? target.name;
    const mapping = byTarget.get(id);
    if (mapping === undefined) return [];
    const source = toMappingSource(mapping, reading.shape);
    const value = hasNoValue(source) ? null : source;
    const path = toFieldPath('steps', step.label, slot, name);
    const launch = toLaunchPath({ step: step.label, slot, target: name });
    return [
      { path, value, isSensitive },
      ...(mapping.isLaunchVisible === true
        ? [{ path: launch, value: true, isSensitive: false }]
        : []),
    ];
  });
}

function listEdges({ steps, edges }: CycleShape): (readonly [FieldPath, PlainValue])[] {
  if (edges === undefined) return [];
  const labels = new Map(steps.map(({ id, label }) => [id, label]));
  const name = (id: RemoteId) => labels.get(id) ?? id;
  const texts = edges.map(({ tail, head, type }) => {
    const kind = type === undefined || type === null ? '' : ` (${type})`;
    return `${name(tail)} → ${name(head)}${kind}`;
  });
  return [[contentLists.edges, texts.sort()]];
}

function listVariables({
  variables,
  hidesVariables,
}: CycleShape): (readonly [FieldPath, PlainValue])[] {
  if (hidesVariables === true) return [];
  const named = Map.groupBy(variables, ({ displayName }) => displayName);
  return [
    [contentLists.variables, [...named.keys()].sort()],
    ...[...named].map(([name, own]) => [toFieldPath('variables', name), toOneValue(own)] as const),
  ];
}

// Variables of one display name are one member, with the value of each by its name in the system.
function toOneValue(variables: readonly LiveVariable[]): PlainValue {
  const [first, ...others] = variables.toSorted((one, other) =>
    compareTexts(one.systemName, other.systemName),
  );
  if (first === undefined || others.length === 0) return first?.value ?? null;
  return [first, ...others].map(({ value }) => value ?? '');
}

// Git may call a step by another of its labels.
function listManaged(
  { fields }: Pick<NamedCycle, 'fields'>,
  shape: CycleShape,
): [FieldPath, FieldPath][] {
  return [...fields.keys()].flatMap((path): [FieldPath, FieldPath][] => {
    const name = parseStepName(path);
    if (name === null) return [];
    const found = findStep(shape, name);
    if (found.kind !== 'one' || found.item.label === name) return [];
    const { label } = found.item;
    return [[withRenamedStep(path, () => label), path]];
  });
}

// A slot is the connector of each of its steps.
function listManagedSlots({
  fields,
  slots,
}: Pick<NamedCycle, 'fields' | 'slots'>): [FieldPath, FieldPath][] {
  return [...fields.keys()].flatMap((path): [FieldPath, FieldPath][] => {
    const [section, name] = parsePath(path);
    if (section !== 'connectors') return [];
    const slot = slots.find((each) => each.name === name);
    const steps = slot === undefined || slot.isDoubtful === true ? [] : slot.steps;
    return steps.map((step) => [toFieldPath('steps', step, 'connector'), path]);
  });
}
