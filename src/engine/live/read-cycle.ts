import { findByKey } from '../../kit/find-by-key.ts';
import type { DesiredCycle } from '../../model/desired/desired.ts';
import type { MappingSlot } from '../../model/desired/mapping.ts';
import { type Answer, isNotOffered } from '../../model/diagnostic/api-failure.ts';
import {
  type CycleShape,
  findStep,
  findTarget,
  hasRepeatedNames,
  makeShape,
} from '../../model/live/cycle-shape.ts';
import type { LiveMapping, RemoteId } from '../../model/live/live.ts';
import type { CycleDetails } from '../../model/live/reading.ts';
import {
  hasUnlistedSource,
  isFromUnlisted,
  type StepsWithSources,
  withOfferedSources,
} from '../../model/live/steps/step-sources.ts';
import type { CycleRef, ServiceReader } from '../../model/ports.ts';
import { unmanaged } from '../../model/setting.ts';

/** A desired cycle and its run state. */
type RequestedCycle = {
  readonly desired: Pick<
    DesiredCycle,
    'mappings' | 'visibilities' | 'slots' | 'fields' | 'activity'
  >;
  readonly isRunning: boolean;
  /** True if the service shows the schedule, or state has it. */
  readonly isScheduleKnown: boolean;
  /** True to read all of it, managed or not. */
  readonly isWhole: boolean;
};

/**
 * Reads the managed parts of one cycle: steps for mappings or slots, edges if step names repeat,
 * variables if set or mapped, mappings of managed steps. Reads sources that no method lists
 * (`readSources`).
 */
export async function readCycle(
  reader: ServiceReader,
  at: CycleRef,
  asked: RequestedCycle,
): Promise<Answer<CycleDetails>> {
  const { desired } = asked;
  const shape = await readShape(reader, at, asked);
  if (!shape.ok) return shape;
  const [parameters, fields] = await Promise.all([
    readMappings(reader, { at, asked, shape: shape.value, slot: 'parameters' }),
    readMappings(reader, { at, asked, shape: shape.value, slot: 'fields' }),
  ]);
  if (!parameters.ok) return parameters;
  if (!fields.ok) return fields;
  const mappings = { parameters: parameters.value, fields: fields.value };
  const takers = [
    ...listSourceReaders(desired, shape.value, mappings),
    ...(asked.isWhole ? listTakers(shape.value, mappings) : []),
  ];
  const sourced = await readSources(reader, at.account, { shape: shape.value, takers });
  if (!sourced.ok) return sourced;
  const isNamed = needsVariables(asked) || !isMappedToVariable([parameters.value, fields.value]);
  const named = isNamed ? sourced : await nameVariables(reader, at, sourced.value);
  if (!named.ok) return named;
  const whole = asked.isWhole ? { isWhole: true as const } : {};
  return { ok: true, value: { shape: named.value, ...mappings, ...whole } };
}

/** Reads all of a cycle that no manifest manages. */
export function readWholeCycle(reader: ServiceReader, at: CycleRef): Promise<Answer<CycleDetails>> {
  return readCycle(reader, at, {
    desired: unmanagedCycle,
    isRunning: false,
    isScheduleKnown: true,
    isWhole: true,
  });
}

const unmanagedCycle = {
  mappings: [],
  visibilities: [],
  slots: new Map(),
  fields: new Map(),
  activity: unmanaged,
};

// Steps with any mapping from a field that its step does not list.
function listTakers(
  { steps }: CycleShape,
  { parameters, fields }: Pick<CycleDetails, MappingSlot>,
): readonly RemoteId[] {
  return steps.flatMap(({ id }) => {
    const mappings = [...(parameters.get(id) ?? []), ...(fields.get(id) ?? [])];
    return mappings.some((mapping) => isFromUnlisted(mapping, steps)) ? [id] : [];
  });
}

// Steps with a managed mapping, desired or live, from a field that its step does not list.
function listSourceReaders(
  desired: Pick<DesiredCycle, 'mappings'>,
  shape: CycleShape,
  mappings: Pick<CycleDetails, MappingSlot>,
): readonly RemoteId[] {
  return desired.mappings.flatMap(({ step, slot, target, source }) => {
    const taker = findStep(shape, step);
    if (taker.kind !== 'one') return [];
    const { id } = taker.item;
    const aim = findTarget(taker.item, slot, target);
    const live =
      aim.kind === 'one'
        ? findByKey(mappings[slot].get(id) ?? [], 'targetId', aim.item.id)
        : undefined;
    const isUnlisted =
      hasUnlistedSource(source, shape) || (live !== undefined && isFromUnlisted(live, shape.steps));
    return isUnlisted ? [id] : [];
  });
}

// A live mapping may use a variable although the manifest does not; only the list of variables has
// its display name.
function isMappedToVariable(
  mappings: readonly ReadonlyMap<RemoteId, readonly LiveMapping[]>[],
): boolean {
  return mappings.some((slot) => [...slot.values()].flat().some(({ type }) => type === 'Variable'));
}

async function nameVariables(
  reader: ServiceReader,
  at: CycleRef,
  shape: CycleShape,
): Promise<Answer<CycleShape>> {
  const variables = await reader.listVariables(at.account, at.cycle);
  if (variables.ok) return { ok: true, value: { ...shape, variables: variables.value } };
  return isNotOffered(variables)
    ? { ok: true, value: { ...shape, hidesVariables: true } }
    : variables;
}

async function readShape(
  reader: ServiceReader,
  at: CycleRef,
  asked: RequestedCycle,
): Promise<Answer<CycleShape>> {
  const { desired, isWhole } = asked;
  const needsSteps =
    isWhole ||
    desired.mappings.length > 0 ||
    desired.visibilities.length > 0 ||
    desired.slots.size > 0 ||
    mayStartByWebhook(asked);
  const [steps, variables] = await Promise.all([
    needsSteps ? reader.listSteps(at.account, at.cycle) : null,
    needsVariables(asked) ? reader.listVariables(at.account, at.cycle) : null,
  ]);
  if (steps !== null && !steps.ok) return steps;
  const listed = steps?.value ?? [];
  const needsOrder =
    isWhole ||
    hasRepeatedNames(listed) ||
    [...desired.slots.keys()].some((slot) => slot.includes('#'));
  const edges = needsOrder ? await reader.listEdges(at.account, at.cycle) : null;
  return makeShape(listed, { edges, variables });
}

// Without a schedule only a cycle whose first step is a webhook can start, so its steps are read.
function mayStartByWebhook({ desired, isRunning, isScheduleKnown }: RequestedCycle): boolean {
  const { activity } = desired;
  const written = activity.kind === 'set' ? activity.value : null;
  if (isRunning) return !isScheduleKnown && written?.kind !== 'paused' && !written?.schedule;
  return written?.kind === 'active' && written.schedule === null;
}

function needsVariables({ desired, isWhole }: RequestedCycle): boolean {
  return (
    isWhole ||
    [...desired.fields.keys()].some((path) => path.startsWith('variables/')) ||
    desired.mappings.some((mapping) => mapping.source.kind === 'variable')
  );
}

async function readMappings(
  reader: ServiceReader,
  {
    at,
    asked,
    shape,
    slot,
  }: { at: CycleRef; asked: RequestedCycle; shape: CycleShape; slot: MappingSlot },
): Promise<Answer<ReadonlyMap<RemoteId, readonly LiveMapping[]>>> {
  const steps = listMappedSteps(asked, shape, slot);
  const isSensitive = listSensitiveSteps(asked, shape, slot);
  const answers = await Promise.all(
    steps.map((step) =>
      isSensitive.has(step)
        ? reader.listMappings(at.account, step, slot)
        : reader.listPlainMappings(at.account, step, slot),
    ),
  );
  const mappings = new Map<RemoteId, readonly LiveMapping[]>();
  for (const [index, answer] of answers.entries()) {
    if (!answer.ok) return answer;
    mappings.set(steps[index] ?? '', answer.value);
  }
  return { ok: true, value: mappings };
}

// A step without parameters or fields has nothing to map.
function listMappedSteps(
  { desired, isWhole }: RequestedCycle,
  shape: CycleShape,
  slot: MappingSlot,
): readonly RemoteId[] {
  if (isWhole) return shape.steps.flatMap((step) => (step[slot].length === 0 ? [] : [step.id]));
  return [...new Set(listManaged(desired, shape, slot).map(({ step }) => step.id))];
}

// Steps of which a sensitive target is needed. A target that is not known may be one.
function listSensitiveSteps(
  { desired, isWhole }: RequestedCycle,
  shape: CycleShape,
  slot: MappingSlot,
): ReadonlySet<RemoteId> {
  if (isWhole) return new Set(shape.steps.map(({ id }) => id));
  const managed = listManaged(desired, shape, slot).filter(({ step, target }) => {
    const found = findTarget(step, slot, target);
    return found.kind !== 'one' || found.item.isSensitive;
  });
  return new Set(managed.map(({ step }) => step.id));
}

function listManaged(
  { mappings, visibilities }: RequestedCycle['desired'],
  shape: CycleShape,
  slot: MappingSlot,
) {
  return [...mappings, ...visibilities].flatMap((managed) => {
    const step = managed.slot === slot ? findStep(shape, managed.step) : null;
    return step?.kind === 'one' ? [{ step: step.item, target: managed.target }] : [];
  });
}

/**
 * Adds the sources that some other steps, `takers`, offer to the steps of a cycle, with one request
 * each (`withOfferedSources`).
 */
export async function readSources<T extends StepsWithSources>(
  reader: ServiceReader,
  account: RemoteId,
  { shape, takers }: { readonly shape: T; readonly takers: readonly RemoteId[] },
): Promise<Answer<T>> {
  if (takers.length === 0) return { ok: true, value: shape };
  const steps = [...new Set(takers)];
  return withOfferedSources(
    shape,
    await Promise.all(steps.map((step) => reader.listSources(account, step))),
  );
}
