import type { CycleShape } from '../live/cycle-shape.ts';
import type { LiveMapping } from '../live/live.ts';
import { isExpression, listReferences, toNamedExpression } from './expression.ts';
import type { MappingSlot, MappingSource, UnknownSource } from './mapping.ts';

type StepSource = Extract<MappingSource, { readonly kind: 'step' }>;

/** A live mapping by names; null for a parameter that was never set. Unknown ids stay unchanged. */
export function toMappingSource(mapping: LiveMapping, shape: CycleShape): MappingSource | null {
  switch (mapping.type) {
    case null:
      return null;
    case 'Ignore':
      return { kind: 'ignore' };
    case 'ValueList':
      return { kind: 'option', option: mapping.value ?? '' };
    case 'Variable':
      return { kind: 'variable', variable: nameVariable(mapping.value ?? '', shape) };
    case 'Lookup':
      return {
        kind: 'lookup',
        value: mapping.triggerValue ?? '',
        ...(mapping.triggerLabel === null ? {} : { label: mapping.triggerLabel }),
      };
    case 'PreviousStep':
      return nameStep(mapping, shape);
    case 'StaticValue':
      return toText(mapping.value ?? '', shape);
    default:
      return toUnknown(mapping.type, mapping, shape);
  }
}

/**
 * Returns whether a mapping may never have been made: such a field reads as Ignore (SERVICE L
 * [Q2][Q3]).
 */
export function isUnmapped(source: MappingSource | null, slot: MappingSlot): boolean {
  return source === null || (slot === 'fields' && source.kind === 'ignore');
}

// A type of this name may mean anything, so that its value is no static one.
function toUnknown(type: string, mapping: LiveMapping, shape: CycleShape): UnknownSource {
  const { value, sourceStepId, sourceFieldId, triggerValue, triggerLabel } = mapping;
  const from = sourceStepId === null && sourceFieldId === null ? null : nameStep(mapping, shape);
  return {
    kind: 'unknown',
    type,
    ...(value === null ? {} : { value }),
    ...(from === null ? {} : { step: from.step, field: from.field }),
    ...(triggerValue === null ? {} : { lookup: triggerValue }),
    ...(triggerLabel === null ? {} : { label: triggerLabel }),
  };
}

// A text that names a step itself is no reference: the service knows steps by their ids.
function toText(value: string, shape: CycleShape): MappingSource {
  return isExpression(value) && listReferences(value).length === 0
    ? { kind: 'expression', expression: toNamedExpression(value, shape) }
    : { kind: 'value', value };
}

function nameVariable(systemName: string, shape: CycleShape): string {
  const found = shape.variables.find((variable) => variable.systemName === systemName);
  const named = shape.variables.filter(({ displayName }) => displayName === found?.displayName);
  // A display name that several variables have names none of them.
  return named.length > 1 ? systemName : (found?.displayName ?? systemName);
}

function nameStep(mapping: LiveMapping, shape: CycleShape): StepSource {
  const step = shape.steps.find((item) => item.id === mapping.sourceStepId);
  const field = step?.responses.find((item) => item.id === mapping.sourceFieldId);
  return {
    kind: 'step',
    step: step?.label ?? mapping.sourceStepId ?? '',
    field: field?.name ?? mapping.sourceFieldId ?? '',
  };
}

/**
 * Returns whether a mapping has no value: one that was never made, and one that is ignored. A write of
 * the visibility of a parameter turns the first into the second (assumed).
 */
export function hasNoValue(source: MappingSource | null): boolean {
  return source === null || source.kind === 'ignore';
}
