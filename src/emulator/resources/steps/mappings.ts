import { withDefault } from '../../http/body/body.ts';
import { type Call, readParam } from '../../http/call.ts';
import { makeListReply } from '../../http/paging.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import type { MethodItem } from '../catalog/catalog.ts';
import { toItemJson } from '../catalog/to-connector-json.ts';
import type { CycleRow, MappingRow, StepRow } from '../cycles/cycle-row.ts';
import { checkNotRunning, readStep, readSteps } from '../cycles/find-cycle.ts';
import { applyMapping } from './mapping-rules.ts';

// Parameters and request fields of a step have two lists and two endpoints, and an id of one is an
// error in the other (SPEC 4.6). This file has their common part.

interface Kind {
  readonly word: 'parameter' | 'field';
  readonly property: 'Parameter' | 'Field';
  readonly idName: 'parameterId' | 'fieldId';
  readonly itemsOf: (step: StepRow) => readonly MethodItem[];
  readonly othersOf: (step: StepRow) => readonly MethodItem[];
}

const parameter: Kind = {
  word: 'parameter',
  property: 'Parameter',
  idName: 'parameterId',
  itemsOf: (step) => step.method.parameters,
  othersOf: (step) => step.method.fields,
};

const field: Kind = {
  word: 'field',
  property: 'Field',
  idName: 'fieldId',
  itemsOf: (step) => step.method.fields,
  othersOf: (step) => step.method.parameters,
};

/** GET /steps/{id}/parameters. */
export function listParameters(call: Call): Reply {
  return listMappings(call, parameter);
}

/** GET /steps/{id}/parameters/{parameterId}. */
export function describeParameter(call: Call): Reply {
  return getMapping(call, parameter);
}

/** PUT /steps/{id}/parameters/{parameterId}. */
export function updateParameter(call: Call): Reply {
  return updateMapping(call, parameter);
}

/** GET /steps/{id}/fieldmappings. */
export function listFieldMappings(call: Call): Reply {
  return listMappings(call, field);
}

/**
 * GET /steps/{id}/fieldsformapping: outputs of earlier steps, each with its step (SERVICE A.6 [T],
 * L [Q2]).
 */
export function listFieldsForMapping(call: Call): Reply {
  const { cycle, step } = readStep(call);
  const order = readSteps(call.state, cycle);
  const earlier = order.slice(
    0,
    order.findIndex(({ id }) => id === step.id),
  );
  const offered = earlier.flatMap((from) =>
    from.method.responseFields.map((item) => ({ from, item })),
  );
  return makeListReply(
    call,
    offered.map((value) => ({ id: value.item.id, name: value.item.name, value })),
    ({ from, item }) => ({
      ...toItemJson(item),
      Location: item.key,
      Step: { Id: from.id, Name: from.name },
    }),
  );
}

/** GET /steps/{id}/fieldmappings/{fieldId}. */
export function describeFieldMapping(call: Call): Reply {
  return getMapping(call, field);
}

/** PUT /steps/{id}/fieldmappings/{fieldId}. */
export function updateFieldMapping(call: Call): Reply {
  return updateMapping(call, field);
}

function listMappings(call: Call, kind: Kind): Reply {
  const { cycle, step } = readStep(call);
  const hasOrder = call.state.choices.mappingOrder === 'display';
  return makeListReply(
    call,
    kind.itemsOf(step).map((value, index) => ({
      id: value.id,
      name: value.name,
      ...(hasOrder ? { order: index } : {}),
      value,
    })),
    (item) => toMappingJson(call.state, { cycle, step, item }, kind),
  );
}

function getMapping(call: Call, kind: Kind): Reply {
  const { cycle, step } = readStep(call);
  const item = readItem(call, step, kind);
  return makeReply(toMappingJson(call.state, { cycle, step, item }, kind));
}

function updateMapping(call: Call, kind: Kind): Reply {
  const { cycle, step } = readStep(call);
  const item = readItem(call, step, kind);
  if (call.state.choices.mappingEditWhileRunning === 'refused') {
    checkNotRunning(cycle);
  }
  checkSameId(call, kind, item);
  const stored = step.mappings[item.id];
  const mapping = applyMapping(call.state, { cycle, step, stored }, call.body);
  const changed = { ...step, mappings: { ...step.mappings, [item.id]: mapping } };
  call.state.steps.write(step.id, cycle.id, changed);
  return makeReply(toMappingJson(call.state, { cycle, step: changed, item }, kind));
}

/** Item of the path; an id of the other list is an error whose status is a choice (SPEC 7). */
function readItem(call: Call, step: StepRow, kind: Kind): MethodItem {
  const id = Number(readParam(call, kind.idName));
  const item = kind.itemsOf(step).find((each) => each.id === id);
  if (item !== undefined) {
    return item;
  }
  if (kind.othersOf(step).some((each) => each.id === id)) {
    throw new Refusal(
      call.state.choices.wrongIdType,
      `The ID ${id} does not belong to a ${kind.word} of this step.`,
    );
  }
  throw makeNotFound(`The ${kind.word}`);
}

/** `Field: {Id}` is optional; it must equal the id in the path. */
function checkSameId(call: Call, kind: Kind, item: MethodItem): void {
  const given = call.body.body(kind.property);
  const id = given.kind === 'value' ? withDefault(given.value.integer('Id'), item.id) : item.id;
  if (id !== item.id) {
    throw new Refusal(400, `${kind.property}.Id ${id} is not the ID ${item.id} of the path.`);
  }
}

interface ItemLocation {
  readonly cycle: CycleRow;
  readonly step: StepRow;
  readonly item: MethodItem;
}

/** A mapping with its target (SERVICE A.6 [D][T]). Parameters have no TargetName (I.18). */
function toMappingJson(state: State, { cycle, step, item }: ItemLocation, kind: Kind): unknown {
  const mapping = step.mappings[item.id];
  const order = kind.itemsOf(step).indexOf(item);
  return {
    [kind.property]: {
      ...toItemJson(item),
      DisplayOrder: order + 1,
      Triggers: toTriggersJson(cycle, step, item),
      ...(kind.word === 'field' ? { Location: item.key } : { IsEntityIdentifier: false }),
    },
    MappingType: mapping?.type ?? toUnmappedType(state, kind),
    IsLaunchVisible: mapping?.isLaunchVisible ?? false,
    SourceFieldId: mapping?.sourceFieldId ?? null,
    SourceStepId: mapping?.sourceStepId ?? null,
    TriggerValue: mapping?.triggerValue ?? null,
    TriggerValueDisplayName: mapping?.triggerValueDisplayName ?? null,
    Value: toMappedValue(state, cycle, mapping),
  };
}

/** A field that was never mapped is Ignore (SERVICE L [Q2][Q3]), a parameter null (SERVICE B [D]). */
function toUnmappedType({ choices }: State, { word }: Kind): string | null {
  return word === 'field' && choices.unmappedField === 'Ignore' ? 'Ignore' : null;
}

function toMappedValue(
  state: State,
  cycle: CycleRow,
  mapping: MappingRow | undefined,
): string | null {
  if (mapping?.type !== 'Variable' || state.choices.variableMappingValue === 'system name') {
    return mapping?.value ?? null;
  }
  const variable = cycle.variables.find((each) => each.systemName === mapping.value);
  return variable?.displayName ?? mapping.value;
}

function toTriggersJson(cycle: CycleRow, step: StepRow, item: MethodItem): readonly unknown[] {
  if (item.lookup === null) {
    return [];
  }
  const binding = cycle.bindings.find((each) => each.stepId === step.id);
  return [
    {
      TriggerId: item.id,
      AccountConnectorId: binding?.accountConnectorId ?? null,
      MethodId: step.method.id,
      Name: item.lookup,
      HumanReadableKey: 'name',
      IdentifierKey: 'id',
      SubTriggers: [],
      EntityId: null,
    },
  ];
}
