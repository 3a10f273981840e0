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
 * Mappings of a template step (SERVICE E.2 [P]). `variables` are the template's own names. A
 * mapping without a target is left out, so that it never counts as the template's.
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

/** CycleEntityMappingType of a static value, as a third party's parser guesses; 0 is dynamic. */
const staticCode = 1;
const stepSource = /^\s*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*,\s*(\d+)\s*$/i;

/**
 * Reads the kind from the value, because only the number of a static value is trusted (see
 * `assumptions.ts`). A kind read wrongly differs from that of the cycles, so export writes it out.
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
