import { readSources } from '../../../../engine/live/read-cycle.ts';
import type { MappingSlot } from '../../../../model/desired/mapping.ts';
import { type Answer, isMissing } from '../../../../model/diagnostic/api-failure.ts';
import { hasRepeatedNames, makeShape, type NamedStep } from '../../../../model/live/cycle-shape.ts';
import type { LiveAccount, LiveCycle, LiveMapping, RemoteId } from '../../../../model/live/live.ts';
import type {
  Catalog,
  CycleDetails,
  WholeAccount,
  WholeCycle,
} from '../../../../model/live/reading.ts';
import { isFromUnlisted } from '../../../../model/live/steps/step-sources.ts';
import type { CycleRef, ServiceReader } from '../../../../model/ports.ts';

/**
 * Reads all manageable parts of an account: connectors, cycles, steps, variables, mappings, and
 * edges where step names repeat. Returns the first failure, because partial data is unusable.
 */
export async function readWholeAccount(
  reader: ServiceReader,
  account: LiveAccount,
  catalog: Catalog,
): Promise<Answer<WholeAccount>> {
  const [connectors, cycles] = await Promise.all([
    reader.listConnectors(account.id),
    reader.listCycles(account.id),
  ]);
  if (!connectors.ok) return connectors;
  if (!cycles.ok) return cycles;
  const whole = await allOf(
    cycles.value.map((cycle) => readWholeCycle(reader, { account: account.id, cycle }, catalog)),
  );
  return whole.ok
    ? { ok: true, value: { account, connectors: connectors.value, cycles: whole.value } }
    : whole;
}

async function readWholeCycle(
  reader: ServiceReader,
  { account, cycle: live }: { readonly account: RemoteId; readonly cycle: LiveCycle },
  catalog: Catalog,
): Promise<Answer<WholeCycle>> {
  const template = catalog.templates.find(({ id }) => id === live.templateId) ?? null;
  const [reading, shape] = await Promise.all([
    readCycleParts(reader, { account, cycle: live.id }),
    template === null ? null : catalog.readTemplateShape(template.id),
  ]);
  if (!reading.ok) return reading;
  // Fails without an export, because only it shows the values of the template.
  if (shape !== null && !shape.ok && !isMissing(shape.failure)) return shape;
  const own = shape?.ok === true ? shape.value : null;
  return {
    ok: true,
    value: { live, reading: reading.value, template, shape: own },
  };
}

/** Reads the steps of a cycle with all their mappings, and its variables. */
export async function readCycleParts(
  reader: ServiceReader,
  at: CycleRef,
): Promise<Answer<CycleDetails>> {
  const { account, cycle } = at;
  const [steps, variables] = await Promise.all([
    reader.listSteps(account, cycle),
    reader.listVariables(account, cycle),
  ]);
  if (!steps.ok) return steps;
  const edges = hasRepeatedNames(steps.value) ? await reader.listEdges(account, cycle) : null;
  const shape = makeShape(steps.value, { edges, variables });
  if (!shape.ok) return shape;
  const [parameters, fields] = await Promise.all([
    readSlot(reader, account, { steps: shape.value.steps, slot: 'parameters' }),
    readSlot(reader, account, { steps: shape.value.steps, slot: 'fields' }),
  ]);
  if (!parameters.ok) return parameters;
  if (!fields.ok) return fields;
  const takers = shape.value.steps
    .map(({ id }) => id)
    .filter((id) =>
      [...(parameters.value.get(id) ?? []), ...(fields.value.get(id) ?? [])].some((mapping) =>
        isFromUnlisted(mapping, shape.value.steps),
      ),
    );
  const sourced = await readSources(reader, account, { shape: shape.value, takers });
  if (!sourced.ok) return sourced;
  return {
    ok: true,
    value: { shape: sourced.value, parameters: parameters.value, fields: fields.value },
  };
}

// Skips a step without such a target.
async function readSlot(
  reader: ServiceReader,
  account: RemoteId,
  { steps, slot }: { readonly steps: readonly NamedStep[]; readonly slot: MappingSlot },
): Promise<Answer<ReadonlyMap<RemoteId, readonly LiveMapping[]>>> {
  const mapped = steps.filter((step) => step[slot].length > 0);
  const read = await allOf(mapped.map(({ id }) => reader.listMappings(account, id, slot)));
  if (!read.ok) return read;
  return { ok: true, value: new Map(mapped.map(({ id }, at) => [id, read.value[at] ?? []])) };
}

async function allOf<T>(asked: readonly Promise<Answer<T>>[]): Promise<Answer<readonly T[]>> {
  const answers = await Promise.all(asked);
  const values: T[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    values.push(answer.value);
  }
  return { ok: true, value: values };
}
