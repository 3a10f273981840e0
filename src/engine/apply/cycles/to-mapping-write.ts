import { bindExpression } from '../../../model/desired/expression.ts';
import type { MappingSource } from '../../../model/desired/mapping.ts';
import type { CycleShape } from '../../../model/live/cycle-shape.ts';
import { findStep, findTarget, findVariable } from '../../../model/live/cycle-shape.ts';
import type { MappingSourceWrite } from '../../../model/live/writes.ts';
import { SecretValue } from '../../../model/secret/secret.ts';

const bare = {
  value: null,
  sourceStepId: null,
  sourceFieldId: null,
  triggerValue: null,
  triggerLabel: null,
};

/**
 * Converts a mapping to the ids of a live cycle (SERVICE A.6; words of B and I.21). Null if the
 * cycle lacks a name. Ignore restores a mapping that was never set (SERVICE I.22).
 */
export function toMappingWrite(
  source: MappingSource | SecretValue | null,
  shape: CycleShape,
): MappingSourceWrite | null {
  if (source === null) return { ...bare, type: 'Ignore' };
  if (source instanceof SecretValue) return { ...bare, type: 'StaticValue', value: source };
  switch (source.kind) {
    case 'value':
      return { ...bare, type: 'StaticValue', value: source.value };
    case 'expression':
      return { ...bare, type: 'StaticValue', value: bindExpression(source.expression, shape) };
    case 'ignore':
      return { ...bare, type: 'Ignore' };
    // Nothing asks for one: neither a manifest nor a baseline.
    case 'unknown':
      return null;
    case 'option':
      return { ...bare, type: 'ValueList', value: source.option };
    case 'lookup':
      return {
        ...bare,
        type: 'Lookup',
        triggerValue: source.value,
        triggerLabel: source.label ?? null,
      };
    case 'variable': {
      const variable = findVariable(shape, source.variable);
      return variable.kind === 'one'
        ? { ...bare, type: 'Variable', value: variable.item.systemName }
        : null;
    }
    case 'step': {
      const step = findStep(shape, source.step);
      const field = step.kind === 'one' ? findTarget(step.item, 'responses', source.field) : null;
      if (step.kind !== 'one' || field?.kind !== 'one') return null;
      return {
        ...bare,
        type: 'PreviousStep',
        sourceStepId: step.item.id,
        sourceFieldId: field.item.id,
      };
    }
  }
}
