import { type Body, update, withDefault } from '../../http/body/body.ts';
import { Refusal } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import type { CycleRow, MappingRow, MappingType, StepRow } from '../cycles/cycle-row.ts';

const words: readonly MappingType[] = [
  'StaticValue',
  'Ignore',
  'ValueList',
  'PreviousStep',
  'Variable',
  'Lookup',
];

/** Mapping that was never set. */
export const emptyMapping: MappingRow = {
  type: 'Ignore',
  value: null,
  sourceStepId: null,
  sourceFieldId: null,
  triggerValue: null,
  triggerValueDisplayName: null,
  isLaunchVisible: false,
  isOwn: false,
};

/** A mapping's step, cycle and stored value. */
export interface MappingLocation {
  readonly cycle: CycleRow;
  readonly step: StepRow;
  readonly stored: MappingRow | undefined;
}

/**
 * Applies a partial update: MappingType alone is enough (SERVICE A.6 [T]). Only Ignore unsets a
 * mapping (I.22). Drops values that the new type does not use.
 */
export function applyMapping(state: State, location: MappingLocation, body: Body): MappingRow {
  const type = readType(location.stored, body);
  const isSameType = location.stored?.type === type;
  const stored = isSameType && location.stored !== undefined ? location.stored : emptyMapping;
  const base: MappingRow = {
    ...emptyMapping,
    type,
    isOwn: true,
    isLaunchVisible: withDefault(
      body.boolean('IsLaunchVisible'),
      location.stored?.isLaunchVisible ?? false,
    ),
  };
  switch (type) {
    case 'Ignore':
      return base;
    case 'StaticValue':
    case 'ValueList':
      return { ...base, value: update(stored.value, body.text('Value')) };
    case 'Variable':
      return { ...base, value: readVariable(location.cycle, stored, body) };
    case 'Lookup':
      return {
        ...base,
        triggerValue: update(stored.triggerValue, body.text('TriggerValue')),
        triggerValueDisplayName: update(
          stored.triggerValueDisplayName,
          body.text('TriggerValueDisplayName'),
        ),
      };
    case 'PreviousStep':
      return { ...base, ...readSource(state, { ...location, stored }, body) };
  }
}

function readType(stored: MappingRow | undefined, body: Body): MappingType {
  const given = body.text('MappingType');
  if (given.kind !== 'value') {
    const hasValue = body.text('Value').kind === 'value';
    return stored?.type ?? (hasValue ? 'StaticValue' : 'Ignore');
  }
  const word = words.find((each) => each.toLowerCase() === given.value.toLowerCase());
  if (word === undefined) {
    throw new Refusal(400, `'${given.value}' is not a valid MappingType.`);
  }
  return word;
}

/** System name of the variable; accepts both of its names. */
function readVariable(cycle: CycleRow, stored: MappingRow, body: Body): string {
  const given = withDefault(body.text('Value'), stored.value ?? '');
  const variable = cycle.variables.find(
    (each) => each.systemName === given || each.displayName === given,
  );
  if (variable === undefined) {
    throw new Refusal(400, `The cycle has no variable '${given}'.`);
  }
  return variable.systemName;
}

/** A response field of an earlier step of the same cycle. */
function readSource(
  state: State,
  location: MappingLocation & { readonly stored: MappingRow },
  body: Body,
): Pick<MappingRow, 'sourceStepId' | 'sourceFieldId'> {
  const stepId = withDefault(
    body.text('SourceStepId'),
    location.stored.sourceStepId ?? '',
  ).toLowerCase();
  const fieldId = withDefault(body.integer('SourceFieldId'), location.stored.sourceFieldId ?? 0);
  const order = location.cycle.bindings.map((each) => each.stepId);
  const at = order.indexOf(stepId);
  if (at < 0 || at >= order.indexOf(location.step.id)) {
    throw new Refusal(400, `SourceStepId '${stepId}' is not an earlier step of this cycle.`);
  }
  const source = state.steps.read(stepId);
  if (source?.method.responseFields.some((item) => item.id === fieldId) !== true) {
    throw new Refusal(400, `SourceFieldId ${fieldId} is not a response field of that step.`);
  }
  return { sourceStepId: stepId, sourceFieldId: fieldId };
}
