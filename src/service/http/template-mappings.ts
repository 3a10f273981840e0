import type { LiveMapping, StepMappings } from '../../model/live/live.ts';
import {
  readField,
  readList,
  readOptionalId,
  readOptionalScalar,
  readOptionalText,
  readPart,
  type Wire,
} from '../../wire/shape.ts';

/**
 * The mappings that a step of a template begins with (SERVICE E.2 [P]). `variables` are the names of the template's
 * own. One that does not tell its target is left out: then nobody takes it for the template's.
 */
export function readStepMappings(step: Wire, variables: ReadonlySet<string>): StepMappings {
  return {
    parameters: readList(step, 'CycleParameters').flatMap((wire) =>
      readMapping(wire, readOptionalId(wire, 'ParameterId'), variables),
    ),
    fields: readList(step, 'CycleFieldMappings').flatMap((wire) => {
      const field = readPart(wire, 'Field');
      return readMapping(wire, field === null ? null : readOptionalId(field, 'Id'), variables);
    }),
  };
}

/** What CycleEntityMappingType says of a static value; 0 is that of a dynamic one. The guess of a third party's parser. */
const staticCode = 1;
const stepSource = /^\s*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*,\s*(\d+)\s*$/i;

/**
 * Of the numbers only the one of a static value is believed; what any other is its value tells: `stepGuid,fieldId`
 * is a field of a step, nothing is Ignore, the name of a variable is that variable, what has a word for people was
 * looked up, and the rest is a choice of a list (an assumption; see `assumptions.ts`). What is taken for another
 * kind than it is differs from what the cycles have, and is written out as if the template had none.
 */
function readMapping(
  wire: Wire,
  targetId: string | null,
  variables: ReadonlySet<string>,
): LiveMapping[] {
  if (targetId === null) return [];
  const value = readOptionalScalar(wire, 'Value');
  const label = readOptionalText(wire, 'TriggerValueDisplayName');
  const none = { sourceStepId: null, sourceFieldId: null, triggerValue: null, triggerLabel: null };
  const mapping = { targetId, value: null, ...none };
  const code = readField(wire, 'CycleEntityMappingType').value;
  if (Number(code) === staticCode && code !== true) {
    return [{ ...mapping, type: 'StaticValue', value }];
  }
  const [, sourceStepId, sourceFieldId] = stepSource.exec(value ?? '') ?? [];
  if (sourceStepId !== undefined && sourceFieldId !== undefined) {
    return [{ ...mapping, type: 'PreviousStep', sourceStepId, sourceFieldId }];
  }
  if (label !== null) {
    return [{ ...mapping, type: 'Lookup', triggerValue: value, triggerLabel: label }];
  }
  if (value === null) return [{ ...mapping, type: 'Ignore' }];
  return [{ ...mapping, type: variables.has(value) ? 'Variable' : 'ValueList', value }];
}
